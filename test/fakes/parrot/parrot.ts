// A coding CLI that is small enough to read: it repeats what it is told, and asks before it deletes a file. Its record is one JSON line per
// event in $PARROT_HOME. docs/agents/writing-a-profile.md shows how Parley is taught to drive it.
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const home = process.env["PARROT_HOME"] ?? "";
const record = join(home, `${process.argv[2]}.jsonl`);
mkdirSync(home, { recursive: true });
const write = (event: object): void => appendFileSync(record, `${JSON.stringify(event)}\n`);

let said = "Parrot 1.0";
let typed = "";
let asked: string | undefined;
/** It has answered, and neither its record nor its screen says that it is done. */
let isHumming = false;

function draw(): void {
  if (isHumming) return void process.stdout.write(`\x1b[2J\x1b[H${said}\r\n\r\n~`);
  const menu = asked === undefined ? [`> ${typed}`] : [`Delete ${asked}?`, "* 1. Yes", "  2. No", "1 or 2 answers"];
  process.stdout.write(`\x1b[2J\x1b[H${[...said.split("\n"), "", ...menu].join("\r\n")}`);
}

function answer(text: string): void {
  said = text;
  write({ type: "answer", text });
  write({ type: "end" });
}

function submit(): void {
  const prompt = typed;
  typed = "";
  write({ type: "prompt", text: prompt });
  if (prompt.startsWith("hum ")) {
    isHumming = true;
    said = `Humming ${prompt.slice(4)}`;
    return write({ type: "answer", text: said });
  }
  if (prompt.startsWith("delete ")) asked = prompt.slice(7);
  else answer(`You said: ${prompt}`);
}

function choose(isAllowed: boolean): void {
  const file = asked ?? "";
  asked = undefined;
  if (isAllowed) rmSync(file, { recursive: true, force: true });
  answer(isAllowed ? `Deleted ${file}` : `Left ${file} alone`);
}

process.stdin.setRawMode(true);
process.stdout.write("\x1b[?2004h");
process.stdin.on("data", (bytes: Buffer) => {
  // Enter chooses what is pointed at, which is yes: as it is with the real ones.
  for (const key of String(bytes).replaceAll(/\x1b\[20[01]~/g, "")) {
    if (key === "\x03") process.exit(0);
    isHumming = false;
    if (asked !== undefined && "12\r".includes(key)) choose(key !== "2");
    else if (asked === undefined && key === "\r") submit();
    else if (asked === undefined) typed += key;
  }
  draw();
});
draw();
