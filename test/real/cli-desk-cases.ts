import { expect } from "vitest";
import { tmuxTexts } from "#agents/tmux/texts";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { verifies } from "#test/verifies";
import { streamedLines } from "./case-script.ts";
import type { CliStagePart } from "./cli-part.ts";
import { installMs } from "./programs.ts";

/** Somebody types and interrupts at the desk and in the chat. */
export function cliDeskCases({ cli, script, stage }: CliStagePart): void {
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
        for (const key of cli.escape ?? ["Escape"]) await stage().key(key);
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
}
