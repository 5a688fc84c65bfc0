import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { tmuxSocket } from "#app/own-programs";
import { systemClock } from "#lib/time/clock";
import { DialogueModel } from "#test/fakes/model/dialogue";
import { deskClis } from "#test/real/desk-clis";
import { realProgram } from "#test/real/programs";
import { TmuxServer } from "#wire/tmux/tmux-server";
import { cpuMs, startBuilt, stop, type Started } from "./child.ts";
import { at, median } from "./numbers.ts";
import { SessionStates } from "./session-state.ts";

const turns = 20;
const warming = 10;
const question = z.object({ id: z.string(), state: z.string() });
const session = z.object({ thread: z.string() });

/** A hub as people run it, with the real Claude Code in tmux: what a turn costs the hub, and how soon a menu is a question. */
export async function deskTurns(tmux: string): Promise<void> {
  const cli = deskClis.claude;
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "parley-bench-desk-")));
  const model = await DialogueModel.start(({ prompt, results }) =>
    prompt.startsWith("ask") && results.length === 0 ? { call: cli.run(`rm -rf ./victim-${prompt.length}`) } : { text: `An answer to ${prompt}.` },
  );
  mkdirSync(join(dir, "bin"));
  symlinkSync(realProgram(cli.program), join(dir, "bin", cli.name));
  execFileSync("git", ["init", "--quiet", join(dir, "work")]);
  cli.furnish(dir, model.url, [join(dir, "work")]);
  const given = Object.entries(cli.env(dir)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const listed = `sessions: [{ name: work, cli_type: claude, work_dir: ${join(dir, "work")}, env: { ${given.join(", ")} } }]`;
  mkdirSync(join(dir, "home"), { mode: 0o700 });
  writeFileSync(join(dir, "home", "parley.yaml"), ["server: { port: 0 }", "people: [{ name: Ola, role: owner }]", listed, ""].join("\n"));
  const env = { HOME: dir, LANG: "C.UTF-8", PATH: [join(dir, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter) };
  const hub = await startBuilt(join(dir, "home"), { cwd: dir, env });
  const socket = tmuxSocket(join(dir, "home"), dir);
  const server = new TmuxServer({ socket, program: tmux, env: { ...env, TERM: "screen-256color" }, clock: systemClock });
  try {
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(dir, "home", "hub.json"), "utf8")));
    const api = await apiOf(hub, token);
    await using states = await SessionStates.open(hub.port, token);
    const idle = () => until(async () => states.of("work") === "idle");
    // The first turns are slower: the program is not compiled yet.
    let before = 0;
    for (let n = 0; n < warming + turns; n++) {
      if (n === warming) before = cpuMs(hub);
      await api.prompt(`tell ${n}`);
      await until(async () => model.prompts.length > n);
      await idle();
    }
    console.log(`hub's share of a turn: ${((cpuMs(hub) - before) / turns).toFixed(1)} ms of CPU, with everything it stores and shows`);
    const lags: number[] = [];
    for (let n = 0; n < turns; n++) {
      await api.prompt(`ask ${"x".repeat(n)}`);
      const [shown, readable] = await Promise.all([
        until(async () => (await server.run("capture-pane", "-p", "-t", "=work:")).some((line) => line.includes("Do you want to proceed?"))),
        until(async () => (await api.questions()).some(({ state }) => state === "open")),
      ]);
      lags.push(readable - shown);
      for (const { id, state } of await api.questions()) if (state === "open") await api.answer(id);
      await idle();
    }
    const sorted = lags.toSorted((a, b) => a - b);
    console.log(`menu on the screen → question over the API: ${median(lags).toFixed(0)} ms, p99 ${at(sorted, 0.99).toFixed(0)} ms (${turns} menus)`);
  } finally {
    await stop(hub);
    await server[Symbol.asyncDispose]();
    execFileSync(tmux, ["-L", socket, "kill-server"], { env });
    await model[Symbol.asyncDispose]();
    await wait(2_000);
    rmSync(dir, { recursive: true, force: true });
  }
}

async function apiOf(hub: Started, token: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${hub.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const [{ thread }] = z.tuple([session]).parse(await call("GET", "/api/sessions"));
  return {
    prompt: (content: string) => call("POST", `/api/threads/${thread}/messages`, { content }),
    questions: async () => z.array(question).parse(await call("GET", "/api/questions")),
    answer: (id: string) => call("POST", `/api/questions/${id}/answer`, { choice: "deny" }),
  };
}

/** When it came to be so, looking every few milliseconds. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  for (const end = performance.now() + 60_000; performance.now() < end; await wait(4)) if (await isSo()) return performance.now();
  throw new Error("it did not come to be");
}
