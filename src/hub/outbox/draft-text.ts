import type { Language } from "#domain/command";
import type { PlanItem } from "#domain/work";
import type { Draft } from "#hub/turns/drafts";
import { formatDuration } from "#lib/time/format-duration";
import { keepHead } from "#lib/text/truncate";

const marks: Readonly<Record<PlanItem["state"], string>> = { done: "✓", in_progress: "▸", pending: "·" };
const mostItems = 12;
const whatChars = 120;

/**
 * What a chat shows of a turn that is under way: what the agent says, or, for one that says nothing until it is done, its todo
 * list, its latest step and how long it has taken. Empty: nothing to show yet.
 */
export function draftText(draft: Draft, now: number, language: Language): string {
  if (draft.text !== "") return draft.text;
  const { status, plan = [], steps } = draft;
  if (status === undefined && plan.length === 0) return "";
  const latest = steps.at(-1);
  const head = status?.what === undefined ? draft.sessionName : `${draft.sessionName}: ${oneLine(status.what)}`;
  // The span counts whole steps of ten seconds, so that it alone does not edit the message all the time.
  const span = formatDuration(language, Math.floor((now - draft.beganAt) / 10_000) * 10_000);
  return [
    `${head} (${span})`,
    ...plan.slice(0, mostItems).map((item) => `${marks[item.state]} ${oneLine(item.text)}`),
    ...(plan.length > mostItems ? [`… +${plan.length - mostItems}`] : []),
    ...(latest === undefined ? [] : [`› ${latest.verb}: ${oneLine(latest.what)}`]),
  ].join("\n");
}

function oneLine(text: string): string {
  return keepHead(text.replaceAll(/\s+/g, " "), whatChars).text;
}
