import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { z } from "zod";
import { say } from "#lib/words/words";
import { tmuxTexts } from "#agents/tmux/texts";
import { programArgv, run } from "#test/fakes/program";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

// What the cases that all CLIs share do not show.
describe("Claude Code in tmux", () => {
  verifies(
    ["C-14.1-2", "C-8.3-3", "C-11.3-1"],
    "shows an answer line by line while it is written, and answers its own commands with what the terminal shows",
    async () => {
      const held = Promise.withResolvers<void>();
      const text = ["The first line is here already.", "The second line follows it.", "The last one comes later."].join("\n");
      await using stage = await DeskStage.start({ answer: () => ({ text, hold: held.promise, holdAt: 60 }) });
      await stage.prompt("tell me");
      await stage.until(async () => (await stage.draft()).includes("The first line is here already."));
      expect(await stage.draft()).not.toContain("The last one");
      held.resolve();
      expect(await stage.answered("The last one")).toBe(text);
      await stage.prompt("/help");
      expect(await stage.answered("Claude understands your codebase")).toContain("```");
      await stage.state("idle");
      await stage.prompt("and again");
      await stage.until(async () => (await stage.answers()).filter((one) => one === text).length === 2);
    },
    installMs,
  );

  verifies(
    ["C-11.1-2"],
    "a choice comes with its options",
    async () => {
      const options = [
        { label: "Red", description: "the red one" },
        { label: "Blue", description: "the blue one" },
      ];
      const call = { tool: "AskUserQuestion", input: { questions: [{ question: "Which colour?", header: "Colour", multiSelect: false, options }] } };
      await using stage = await DeskStage.start({
        answer: ({ prompt, results }) => (results.length > 0 ? { text: `Done with ${prompt}: ${results.join(" | ")}` } : { call }),
      });
      await stage.prompt("choose one");
      const choice = await stage.openQuestion();
      expect([choice.kind, choice.prompt, choice.options.map(({ label }) => label)]).toEqual([
        "choice",
        "Which colour?",
        ["Red (the red one)", "Blue (the blue one)"],
      ]);
      await stage.answer(choice.id, choice.options[1]?.id ?? "");
      expect(await stage.answered("Done with choose one")).toContain('"Which colour?"="Blue"');
    },
    installMs,
  );

  verifies(
    ["C-9.1-11", "C-9.1-10", "C-15.3-1", "C-15.1-2", "C-5.2-3"],
    "a session that somebody else made is adopted, driven without hooks and never killed",
    async () => {
      await using stage = await DeskStage.start({
        sessions: { work: { more: ", auto_start: false" } },
        answer: ({ prompt, results }) => {
          if (results.length > 0) return { text: `Done with ${prompt}.` };
          return prompt === "delete it" ? { call: { tool: "Bash", input: { command: "rm -rf ./victim" } } } : { text: `An answer to ${prompt}.` };
        },
      });
      mkdirSync(join(stage.dir, "work", "victim"));
      expect(stage.tmux("list-sessions", "-F", "#{session_name}")).not.toContain("work");
      stage.tmux(
        "new-session",
        "-d",
        "-s",
        "work",
        "-x",
        "80",
        "-y",
        "24",
        "-c",
        join(stage.dir, "work"),
        "env",
        "ANTHROPIC_API_KEY=scripted-key-of-the-tests",
        "claude",
        "--permission-mode",
        "default",
      );
      const [pid = ""] = stage.tmux("list-panes", "-t", "=work:", "-F", "#{pane_pid}");
      await stage.until(async () => stage.screenOf().includes("❯"));
      await stage.prompt("hello");
      await stage.answered("An answer to hello.");
      await stage.prompt("delete it");
      const asked = await stage.openQuestion();
      expect(asked).toMatchObject({ guessed: true, kind: "permission" });
      expect(asked.prompt).toContain("rm -rf ./victim");
      const seen = await run(["hook", "--home", join(stage.dir, "home"), "--session", "work", "--event", "test"], { cwd: stage.dir, env: { HOME: stage.dir } });
      expect(JSON.parse(seen.out)).toMatchObject({
        session: "work",
        state: "waiting_input",
        facts: { pid: Number(pid) },
        screen: expect.stringContaining("Do you want to proceed?") as unknown,
      });
      const hook = [...programArgv, "hook", "--home", join(stage.dir, "home"), "--session", "work", "--event", "completed"].join(" ");
      stage.tmux("new-session", "-d", "-s", "hand", "-x", "200", "-y", "50", `${hook}; echo code $?; sleep 60`);
      await stage.until(async () => stage.screenOf("hand").includes("code 0"));
      expect((await stage.session()).state).toBe("waiting_input");
      expect(await stage.prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
      await stage.state("idle");
      expect(existsSync(join(stage.dir, "work", "victim"))).toBe(true);
      const { id } = await stage.session();
      expect((await stage.api("DELETE", `/api/sessions/${id}`)).status).toBe(200);
      expect(stage.tmux("list-panes", "-t", "=work:", "-F", "#{pane_pid}")).toEqual([pid]);
    },
    installMs,
  );

  verifies(
    ["C-11.4-2"],
    "a password prompt is asked with a link that works once, and the password is nowhere but in the terminal",
    async () => {
      const password = "correct horse battery";
      await using stage = await DeskStage.start({
        sessions: { work: { more: ", start_cmd: 'sh ask.sh claude', auto_start: false" } },
        answer: ({ prompt }) => ({ text: `An answer to ${prompt}.` }),
      });
      const script = ["stty -echo", "printf '[sudo] password for ann: '", "read -r given", "stty echo", `[ "$given" = "${password}" ] || exit 1`, 'exec "$@"'];
      writeFileSync(join(stage.dir, "work", "ask.sh"), `${script.join("\n")}\n`);
      await stage.prompt("hello");
      const asked = await stage.openQuestion();
      expect([asked.kind, asked.options.map(({ id }) => id)]).toEqual(["choice", ["stop"]]);
      const url = /http:\S+\/secret\/\S+/.exec(asked.prompt)?.[0] ?? "";
      expect(await (await fetch(url)).text()).toContain('type="password"');
      const send = (secret: string) => fetch(url, { method: "POST", body: new URLSearchParams({ secret }) });
      expect((await send(password)).status).toBe(200);
      expect((await send(password)).status).toBe(410);
      await stage.answered("An answer to hello.");
      expect((await stage.questions()).filter(({ state }) => state === "open")).toEqual([]);
      // ask.sh holds it, for the test alone.
      rmSync(join(stage.dir, "work", "ask.sh"));
      const holds = readdirSync(join(stage.dir, "home"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => readFileSync(path).includes(password));
      expect(holds).toEqual([]);
      expect(stage.screenOf()).not.toContain(password);
    },
    installMs,
  );

  verifies(
    ["C-11.3-1"],
    "a model that refuses for a while: the session says that it retries, until when, and goes on",
    async () => {
      let refusals = 0;
      await using stage = await DeskStage.start({
        answer: ({ prompt }) => (prompt.startsWith("wait") && refusals++ < 3 ? { status: 429 } : { text: `An answer to ${prompt}.` }),
      });
      await stage.prompt("wait for it");
      const { status } = await stage.until(async () => {
        const found = await stage.session();
        const { doing } = z.object({ doing: z.string() }).catch({ doing: "" }).parse(found["status"]);
        return (doing === "retrying" || doing === "rate_limited") && found;
      });
      expect(status).toMatchObject({ what: expect.stringMatching(/attempt|Retrying/) as unknown });
      await stage.answered("An answer to wait for it.");
      await stage.state("idle");
    },
    installMs,
  );

  verifies(
    ["C-11.2-1"],
    "a dialog that Parley does not know is asked with a picture and without keys",
    async () => {
      await using stage = await DeskStage.start({ answer: ({ prompt }) => ({ text: `An answer to ${prompt}.` }) });
      await stage.prompt("/model");
      const asked = await stage.openQuestion();
      expect([asked.guessed, asked.options.map(({ id }) => id)]).toEqual([true, ["stop"]]);
      expect(asked.prompt).toContain(say("en", tmuxTexts.unknownMenu, { session: "work" }));
      const { thread } = await stage.session();
      const files = JSON.stringify((await stage.api("GET", `/api/threads/${thread}/entries?limit=100`)).body);
      expect(files).toContain("claude-screen.png");
      expect(await stage.answer(asked.id, "stop")).toBe(200);
      await stage.state("idle");
      await stage.prompt("still there?");
      await stage.answered("still there?.");
    },
    installMs,
  );
});
