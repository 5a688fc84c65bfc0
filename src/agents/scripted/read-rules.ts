import type { SeatFacts } from "#domain/agent";
import { defined } from "#lib/defined";
import { readSubject } from "./actions.ts";
import type { BeginRule, HookRule } from "./language.ts";
import { readLine, type ScriptLine } from "./line.ts";

/** `begin MATCH busy|refused|unknown "reason" [for TIME]` */
export function readBegin(line: ScriptLine): BeginRule {
  const match = line.match("a text or a pattern after begin");
  const how = line.name("busy, refused or unknown");
  if (how !== "busy" && how !== "refused" && how !== "unknown") throw line.wrong(`busy, refused or unknown, found ${how}`);
  const reason = line.text(`a reason in double quotes after ${how}`);
  const forMs = how === "busy" && line.word("for") ? line.span("a time after for, like 2s") : 0;
  return line.leaf({ match, how, reason, forMs });
}

/** `hook "EVENT"` with one line below it: `reply "text" [after TIME]`, or `ask permission …`. */
export function readHook(line: ScriptLine): HookRule {
  const event = line.text("the event's name in double quotes after hook");
  const [node, second] = line.block();
  if (node === undefined || second !== undefined) throw line.wrong("one line below hook: reply or ask permission");
  const below = readLine(node);
  if (below.word("reply")) {
    const reply = below.text("what the hook prints, in double quotes after reply");
    return below.leaf({ event, reply, afterMs: below.word("after") ? below.span("a time after after, like 2s") : 0 });
  }
  if (!below.word("ask") || !below.word("permission")) throw below.wrong("reply or ask permission below hook");
  const prompt = below.text("the question in double quotes after ask permission");
  const labels = [below.maybeText(), below.maybeText()].filter((label) => label !== undefined);
  if (labels.length === 1) throw below.wrong("no label, or two: the one that allows and the one that denies");
  const subject = readSubject(below);
  const expiresMs = below.word("expires") ? below.span("a time after expires, like 30s") : undefined;
  return below.leaf({ event, afterMs: 0, ask: { prompt, labels, subject, ...defined({ expiresMs }) } });
}

/** `facts [pid N] [memory N] [model "name"]`; memory in MB. */
export function readFacts(line: ScriptLine): Omit<SeatFacts, "startedAt"> {
  const pid = line.word("pid") ? line.number("a number after pid") : undefined;
  const memory = line.word("memory") ? line.number("megabytes after memory") : undefined;
  const model = line.word("model") ? line.text("a name in double quotes after model") : undefined;
  return line.leaf(defined({ pid, model, memoryBytes: memory === undefined ? undefined : memory * 1024 * 1024 }));
}
