import type { Capability, Command, Holder, Language, NewRun, CommandPlace, Speech } from "#domain/command";
import { CommandFault } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { ErrorCode } from "#domain/errors";
import type { JsonObject } from "#domain/json";
import type { Actor } from "#domain/people";
import type { Right } from "#domain/policy";
import type { Acceptance } from "#domain/store";
import type { Surface } from "#domain/thread";
import { redactLine } from "#lib/redact/redact-argv";
import { say } from "#lib/words/words";
import type { CommandTable, HubDeps } from "#hub/deps";
import type { RunOutcome } from "./run-output.ts";
import { terminalTexts } from "./texts.ts";
import { roleNeeded } from "#hub/access/role-needed";
import { accessTexts } from "#hub/access/texts";
import { defined } from "#lib/defined";

export interface CommandCall {
  readonly by: Actor;
  readonly surface: Surface;
  readonly place: CommandPlace;
  readonly language: Language;
  /** Verbs typed behind a chat's prefix, the terminal's commands, or the tools of the hub's own agents. */
  readonly table: "chat" | "terminal" | "tools";
  /** Without the prefix. */
  readonly line: string;
  /** The line's words, from a caller that has them as data. */
  readonly words?: readonly string[];
  readonly key?: string;
  readonly reach?: Acceptance["reach"];
  readonly session: Holder;
  /** Somebody is asked before a command touches more than the hub, also where the caller may do it. */
  readonly confirm?: true;
  readonly stdin?: string;
  /** No more than the command allows itself. */
  readonly timeoutMs?: number;
  /** The caller gave up. */
  readonly signal?: AbortSignal;
  readonly progress?: (line: string) => void;
}

/** What a line comes to before anything is done: a command with its arguments and whether it may run, or why not. */
export type Plan =
  | {
      readonly verdict: "allow" | "ask";
      readonly command: Command;
      readonly args: unknown;
      readonly words: readonly string[];
      /** The rights that the caller has only after somebody else's yes. */
      readonly asksFor: readonly Right[];
    }
  | { readonly verdict: "refused"; readonly outcome: RunOutcome; readonly command?: Command; readonly denied?: ErrorCode };

const rightFor: Readonly<Record<Capability, Right>> = { "files.read": "run.files", "files.write": "run.files", network: "run.network", risky: "run.risky" };

/** Pure but for what the gate is told afterwards: nothing is written, nothing runs. */
export function planCommand(
  deps: Pick<HubDeps, "policy" | "tokenize">,
  tables: Readonly<Record<CommandCall["table"], CommandTable>>,
  call: CommandCall,
  prefix: string,
): Plan {
  const speech: Speech = { language: call.language, prefix };
  let command: Command | undefined;
  try {
    const words = call.words ?? deps.tokenize(call.line, call.language);
    const found = tables[call.table].find(words);
    if (found === undefined) return { verdict: "refused", outcome: refusalOf(tables[call.table].unknown(words, speech)) };
    command = found.command;
    const decision = decide(deps, call.by, command);
    if (decision.verdict === "deny") {
      const sentence = mayNot(call, decision.right, decision.code);
      return { verdict: "refused", outcome: refusalOf(new ParleyError(decision.code, sentence)), command, denied: decision.code };
    }
    const args = command.parse(found.argv, speech);
    const { stdin } = call;
    if (stdin !== undefined && stdin.length > command.limits.inputChars)
      throw new ParleyError("TooLarge", say(call.language, terminalTexts.stdinTooLong, { chars: stdin.length, max: command.limits.inputChars }));
    const asksFor = call.confirm === true && changesMore(command) ? rightsOf(command) : decision.asksFor;
    return { verdict: asksFor.length === 0 ? "allow" : "ask", command, args, words, asksFor };
  } catch (cause) {
    if (cause instanceof ParleyError || cause instanceof CommandFault) return { verdict: "refused", outcome: refusalOf(cause), ...defined({ command }) };
    throw cause;
  }
}

/** More than reading what is there. */
function changesMore({ needs }: Command): boolean {
  return needs.some((need) => need !== "files.read");
}

function decide(
  { policy }: Pick<HubDeps, "policy">,
  by: Actor,
  command: Command,
): { verdict: "decided"; asksFor: readonly Right[] } | { verdict: "deny"; right: Right; code: ErrorCode } {
  const asksFor: Right[] = [];
  for (const right of rightsOf(command)) {
    const decision = policy.decide(by, right);
    if (decision.verdict === "deny") return { verdict: "deny", right, code: decision.code };
    if (decision.verdict === "ask") asksFor.push(right);
  }
  return { verdict: "decided", asksFor };
}

/** What somebody needs who runs the command without asking. */
export function rightsOf(command: Command): readonly Right[] {
  return [...new Set([command.right, ...command.needs.map((need) => rightFor[need])])];
}

/** The sentence for whoever reads, code and details for programs. */
export function refusalOf({ code, message, data }: { code: string; message: string; data?: unknown }): RunOutcome {
  const details = typeof data === "object" && data !== null ? (data as JsonObject) : {};
  return { exitCode: 1, text: "", stderr: message, message, result: { ...details, ok: false, error: code }, code };
}

/** Only what the command declares; the rest of its arguments stays out of the record. */
export function recordedArgs(command: Command, args: unknown): NonNullable<NewRun["args"]> {
  if (typeof args !== "object" || args === null) return {};
  const named = Object.entries(args).filter(
    ([name, value]) => command.audit.includes(name) && (typeof value === "string" || typeof value === "number" || typeof value === "boolean"),
  );
  return Object.fromEntries(named) as JsonObject;
}

function mayNot({ by, language, line }: CommandCall, right: Right, code: ErrorCode): string {
  if (code === "NeedsApproval") return say(language, accessTexts.needsApproval, { what: redactLine(line) });
  return roleNeeded(language, by, right === "people" || right === "tokens" || right === "audit" ? "owner" : "admin");
}
