import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { processesWith } from "#test/fakes/processes";
import { verifies } from "#test/verifies";
import { streamedLines } from "./case-script.ts";
import type { CliStagePart } from "./cli-part.ts";
import { installMs } from "./programs.ts";

/** The hub or the CLI is killed, and the session is ended. */
export function cliRestartCases({ cli, script, stage, victim, pane, askedToDelete }: CliStagePart): void {
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
      // A CLI may tell its model once more what it got no answer to.
      await stage().answered("are you back?");
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
}
