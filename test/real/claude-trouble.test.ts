import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { tmuxTexts } from "#agents/tmux/texts";
import { say } from "#lib/words/words";
import { processesWith } from "#test/fakes/processes";
import { verifies } from "#test/verifies";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

describe("a turn of Claude Code that goes wrong", () => {
  verifies(
    ["C-11.3-1", "C-12.1-1"],
    "is stopped, interrupted at the terminal, or fails with the model's own words; the next one works",
    async () => {
      const never = Promise.withResolvers<void>();
      await using stage = await DeskStage.start({
        sessions: { work: { more: ", start_cmd: 'CLAUDE_CODE_MAX_RETRIES=0 claude'" } },
        answer: ({ prompt }) => {
          if (prompt.startsWith("hang")) return { text: "I begin with many words.\nAnd then more and more of them.", hold: never.promise };
          // What the model never answered comes once more before the next prompt.
          const last = prompt.split("\n").at(-1) ?? "";
          if (last.startsWith("error")) return { status: Number(last.split(" ")[1]) };
          return { text: `An answer to ${last}.` };
        },
      });
      await stage.prompt("hang on");
      await stage.until(async () => stage.model.prompts.includes("hang on"));
      const { id } = await stage.session();
      expect((await stage.api("POST", `/api/sessions/${id}/stop`)).status).toBe(200);
      await stage.state("idle");
      await stage.prompt("hang again");
      await stage.until(async () => stage.model.prompts.includes("hang again"));
      await stage.until(async () => stage.screenOf().split("I begin with").length > 2);
      // As people do it: once more when nothing happens.
      await stage.until(async () => {
        stage.tmux("send-keys", "-t", "=work:", "Escape");
        return stage.state("idle", "work", 2_000).catch(() => false as const);
      });
      expect((await stage.messages()).at(-1)?.content).toContain(say("en", tmuxTexts.interrupted));
      for (const status of [500, 429, 529]) {
        await stage.prompt(`error ${status}`);
        const failed = await stage.until(async () => {
          const session = await stage.session();
          return session.state === "error" && session.reason.includes(String(status)) && session;
        });
        expect(failed.reason).toContain(`scripted ${status}`);
      }
      await stage.prompt("still there?");
      await stage.answered("An answer to still there?");
      await stage.state("idle");
      never.resolve();
    },
    installMs,
  );

  verifies(
    ["C-3.1-3"],
    "ends as lost when the CLI is killed; the next prompt starts it again with the same conversation; ending the session leaves nothing",
    async () => {
      const never = Promise.withResolvers<void>();
      await using stage = await DeskStage.start({
        answer: ({ prompt }) => ({
          text: `An answer to ${prompt}, which is long enough to be streamed in pieces.`,
          ...(prompt === "hang" && { hold: never.promise }),
        }),
      });
      const settings = join(stage.dir, ".claude", "settings.json");
      const before = readFileSync(settings, "utf8");
      const kill = () => process.kill(Number(stage.tmux("list-panes", "-t", "=work:", "-F", "#{pane_pid}")[0]), "SIGKILL");
      await stage.until(async () => stage.screenOf().includes("❯"));
      // Nothing was said yet, so there is no conversation to take up.
      kill();
      await stage.state("dead");
      await stage.prompt("remember this");
      await stage.answered("remember this");
      await stage.prompt("hang");
      await stage.until(async () => stage.model.prompts.includes("hang"));
      kill();
      await stage.state("dead");
      await stage.prompt("are you back?");
      await stage.answered("An answer to are you back?");
      const { id } = await stage.session();
      const conversations = (await stage.api("GET", `/api/sessions/${id}/conversations`)).body;
      expect(conversations).toMatchObject([{ title: "remember this" }]);
      expect((await stage.api("DELETE", `/api/sessions/${id}`)).status).toBe(200);
      await stage.until(async () => processesWith(`PARLEY_SEAT=${id}`).length === 0);
      expect(stage.tmux("list-sessions", "-F", "#{session_name}")).toEqual(["parley-hub"]);
      expect(existsSync(join(stage.dir, "home", "sessions", "work"))).toBe(false);
      expect(readFileSync(settings, "utf8")).toBe(before);
      never.resolve();
    },
    installMs,
  );

  verifies(
    ["C-3.1-5"],
    "asks about its start-up dialog with a picture, and goes on with the answer",
    async () => {
      await using stage = await DeskStage.start({ isTrusted: false, answer: ({ prompt }) => ({ text: `An answer to ${prompt}.` }) });
      await stage.prompt("hello");
      const asked = await stage.openQuestion();
      expect(asked).toMatchObject({ guessed: true, kind: "permission" });
      expect(asked.prompt).toContain("Quick safety check");
      const yes = asked.options.find(({ label }) => label.startsWith("Yes"));
      await stage.answer(asked.id, yes?.id ?? "");
      await stage.answered("An answer to hello");
    },
    installMs,
  );
});
