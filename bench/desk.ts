import { execFileSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { systemClock } from "#lib/time/clock";
import { deskTurns } from "./desk-turns.ts";
import { TmuxPane } from "#wire/tmux/tmux-pane";
import { TmuxServer } from "#wire/tmux/tmux-server";

// What a turn costs the hub with a real CLI, how soon a menu is a question; one control-mode connection against a process per tmux command, 20 busy panes, and what an idle pane costs. npm run bench:desk

const socket = `parley-bench-${process.pid}`;
const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/", TERM: "screen-256color", LANG: "C.UTF-8" };
const program = execFileSync("which", ["tmux"]).toString().trim();
const server = new TmuxServer({ socket, program, env, clock: systemClock });
const rounds = 300;
const panes = 20;

const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const opened: TmuxPane[] = [];
try {
  await server.run("list-sessions");
  const single: number[] = [];
  const control: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const from = performance.now();
    await server.run("display-message", "-p", "x");
    control.push(performance.now() - from);
    if (n % 6 > 0) continue;
    const began = performance.now();
    execFileSync(program, ["-L", socket, "display-message", "-p", "x"], { env });
    single.push(performance.now() - began);
  }
  console.log(
    `one command: ${middle(control).toFixed(2)} ms in control mode, ${middle(single).toFixed(2)} ms as a process, ${(middle(single) / middle(control)).toFixed(0)}x`,
  );
  const before = process.memoryUsage().rss;
  const shown = Array.from({ length: panes }, () => Promise.withResolvers<void>());
  for (let n = 0; n < panes; n++) {
    const [id = ""] = await server.run("new-session", "-d", "-P", "-F", "#{pane_id}", "-s", `b${n}`, "-x", "200", "-y", "50", "cat");
    const pane: TmuxPane = await TmuxPane.open(server, id, {
      wake: () => {
        if (pane.screen.lines().some((line) => line.includes("the-end"))) shown[n]?.resolve();
      },
      closed: () => {},
    });
    opened.push(pane);
  }
  console.log(`idle pane: ${((process.memoryUsage().rss - before) / panes / 1024 / 1024).toFixed(2)} MB`);
  const from = performance.now();
  for (const pane of opened) await pane.paste(`${"words that fill the line ".repeat(200)}\nthe-end\n`);
  await Promise.all(shown.map(({ promise }) => promise));
  console.log(`${panes} busy panes: everything pasted and seen after ${(performance.now() - from).toFixed(0)} ms`);
} finally {
  for (const pane of opened) pane[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
  execFileSync(program, ["-L", socket, "kill-server"], { env });
}
await deskTurns(program);
