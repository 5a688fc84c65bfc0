import { CommandFault, type Asked, type NewRun } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { WorkspaceFiles } from "#domain/workspace";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { approveRun } from "./approve-run.ts";
import { createContext, type ContextParts } from "./command-context.ts";
import { refusalOf, type CommandCall, type Plan } from "./plan-command.ts";
import { replacing } from "./replace-approval.ts";
import type { RunOutcome } from "./run-output.ts";
import { limitRun } from "./run-time-limit.ts";
import { tookTooLong } from "./shown-run.ts";
import { terminalTexts } from "./texts.ts";

export interface Attempt {
  readonly files: WorkspaceFiles;
  /** What may be replaced, as the line names it. */
  readonly replaceable: Set<string>;
  readonly secrets: Set<string>;
  readonly stop: AbortSignal;
  readonly asked: () => void;
}

type AllowedPlan = Exclude<Plan, { verdict: "refused" }>;

export type AttemptRun = (call: CommandCall, run: NewRun, plan: AllowedPlan, how: Attempt) => Promise<RunOutcome>;

/** Asks for approval where a run needs it, then runs the command within its time limit. A failure is an outcome too. */
export function createAttemptRun(
  deps: Pick<HubDeps, "store" | "policy" | "clock" | "newId" | "log" | "settings">,
  parts: ContextParts,
  prefixOf: (call: CommandCall) => string,
): AttemptRun {
  const { clock, log } = deps;
  const { approvals } = parts;

  const within = async (call: CommandCall, run: NewRun, { command, args }: AllowedPlan, how: Attempt): Promise<RunOutcome> => {
    const timeMs = Math.min(call.timeoutMs ?? Infinity, command.limits.timeMs);
    const limit = limitRun(clock, {
      timeMs,
      stop: how.stop,
      tookTooLong: () => tookTooLong(call, `${prefixOf(call)}${command.name}`, timeMs),
      stopped: () => new ParleyError("Stopped", say(call.language, terminalTexts.runStopped)),
    });
    const asked: Asked = {
      run: run.id,
      by: call.by,
      surface: call.surface,
      place: call.place,
      language: call.language,
      prefix: prefixOf(call),
      signal: limit.signal,
    };
    const ctx = createContext(deps, parts, {
      asked,
      holder: call.session,
      command,
      files: how.files,
      ...defined({ stdin: call.stdin }),
      progress: (line) => call.progress?.(line),
      revealed: (values) => values.forEach((value) => how.secrets.add(value)),
    });
    parts.owned.touch(call.session);
    return limit.race(() => command.run(args, ctx));
  };

  return async (call, run, plan, how) => {
    const gaveUp = call.signal === undefined ? how.stop : AbortSignal.any([how.stop, call.signal]);
    try {
      const path = plan.command.replaces?.(plan.args);
      const replaces = path === undefined ? "nothing" : await replacing(deps, call, { path, run: run.id });
      if (plan.verdict === "ask" || replaces === "ask") {
        const replaced = replaces === "ask" ? path : undefined;
        const verdict = await approveRun({ ...deps, approvals }, { call, run, plan, ...defined({ replaces: replaced }) }, gaveUp, how.asked);
        if (gaveUp.aborted) return refusalOf({ code: "Stopped", message: say(call.language, terminalTexts.runStopped) });
        if (!verdict.allowed)
          return refusalOf({
            code: "NotAllowed",
            message: verdict.by === "" ? say(call.language, terminalTexts.runNobodyAnswered) : say(call.language, terminalTexts.runDenied, { who: verdict.by }),
          });
      }
      if (path !== undefined && replaces !== "nothing") how.replaceable.add(path);
      return await within(call, run, plan, { ...how, stop: gaveUp });
    } catch (cause) {
      if (cause instanceof ParleyError || cause instanceof CommandFault) return refusalOf(cause);
      if (gaveUp.aborted) return refusalOf({ code: "Stopped", message: say(call.language, terminalTexts.runStopped) });
      log.error({ cause, run: run.id }, "a command broke off");
      return refusalOf({ code: "Internal", message: say(call.language, terminalTexts.commandFailed, { prefix: prefixOf(call), name: run.name, run: run.id }) });
    }
  };
}
