import type { NewRun } from "#domain/command";
import { nameOf } from "#domain/people";
import { defined } from "#lib/defined";
import { sha256 } from "#lib/digest";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import { shownPath } from "#hub/files/file-refusal";
import { shownName } from "#hub/outbox/chat-parts";
import { noteTo } from "#hub/outbox/note-to";
import type { Approvals, Verdict } from "#hub/questions/approvals";
import { questionTexts } from "#hub/questions/texts";
import type { CommandCall, Plan } from "./plan-command.ts";
import { terminalTexts } from "./texts.ts";

export interface RunToApprove {
  readonly call: CommandCall;
  readonly run: NewRun;
  readonly plan: Exclude<Plan, { verdict: "refused" }>;
  /** The file that it would replace, where that is what needs approval. */
  readonly replaces?: string;
}

/** Asks somebody who may allow the run and waits for the answer. `asked` is called when the question stands. */
export async function approveRun(
  { store, clock, settings, approvals }: Pick<HubDeps, "store" | "clock" | "settings"> & { readonly approvals: Approvals },
  { call, run, plan, replaces }: RunToApprove,
  signal: AbortSignal,
  asked: () => void,
): Promise<Verdict> {
  const { by, language } = call;
  const { address, thread } = call.place;
  call.progress?.(say(language, terminalTexts.runAsks));
  if (address !== undefined)
    await store.accept({ at: clock.now(), deliveries: [noteTo(address, say(language, terminalTexts.runWaitsHere, { line: run.line }))] });
  const what = { who: shownName(nameOf(by)), line: run.line };
  const needs = replaces === undefined ? plan.asksFor : [...plan.asksFor, "run.replace" as const];
  return approvals.decide(
    {
      by,
      key: `run ${run.id}`,
      title: by.kind === "session" ? say(language, questionTexts.titleSessionRun, { session: by.name }) : say(language, questionTexts.titleRun),
      prompt:
        replaces === undefined ? say(language, terminalTexts.askRun, what) : say(language, terminalTexts.askReplace, { ...what, path: shownPath(replaces) }),
      subject: { argv: plan.words, directory: settings.workspace, ...(call.stdin === undefined ? {} : { detail: shownInput(language, call.stdin) }) },
      run: { id: run.id, needs },
      ...defined({ thread }),
    },
    signal,
    asked,
  );
}

/** Enough to read before one says yes; a message in a chat has to hold it beside the rest. */
const shownChars = 2_000;

/** What is piped in belongs to what is approved. A longer one is cut, and the hash says which one it is. */
function shownInput(language: CommandCall["language"], stdin: string): string {
  const letters = Array.from(stdin);
  const facts = say(language, terminalTexts.inputFacts, { chars: letters.length, hash: sha256(stdin) });
  const cut = letters.length > shownChars ? `\n${say(language, terminalTexts.inputCut, { chars: letters.length - shownChars })}` : "";
  return `${facts}\n${letters.slice(0, shownChars).join("")}${cut}`;
}
