import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, type TestContext, it } from "vitest";
import { tmuxTexts } from "#agents/tmux/texts";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { lacks } from "#test/contracts/lacks";
import { processesWith } from "#test/fakes/processes";
import { verifies } from "#test/verifies";
import { cliStartCases } from "./cli-start-cases.ts";
import { CaseScript, longAnswer, streamedLines } from "./case-script.ts";
import type { DeskCli } from "./desk-clis.ts";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

/** What every coding CLI in tmux must do. The cases of one CLI share a hub and a terminal, in this order, as somebody would use them. */
export function cliCases(cli: DeskCli): void {
  describe(`${cli.name} in tmux`, () => {
    const script = new CaseScript(cli);
    const opened: DeskStage[] = [];
    const stage = (): DeskStage => {
      const [first] = opened;
      if (first === undefined) throw new Error("the stage was not opened");
      return first;
    };
    beforeAll(async () => {
      const sessions = { work: { more: `, start_cmd: '${cli.command}'` } };
      opened.push(await DeskStage.start({ cli, sessions, answer: (asked) => script.answer(asked) }));
      mkdirSync(join(stage().dir, "work", "victim"));
      stage().keep(cli.settings);
      if (cli.startMs !== undefined) await stage().until(async () => stage().screenOf().includes(cli.prompt), cli.startMs);
    }, installMs);
    afterAll(async () => {
      script.releaseAll();
      await opened[0]?.[Symbol.asyncDispose]();
    }, installMs);

    const victim = (): string => join(stage().dir, "work", "victim");
    const pane = (): number => Number(stage().tmux("list-panes", "-t", "=work:", "-F", "#{pane_pid}")[0]);
    const askedToDelete = async (prompt: string) => {
      mkdirSync(victim(), { recursive: true });
      await stage().prompt(prompt);
      // On a slow machine the screen may be read before the hook has come; its question replaces the guessed one.
      const asked = await stage().openQuestion(({ guessed }) => guessed !== true);
      expect(asked.kind).toBe("permission");
      expect(`${asked.subject?.detail} ${asked.prompt}`).toContain("rm -rf ./victim");
      return asked;
    };

    verifies(
      ["C-2.2-3", "C-2.2-4", "C-3.1-1", "C-3.1-2", "C-3.1-4", "C-6.1-1", "C-11.2-2"],
      "an answer in Markdown",
      async () => {
        await stage().prompt("hello **there**");
        expect(await stage().answered("hello")).toBe("15 characters: hello **there**");
        await stage().state("idle");
      },
      installMs,
    );

    it("a long answer, complete", { timeout: installMs }, async () => {
      await stage().prompt("be long");
      expect(await stage().answered("Line 399")).toBe(longAnswer);
    });

    it("prompts in CJK, of many lines, of 5,000 characters, and words that look like a command of the shell", { timeout: installMs }, async () => {
      const lines = "第一行：你好\n  second line, indented\n\n第四行 😀 the end";
      await stage().prompt(lines);
      await stage().answered("the end");
      const whole = `${"x".repeat(4_990)} to the end`;
      await stage().prompt(whole);
      await stage().answered("x to the end");
      await stage().prompt("!touch banged");
      await stage().answered("!touch banged");
      expect(stage().model.prompts.slice(-3)).toEqual([lines, whole, expect.stringMatching(/^\\?!touch banged$/)]);
      expect(existsSync(join(stage().dir, "work", "banged"))).toBe(false);
    });

    it("streaming, line by line", { timeout: installMs }, async (ctx: TestContext) => {
      if (cli.lacks["streaming"] !== undefined) lacks(ctx, cli.lacks["streaming"]);
      await stage().prompt("hold the stream");
      await stage().until(async () => (await stage().draft()).includes(streamedLines[0] ?? ""));
      expect(await stage().draft()).not.toContain(streamedLines.at(-1));
      script.release("hold the stream");
      expect(await stage().answered(streamedLines.at(-1) ?? "")).toBe(streamedLines.join("\n"));
    });

    verifies(
      ["C-5.1-6", "C-11.1-1", "C-11.5-4", "C-11.5-5"],
      "“no” typed in answer to a permission leaves the folder",
      async () => {
        const asked = await askedToDelete("delete it");
        expect(asked.guessed ?? false).toBe(false);
        expect((await stage().session()).state).toBe("waiting_input");
        expect(await stage().prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
        if (cli.isDecidedByHook) await stage().answered("Done with delete it");
        await stage().state("idle");
        expect(existsSync(victim())).toBe(true);
        expect(await stage().answer(asked.id, "allow")).toBe(409);
      },
      installMs,
    );

    it("a permission allowed removes the folder", { timeout: installMs }, async () => {
      const asked = await askedToDelete("delete it again");
      const yes = asked.options.find(({ grants }) => grants === "allow");
      expect(await stage().answer(asked.id, yes?.id ?? "")).toBe(200);
      await stage().answered("Done with delete it again");
      expect(existsSync(victim())).toBe(false);
      await stage().state("idle");
    });

    it("a file edit with its lines", { timeout: installMs }, async () => {
      const file = join(stage().dir, "work", "new.txt");
      await stage().prompt(`write ${file}`);
      const asked = await stage().openQuestion();
      expect(asked.subject?.detail).toMatch(/\+ ?one\n[\s\S]*\+ ?two/);
      const yes = asked.options.find(({ grants }) => grants === "allow");
      expect(await stage().answer(asked.id, yes?.id ?? "")).toBe(200);
      await stage().answered(`Done with write ${file}`);
      expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
    });

    it("a permission at the desk: “no” in the chat, and yes at the terminal", { timeout: installMs }, async () => {
      using _desk = stage().attach("work");
      const first = await askedToDelete("delete it at the desk");
      await stage().until(async () => stage().screenOf().includes(cli.menu.line));
      expect(await stage().prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
      await stage().state("idle");
      expect([existsSync(victim()), first.guessed ?? false]).toEqual([true, false]);
      const second = await askedToDelete("delete it at the desk, really");
      await stage().until(async () => stage().screenOf().includes(cli.menu.line));
      // A menu that was drawn this moment may not take keys yet.
      await stage().until(async () => {
        stage().tmux("send-keys", "-t", "=work:", ...cli.menu.allow);
        return !stage().screenOf().includes(cli.menu.line);
      });
      await stage().answered("Done with delete it at the desk, really");
      expect(existsSync(victim())).toBe(false);
      expect((await stage().questions()).find((one) => one.id === second.id)?.state).not.toBe("open");
    });

    verifies(
      ["C-15.2-1"],
      "typing at the desk, before and in the middle of a turn of the chat; a message while it is busy waits",
      async () => {
        await stage().state("idle");
        stage().tmux("send-keys", "-t", "=work:", "-l", "half a thought");
        await stage().until(async () => stage().screenOf().includes("half a thought"));
        await stage().prompt("wait for me");
        await stage().until(async () => (await stage().messages()).some((one) => one.content.includes(say("en", tmuxTexts.deskTypes))));
        await stage().key("Enter");
        await stage().answered(": half a thought");
        await stage().answered(": wait for me");
        const desk = (await stage().messages()).find((one) => one.content === "half a thought");
        expect(desk).toMatchObject({ role: "user", author_name: say("en", turnTexts.atTheDesk) });
        await stage().prompt("hold one");
        await stage().until(async () => stage().model.prompts.includes("hold one"));
        await stage().prompt("queued meanwhile");
        expect(await stage().session()).toMatchObject({ state: "processing", queue: 1 });
        stage().tmux("send-keys", "-t", "=work:", "-l", "typed meanwhile");
        await stage().until(async () => stage().screenOf().includes("typed meanwhile"));
        await stage().key("Enter");
        script.release("hold one");
        if (!cli.steers) await stage().answered(streamedLines.at(-1) ?? "");
        await stage().answered(": typed meanwhile");
        await stage().answered(": queued meanwhile");
        await stage().state("idle");
      },
      installMs,
    );

    verifies(
      ["C-11.3-1", "C-12.1-1"],
      "an interrupt from the chat, and Esc at the terminal",
      async () => {
        await stage().prompt("hold on");
        await stage().until(async () => stage().model.prompts.includes("hold on"));
        const { id } = await stage().session();
        expect((await stage().api("POST", `/api/sessions/${id}/stop`)).status).toBe(200);
        await stage().state("idle");
        await stage().prompt("hold again");
        await stage().until(async () => stage().model.prompts.includes("hold again"));
        await stage().until(async () => {
          stage().tmux("send-keys", "-t", "=work:", "Escape");
          return stage()
            .state("idle", "work", 2_000)
            .catch(() => false as const);
        });
        expect((await stage().messages()).at(-1)?.content).toContain(say("en", tmuxTexts.interrupted));
        await stage().prompt("still there?");
        await stage().answered(": still there?");
      },
      installMs,
    );

    it("errors of the model: 500, 429 and overloaded, in its own words", { timeout: installMs }, async () => {
      for (const status of [500, 429, 529]) {
        await stage().prompt(`error ${status}`);
        const failed = await stage().until(async () => {
          const session = await stage().session();
          return session.state === "error" && session.queue === 0 && session;
        });
        expect(failed.reason).not.toBe("");
      }
      await stage().prompt("back again?");
      await stage().answered(": back again?");
      await stage().state("idle");
    });

    verifies(
      ["C-9.1-11"],
      "a hub killed in the middle of a turn, which goes on",
      async () => {
        const before = pane();
        await stage().prompt("hold first");
        await stage().until(async () => stage().model.prompts.includes("hold first"));
        await stage().kill();
        script.release("hold first");
        await stage().restart();
        await stage().until(async () => (await stage().answers()).at(-1) === streamedLines.join("\n"));
        await stage().prompt("hold second");
        await stage().until(async () => stage().model.prompts.includes("hold second"));
        await stage().kill();
        await stage().restart();
        expect((await stage().session()).state).toBe("processing");
        script.release("hold second");
        await stage().state("idle");
        expect(pane()).toBe(before);
        expect(stage().model.prompts.filter((one) => one === "hold second")).toHaveLength(1);
      },
      installMs,
    );

    it("a hub killed in the middle of a question, which is answered once", { timeout: installMs }, async () => {
      const asked = await askedToDelete("delete it after a restart");
      await stage().kill();
      await stage().restart();
      const open = await stage().openQuestion();
      expect(!cli.isDecidedByHook || open.id === asked.id).toBe(true);
      expect(existsSync(victim())).toBe(true);
      const yes = open.options.find(({ grants }) => grants === "allow");
      expect(await stage().answer(open.id, yes?.id ?? "")).toBe(200);
      await stage().answered("Done with delete it after a restart");
      expect(existsSync(victim())).toBe(false);
      expect(await stage().answer(open.id, yes?.id ?? "")).toBe(409);
      await stage().state("idle");
    });

    verifies(
      ["C-3.1-3"],
      "killed in the middle of a turn: lost, and the next prompt goes on with the conversation",
      async () => {
        await stage().prompt("hold until killed");
        await stage().until(async () => stage().model.prompts.includes("hold until killed"));
        process.kill(pane(), "SIGKILL");
        await stage().state("dead");
        await stage().prompt("are you back?");
        await stage().answered(": are you back?");
        const { id } = await stage().session();
        expect((await stage().api("GET", `/api/sessions/${id}/conversations`)).body).toMatchObject([{ title: "hello **there**" }]);
      },
      installMs,
    );

    it("ended, it leaves no process, no file and the user's settings as they were", { timeout: installMs }, async () => {
      const { id } = await stage().session();
      expect((await stage().api("DELETE", `/api/sessions/${id}`)).status).toBe(200);
      await stage().until(async () => processesWith(`PARLEY_SEAT=${id}`).length === 0);
      expect(stage().tmux("list-sessions", "-F", "#{session_name}")).toEqual(["parley-hub"]);
      expect(existsSync(join(stage().dir, "home", "sessions", "work"))).toBe(false);
      expect(stage().changed()).toEqual([]);
    });

    cliStartCases(cli);
  });
}
