import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { z } from "zod";
import { acpTexts } from "#agents/acp/texts";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { lacks } from "#test/contracts/lacks";
import { processesWith } from "#test/fakes/processes";
import { verifies } from "#test/verifies";
import type { AcpReal } from "./acp-clis.ts";
import { CaseScript, longAnswer, streamedLines } from "./case-script.ts";
import { DeskStage } from "./desk-stage.ts";
import { installMs } from "./programs.ts";

/** What every coding CLI over ACP must do. The cases of one CLI share a hub, in this order, as somebody would use them. */
export function acpCases(cli: AcpReal): void {
  describe(`${cli.name} over ACP`, () => {
    const script = new CaseScript(cli);
    const opened: DeskStage[] = [];
    const stage = (): DeskStage => {
      const [first] = opened;
      if (first === undefined) throw new Error("the stage was not opened");
      return first;
    };
    beforeAll(async () => {
      opened.push(await startStage(cli, script));
      stage().keep(cli.settings);
    }, installMs);
    afterAll(async () => {
      script.releaseAll();
      await opened[0]?.[Symbol.asyncDispose]();
    }, installMs);

    const victim = (): string => join(stage().dir, "work", "victim");
    const askedToDelete = async (prompt: string) => {
      mkdirSync(victim(), { recursive: true });
      await stage().prompt(prompt);
      const asked = await stage().openQuestion();
      expect(asked).toMatchObject({ kind: "permission", prompt: say("en", acpTexts.mayRun) });
      expect(asked.guessed ?? false).toBe(false);
      expect(asked.subject?.detail).toMatch(/^rm -rf \.\/victim$/m);
      return asked;
    };
    const facts = async () => {
      const { id } = await stage().session();
      return z.object({ facts: z.object({ pid: z.number() }) }).parse((await stage().api("GET", `/api/sessions/${id}`)).body).facts;
    };
    const agents = async (): Promise<readonly string[]> => processesWith(`PARLEY_SEAT=${(await stage().session()).id}`);

    it("an answer in Markdown, and a long one, complete", { timeout: installMs }, async () => {
      await stage().prompt("hello **there**");
      // An adapter may put a warning about its model before the first answer.
      expect(await stage().answered("hello")).toMatch(/(^|\n\n)15 characters: hello \*\*there\*\*$/);
      await stage().prompt("be long");
      expect((await stage().answered("Line 399")).endsWith(longAnswer)).toBe(true);
      await stage().state("idle");
    });

    it("streaming", { timeout: installMs }, async () => {
      await stage().prompt("hold the stream");
      await stage().until(async () => (await stage().draft()).includes(streamedLines[0] ?? ""));
      expect(await stage().draft()).not.toContain(streamedLines.at(-1));
      script.release("hold the stream");
      expect((await stage().answered(streamedLines.at(-1) ?? "")).endsWith(streamedLines.join("\n"))).toBe(true);
    });

    verifies(
      ["C-11.1-1", "C-11.5-4", "C-11.5-5"],
      "“no” typed in answer to a permission leaves the folder",
      async () => {
        const asked = await askedToDelete("delete it");
        expect((await stage().session()).state).toBe("waiting_input");
        expect(await stage().prompt("no")).toMatchObject({ answered: expect.anything() as unknown });
        if (cli.stopsWhenDenied !== true) await stage().answered("Done with delete it");
        await stage().state("idle");
        expect(existsSync(victim())).toBe(true);
        expect(await stage().answer(asked.id, asked.options[0]?.id ?? "")).toBe(409);
      },
      installMs,
    );

    it("“yes” allows this once: the folder is gone, and the next time it is asked again", { timeout: installMs }, async () => {
      await askedToDelete("delete it again");
      expect(await stage().prompt("yes")).toMatchObject({ answered: expect.anything() as unknown });
      await stage().answered("Done with delete it again");
      expect(existsSync(victim())).toBe(false);
      await askedToDelete("delete it once more");
      await stage().prompt("no");
      await stage().state("idle");
      expect(existsSync(victim())).toBe(true);
    });

    it("a file edit with its lines", { timeout: installMs }, async (ctx: TestContext) => {
      if (cli.lacks["edit"] !== undefined) lacks(ctx, cli.lacks["edit"]);
      const file = join(stage().dir, "work", "new.txt");
      await stage().prompt(`write ${file}`);
      const asked = await stage().openQuestion();
      expect(asked.subject?.detail).toMatch(/\+one\n\+two/);
      expect(existsSync(file)).toBe(false);
      await stage().prompt("yes");
      await stage().answered(`Done with write ${file}`);
      expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
    });

    it("stopping, while it works and while it asks; a message while it is busy waits", { timeout: installMs }, async () => {
      const { id } = await stage().session();
      await stage().prompt("hold on");
      await stage().until(async () => stage().model.prompts.includes("hold on"));
      await stage().prompt("after that");
      expect((await stage().session()).state).toBe("processing");
      expect((await stage().api("POST", `/api/sessions/${id}/stop`)).status).toBe(200);
      await stage().answered("after that");
      const asked = await askedToDelete("delete and stop");
      expect((await stage().api("POST", `/api/sessions/${id}/stop`)).status).toBe(200);
      await stage().state("idle");
      expect((await stage().questions()).find((one) => one.id === asked.id)?.state).toBe("withdrawn");
      expect(existsSync(victim())).toBe(true);
      await stage().prompt("and now");
      await stage().answered("and now");
    });

    it("the agent is killed mid-turn: the turn is lost, and the next prompt goes on with the conversation", { timeout: installMs }, async () => {
      await stage().prompt("hold and die");
      await stage().until(async () => stage().model.prompts.includes("hold and die"));
      const { pid } = await facts();
      // With its children: some CLIs start themselves again, and the second process does the work.
      process.kill(-pid, "SIGKILL");
      await stage().state("dead");
      await stage().prompt("back again");
      await stage().answered("back again");
      await stage().state("idle");
      expect((await facts()).pid).not.toBe(pid);
    });

    it("the hub is killed mid-turn: one ending, no second prompt, and the conversation goes on", { timeout: installMs }, async () => {
      await stage().prompt("hold the hub");
      await stage().until(async () => stage().model.prompts.includes("hold the hub"));
      await stage().kill();
      await stage().restart();
      await stage().until(async () => (await stage().messages()).some((one) => one.content.includes(say("en", acpTexts.lost))));
      await stage().prompt("after the restart");
      await stage().answered("after the restart");
      expect(stage().model.prompts.filter((prompt) => prompt === "hold the hub")).toHaveLength(1);
    });

    it("one conversation over all of this, as the agent lists it", { timeout: installMs }, async (ctx: TestContext) => {
      if (cli.lacks["conversations"] !== undefined) lacks(ctx, cli.lacks["conversations"]);
      const { id } = await stage().session();
      expect((await stage().api("GET", `/api/sessions/${id}/conversations`)).body).toHaveLength(1);
    });

    it("ending the session leaves no process, and the user's own settings are as they were", { timeout: installMs }, async () => {
      expect((await agents()).length).toBeGreaterThan(0);
      const { id } = await stage().session();
      expect((await stage().api("DELETE", `/api/sessions/${id}`)).status).toBe(200);
      expect(processesWith(`PARLEY_SEAT=${id}`)).toEqual([]);
      expect(stage().changed()).toEqual([]);
    });
  });
}

function startStage(cli: AcpReal, script: CaseScript): Promise<DeskStage> {
  const { adapter } = cli;
  return DeskStage.start({
    cli,
    sessions: { work: { more: ", driver: acp" } },
    answer: (asked) => script.answer(asked),
    ...(adapter !== undefined && { links: { [adapter.name]: adapter.program } }),
    ...defined({ yaml: cli.yaml }),
  });
}
