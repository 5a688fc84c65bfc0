import type { Subject } from "#domain/question";
import type { Action, AskAction, Branch } from "./language.ts";
import { readLine } from "./line.ts";
import { reportActions } from "./report-actions.ts";
import type { ScriptLine } from "./line.ts";
import type { Node } from "./lines.ts";
import { defined } from "#lib/defined";

const known =
  "say, unsay, step, ask, run-approved, exec, call, make, deliver, open, history, status, plan, usage, remember, env, secret, gone, fail, hang, wait, expect or desk";

/** Small enough to be seen growing, fast enough not to be waited for. */
const pace = { everyMs: 15, words: 2 };

export function readActions(nodes: readonly Node[]): readonly Action[] {
  return nodes.map((node) => {
    const line = readLine(node);
    const word = line.name(known);
    const read = actions.get(word);
    if (!read) throw line.wrong(`${known}, found ${word}`);
    return read(line);
  });
}

const actions: ReadonlyMap<string, (line: ScriptLine) => Action> = new Map(
  Object.entries<(line: ScriptLine) => Action>({
    say: readSay,
    unsay: (line) => line.leaf({ do: "unsay" }),
    step: readStep,
    ask: readAsk,
    "run-approved": readRun,
    exec: readExec,
    make: readMake,
    ...reportActions,
    fail: (line) => line.leaf({ do: "fail", reason: line.text("a reason in double quotes after fail") }),
    hang: (line) => line.leaf({ do: "hang" }),
    wait: (line) => line.leaf({ do: "wait", ms: line.span("a time after wait, like 200ms") }),
    expect: (line) => line.leaf({ do: "expect", match: line.match("a text or a pattern after expect") }),
    desk: (line) => {
      const isNow = line.word("now");
      return line.leaf({ do: "desk", isNow, text: line.text("what is typed at the desk, in double quotes") });
    },
  }),
);

function readSay(line: ScriptLine): Action {
  const short = line.maybeText();
  const everyMs = line.word("every") ? line.span("a time after every, like 40ms") : pace.everyMs;
  const words = line.word("by") ? readCount(line) : pace.words;
  line.end();
  if (short !== undefined) return line.leaf({ do: "say", text: short, everyMs, words });
  return { do: "say", text: line.lines("a text in double quotes after say, or lines that begin with | below it"), everyMs, words };
}

function readCount(line: ScriptLine): number {
  const count = line.number("a number after by, like 3 words");
  if (count < 1) throw line.wrong("a number of at least 1 after by");
  if (!line.word("words") && !line.word("word")) throw line.wrong(`words after by ${count}`);
  return count;
}

function readStep(line: ScriptLine): Action {
  const verb = line.name("what the step does after step, like run or read");
  const what = line.text(`what it does that to, in double quotes after step ${verb}`);
  const state = line.word("done") ? "done" : line.word("failed") ? "failed" : undefined;
  if (!state) throw line.wrong("done or failed");
  const detail = line.maybeText();
  const afterMs = line.word("after") ? line.span("a time after after, like 200ms") : 0;
  return line.leaf({ do: "step", verb, what, state, afterMs, ...defined({ detail }) });
}

function readAsk(line: ScriptLine): AskAction {
  const kind = line.name("permission, choice or text after ask");
  if (kind !== "permission" && kind !== "choice" && kind !== "text") throw line.wrong(`permission, choice or text after ask, found ${kind}`);
  const prompt = line.text(`the question in double quotes after ask ${kind}`);
  const labels: string[] = [];
  for (let label = line.maybeText(); label !== undefined; label = line.maybeText()) labels.push(label);
  if (kind === "permission" && labels.length !== 0 && labels.length !== 2) throw line.wrong("no label, or two: the one that allows and the one that denies");
  if (kind === "choice" && labels.length < 2) throw line.wrong("at least two choices in double quotes after the question");
  if (kind === "choice" && new Set(labels).size !== labels.length) throw line.wrong("choices that differ from each other");
  if (kind === "text" && labels.length > 0) throw line.wrong("no choices after the question of ask text");
  const subject = kind === "permission" ? readSubject(line) : undefined;
  const expiresMs = line.word("expires") ? line.span("a time after expires, like 30s") : undefined;
  const settled = line.word("settled") ? readSettled(line) : undefined;
  const name = line.word("as") ? line.name("a name after as") : undefined;
  line.end();
  return {
    do: "ask",
    kind,
    prompt,
    labels,
    branches: line.hasBlock ? readBranches(line.block()) : [],
    ...(subject && { subject }),
    ...defined({ expiresMs, settled, name }),
  };
}

function readSettled(line: ScriptLine): AskAction["settled"] {
  const answer = line.text("what is answered at the terminal, in double quotes after settled");
  return { answer, afterMs: line.word("after") ? line.span("a time after after, like 200ms") : 0 };
}

export function readSubject(line: ScriptLine): Subject {
  const argv = line.word("argv") ? line.list('a list after argv, like ["git", "push"]') : undefined;
  const directory = line.word("in") ? line.text("a directory in double quotes after in") : undefined;
  const environment = line.word("env") ? line.capitals("names in capitals after env, like PATH HOME") : undefined;
  const detail = line.word("detail") ? line.text("a text in double quotes after detail") : undefined;
  if (!argv && detail === undefined) throw line.wrong('argv with a list, like argv ["git", "push"], or detail with a text');
  return {
    ...(argv && { argv }),
    ...defined({ directory }),
    ...(environment && { environment }),
    ...defined({ detail }),
  };
}

function readBranches(nodes: readonly Node[]): readonly Branch[] {
  const seen = new Set<string>();
  return nodes.map((node) => {
    const line = readLine(node);
    const when = readWhen(line);
    line.end();
    const name = typeof when === "string" ? when : JSON.stringify(when.answer);
    if (seen.has(name)) throw line.wrong(`each answer once, found ${name} again`);
    seen.add(name);
    return { when, actions: readActions(line.block()) };
  });
}

function readWhen(line: ScriptLine): Branch["when"] {
  if (line.word("otherwise")) return "otherwise";
  if (!line.word("when")) throw line.wrong('when "answer", when expired or otherwise below ask');
  return line.word("expired") ? "expired" : { answer: line.text("an answer in double quotes, or expired, after when") };
}

function readRun(line: ScriptLine): Action {
  const subject = readSubject(line);
  const name = line.word("as") ? line.name("the name of the question after as") : undefined;
  return line.leaf({ do: "run-approved", subject, ...defined({ name }) });
}

function readExec(line: ScriptLine): Action {
  const command = line.text("a line of the terminal in double quotes after exec");
  const stdin = line.word("stdin") ? line.text("a text in double quotes after stdin") : undefined;
  return line.leaf({ do: "exec", line: command, ...defined({ stdin }) });
}

function readMake(line: ScriptLine): Action {
  const name = line.text("a file name in double quotes after make");
  if (!line.word("mime")) throw line.wrong("mime after the file name");
  const mime = line.text('a type in double quotes after mime, like "text/markdown"');
  const description = line.text("a description in double quotes after the type");
  const times = line.word("times") ? line.number("a number after times, like 1000") : 1;
  const isShownNow = line.word("now");
  line.end();
  return { do: "make", name, mime, description, times, isShownNow, content: `${line.lines("the content below make, in lines that begin with |")}\n` };
}
