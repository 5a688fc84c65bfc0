import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { cliAnswerCases } from "./cli-answer-cases.ts";
import { cliDeskCases } from "./cli-desk-cases.ts";
import { cliErrorCases } from "./cli-error-cases.ts";
import { cliFileCases } from "./cli-file-cases.ts";
import type { CliStagePart } from "./cli-part.ts";
import { cliEditCases, cliPermissionCases } from "./cli-permission-cases.ts";
import { cliRestartCases } from "./cli-restart-cases.ts";
import { cliStartCases } from "./cli-start-cases.ts";
import { CaseScript } from "./case-script.ts";
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

    const part: CliStagePart = { cli, script, stage, victim, pane, askedToDelete };

    cliAnswerCases(part);
    cliPermissionCases(part);
    cliFileCases(cli, stage);
    cliEditCases(part);
    cliDeskCases(part);
    cliErrorCases(cli, stage);
    cliRestartCases(part);
    cliStartCases(cli);
  });
}
