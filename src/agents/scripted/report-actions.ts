import type { WorkPlan, WorkStatus } from "#domain/work";
import { defined } from "#lib/defined";
import type { Action, GoneAction } from "./language.ts";
import type { ScriptLine } from "./line.ts";

/** Lines about the agent's own state, and about what its seat gives it. */
export const reportActions: Readonly<Record<string, (line: ScriptLine) => Action>> = {
  status: readStatus,
  plan: readPlan,
  usage: readUsage,
  remember: (line) => line.leaf({ do: "remember", text: line.text("a text in double quotes after remember") }),
  env: (line) => readCheck(line, "env"),
  secret: (line) => readCheck(line, "secret"),
  history: (line) => line.leaf({ do: "history", limit: line.number("a number of lines after history") }),
  open: (line) => line.leaf({ do: "open", name: line.text("the name of a file that came with the prompt, in double quotes") }),
  call: readCall,
  deliver: (line) => {
    if (!line.word("to")) throw line.wrong('to and an address after deliver, like deliver to "telegram" "123"');
    const channel = line.text("a channel in double quotes after to");
    return line.leaf({ do: "deliver", channel, room: line.text("a room in double quotes after the channel") });
  },
  gone: (line) => line.leaf(readGone(line)),
};

/** `gone ["after" TIME] "reason" [back after TIME]` */
export function readGone(line: ScriptLine): GoneAction {
  const afterMs = line.word("after") ? line.span("a time after after, like 500ms") : 0;
  const reason = line.text("a reason in double quotes after gone");
  const backAfterMs = line.word("back") ? readAfter(line) : undefined;
  return { do: "gone", reason, afterMs, ...defined({ backAfterMs }) };
}

function readAfter(line: ScriptLine): number {
  return line.word("after") ? line.span("a time after after, like 500ms") : 0;
}

const doings: ReadonlySet<string> = new Set<WorkStatus["doing"]>(["working", "retrying", "rate_limited", "compacting", "stalled"]);

function readStatus(line: ScriptLine): Action {
  const expected = "working, retrying, rate_limited, compacting or stalled after status";
  const doing = line.name(expected);
  if (!isDoing(doing)) throw line.wrong(`${expected}, found ${doing}`);
  const what = line.maybeText();
  const forMs = line.word("for") ? line.span("a time after for, like 30s") : undefined;
  return line.leaf({ do: "status", doing, ...defined({ what, forMs }) });
}

function isDoing(word: string): word is WorkStatus["doing"] {
  return doings.has(word);
}

const itemStates = { todo: "pending", doing: "in_progress", done: "done" } as const;

function readPlan(line: ScriptLine): Action {
  const plan: WorkPlan[number][] = [];
  while (!line.isDone()) {
    const word = line.name("todo, doing or done");
    if (word !== "todo" && word !== "doing" && word !== "done") throw line.wrong(`todo, doing or done, found ${word}`);
    plan.push({ state: itemStates[word], text: line.text(`a text in double quotes after ${word}`) });
  }
  return line.leaf({ do: "plan", plan });
}

function readUsage(line: ScriptLine): Action {
  const model = line.text("the model's name in double quotes after usage");
  if (!line.word("in")) throw line.wrong("in and a number of tokens after the model");
  const inputTokens = line.number("a number of tokens after in");
  if (!line.word("out")) throw line.wrong("out and a number of tokens");
  const outputTokens = line.number("a number of tokens after out");
  const cost = line.word("cost") ? readCost(line) : undefined;
  const contextLeft = line.word("context") ? line.number("a number of tokens after context") : undefined;
  return line.leaf({ do: "usage", usage: { model, inputTokens, outputTokens, ...defined({ cost, contextLeft }) } });
}

function readCost(line: ScriptLine): number {
  const expected = 'dollars in double quotes after cost, like "0.25"';
  const cost = Number(line.text(expected));
  if (!Number.isFinite(cost) || cost < 0) throw line.wrong(expected);
  return cost;
}

function readCheck(line: ScriptLine, where: "env" | "secret"): Action {
  const name = line.name(`a name after ${where}`);
  return line.leaf({ do: "check", where, name, match: line.match("a text or a pattern that it must match") });
}

function readCall(line: ScriptLine): Action {
  const name = line.text("a command of the terminal in double quotes after call");
  const words = line.word("with") ? line.list('names and values after with, like ["in", "a.txt"]') : [];
  if (words.length % 2 !== 0) throw line.wrong("a value for each name after with");
  const args = words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ""] as const] : []));
  return line.leaf({ do: "call", name, args });
}
