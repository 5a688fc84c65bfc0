import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { tmuxTexts } from "#agents/tmux/texts";
import { run } from "#test/fakes/program";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

describe("somebody at the desk", () => {
  verifies(
    ["C-15.2-1"],
    "is heard in the chat, and what they have typed is left alone until it is sent",
    async () => {
      const held = Promise.withResolvers<void>();
      await using stage = await DeskStage.start({
        answer: ({ prompt }) => ({ text: `An answer to ${prompt}, from the model.`, ...(prompt === "slow one" && { hold: held.promise }) }),
      });
      await stage.until(async () => stage.screenOf().includes("❯"));
      await stage.prompt("from the chat");
      await stage.answered("from the chat");
      // Half a line at the terminal: the chat's message waits, and nothing is mixed.
      stage.tmux("send-keys", "-t", "=work:", "-l", "half a thought");
      await stage.until(async () => stage.screenOf().includes("half a thought"));
      await stage.prompt("wait for me");
      await stage.until(async () => (await stage.messages()).some((one) => one.content.includes(say("en", tmuxTexts.deskTypes))));
      stage.tmux("send-keys", "-t", "=work:", "Enter");
      await stage.answered("An answer to half a thought");
      await stage.answered("An answer to wait for me");
      const desk = (await stage.messages()).find((one) => one.content === "half a thought");
      expect(desk).toMatchObject({ role: "user", author_name: say("en", turnTexts.atTheDesk) });
      // In the middle of a turn of the chat.
      await stage.prompt("slow one");
      await stage.until(async () => stage.model.prompts.includes("slow one"));
      stage.tmux("send-keys", "-t", "=work:", "-l", "typed meanwhile");
      stage.tmux("send-keys", "-t", "=work:", "Enter");
      await stage.until(async () => stage.screenOf().includes("typed meanwhile"));
      held.resolve();
      await stage.answered("An answer to slow one");
      await stage.answered("An answer to typed meanwhile");
      await stage.state("idle");
      expect(stage.model.prompts).toEqual(["from the chat", "half a thought", "wait for me", "slow one", "typed meanwhile"]);
    },
    installMs,
  );

  verifies(
    ["C-5.2-5"],
    "two sessions in one directory never mix, and a message to a busy one is queued",
    async () => {
      const held = Promise.withResolvers<void>();
      await using stage = await DeskStage.start({
        sessions: { work: { dir: "shared" }, other: { dir: "shared" } },
        answer: ({ prompt }) => ({ text: `An answer to ${prompt}, from the model.`, ...(prompt === "hold on" && { hold: held.promise }) }),
      });
      await Promise.all([stage.prompt("hold on"), stage.prompt("for the other", "other")]);
      await stage.answered("for the other", "other");
      await stage.prompt("one more");
      expect((await stage.session()).state).toBe("processing");
      expect((await stage.session()).queue).toBe(1);
      held.resolve();
      await stage.answered("An answer to one more");
      expect(await stage.answers()).toEqual(["An answer to hold on, from the model.", "An answer to one more, from the model."]);
      expect(await stage.answers("other")).toEqual(["An answer to for the other, from the model."]);
    },
    installMs,
  );

  verifies(
    ["C-9.1-11", "C-9.1-10", "C-15.3-1", "C-5.2-3"],
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
      expect(files).toContain("claude-screen.svg");
      expect(await stage.answer(asked.id, "stop")).toBe(200);
      await stage.state("idle");
      await stage.prompt("still there?");
      await stage.answered("still there?.");
    },
    installMs,
  );
});
