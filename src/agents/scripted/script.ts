import { ParleyError } from "#domain/errors";
import { readActions } from "./actions.ts";
import type { Action, BeginRule, ScriptBlock, GoneAction, HookRule, Script } from "./language.ts";
import { readBegin, readFacts, readHook } from "./read-rules.ts";
import { readGone } from "./report-actions.ts";
import { readLine } from "./line.ts";
import { readLines, wrongAt } from "./lines.ts";
import type { Node } from "./lines.ts";

const longest = 262_144;

/** Throws a ParleyError `BadConfig` whose sentence names the file, the line and what was expected there. */
export function parseScript(source: string, file: string): Script {
  if (source.length > longest) throw new ParleyError("BadConfig", `${file} is longer than ${longest} characters. Split it into several scripts.`);
  try {
    return readScript(readLines(source));
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause;
    throw new ParleyError("BadConfig", `${file}, ${cause.message}`, { data: { file, ...cause.data } });
  }
}

const margin = "on, otherwise, desk, begin, gone, hook, screen, facts or conversation";

function readScript(nodes: readonly Node[]): Script {
  const blocks: ScriptBlock[] = [];
  const desk: Script["desk"][number][] = [];
  const begins: BeginRule[] = [];
  const gone: GoneAction[] = [];
  const hooks: HookRule[] = [];
  const conversations: Script["conversations"][number][] = [];
  let otherwise: readonly Action[] | undefined;
  let screen: readonly string[] = [];
  let facts: Script["facts"];
  for (const node of nodes) {
    const line = readLine(node);
    const word = line.name(margin);
    if (word === "on") {
      const matches = [line.match('a text or a pattern after on, like "hello" or /hello/i')];
      while (!line.isDone()) matches.push(line.match("another text or pattern, or the end of the line"));
      blocks.push({ matches, actions: readActions(line.block()) });
    } else if (word === "otherwise") {
      line.end();
      if (otherwise) throw line.wrong("only one otherwise, found a second");
      otherwise = readActions(line.block());
    } else if (word === "desk") {
      const afterMs = line.word("after") ? line.span("a time after after, like 500ms") : 0;
      desk.push(line.leaf({ afterMs, text: line.text("what is typed at the desk, in double quotes") }));
    } else if (word === "begin") begins.push(readBegin(line));
    else if (word === "gone") gone.push(line.leaf(readGone(line)));
    else if (word === "hook") hooks.push(readHook(line));
    else if (word === "facts") facts = readFacts(line);
    else if (word === "conversation") {
      const id = line.text("the conversation's id in double quotes");
      conversations.push(line.leaf({ id, title: line.text("its title in double quotes") }));
    } else if (word === "screen") {
      line.end();
      screen = line.lines("what the terminal shows below screen, in lines that begin with |").split("\n");
    } else throw line.wrong(`${margin}, found ${word}`);
  }
  if (nodes.length === 0) throw wrongAt(1, "at least one block that begins with on or otherwise, found an empty script");
  return { blocks, otherwise, desk, begins, gone, hooks, screen, facts, conversations };
}
