// A coding CLI for the agent contract: a prompt's first word chooses what it does. It has a composer, a menu that a hook can answer too,
// and a record of one JSON line per event in $CLERK_HOME.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const home = process.env["CLERK_HOME"] ?? "";
const hook = process.env["CLERK_HOOK"] ?? "";
const record = join(home, `${process.argv[2]}.jsonl`);
mkdirSync(home, { recursive: true });
const write = (event: object): void => appendFileSync(record, `${JSON.stringify(event)}\n`);
const betweenMs = 600;

let said = "At your service.";
let typed = "";
let isBusy = false;
let question: { readonly step: string; readonly hook: ChildProcess } | undefined;
let going: NodeJS.Timeout | undefined;
const queued: string[] = [];
let steps = 0;

function draw(): void {
  const shown = question === undefined ? `${isBusy ? "~" : ">"} ${typed}`.split("\n") : ["Delete it?", "* 1. Yes", "  2. No", "1 or 2 answers"];
  process.stdout.write(`\x1b[2J\x1b[H${["\x1b[32mClerk 1.0\x1b[0m", ...said.split("\n"), "", ...shown].join("\r\n")}`);
}

function speak(text: string): void {
  said = text;
  write({ type: "text", text });
}

function over(): void {
  isBusy = false;
  going = undefined;
  write({ type: "end" });
  const next = queued.shift();
  if (next !== undefined) begin(next);
}

function done(text: string): void {
  speak(text);
  over();
}

/** In two blocks, so that there is something to interrupt. */
function tell(text: string): void {
  speak(text);
  going = setTimeout(() => {
    done("And there is more.");
    draw();
  }, betweenMs);
}

/** As somebody at the desk would: keys into this very pane. */
function typeHere(text: string): void {
  const pane = process.env["TMUX_PANE"] ?? "";
  execFile("tmux", ["send-keys", "-t", pane, "-l", text], () => execFile("tmux", ["send-keys", "-t", pane, "Enter"]));
}

function ask(): void {
  speak("I have to ask.");
  const step = `step-${process.pid}-${++steps}`;
  write({ type: "step", id: step });
  const asking = spawn("/bin/sh", ["-c", `exec ${hook}`], { stdio: ["pipe", "pipe", "ignore"] });
  let output = "";
  asking.stdout.on("data", (bytes: Buffer) => (output += String(bytes)));
  asking.on("close", () => {
    if (question?.hook !== asking || output === "") return;
    choose(output.includes('"allow"'));
    draw();
  });
  asking.stdin.end(JSON.stringify({ command: "rm -rf it", step }));
  question = { step, hook: asking };
}

function choose(isAllowed: boolean): void {
  const asked = question;
  question = undefined;
  asked?.hook.kill();
  write({ type: "result", id: asked?.step, isError: !isAllowed });
  tell(isAllowed ? "It is gone." : "Then not.");
}

function interrupt(): void {
  clearTimeout(going);
  question?.hook.kill();
  question = undefined;
  write({ type: "interrupted" });
  over();
}

const doing: Readonly<Record<string, (prompt: string) => void>> = {
  speak: () => tell("There is something to tell."),
  ask,
  hang: () => speak("Hanging."),
  break: () => {
    write({ type: "failed", reason: "The model is away." });
    over();
  },
  report: () => {
    write({ type: "plan", steps: ["read", "write"] });
    write({ type: "usage" });
    tell("Reported.");
  },
  leave: () => {
    done("Somebody is about to type.");
    typeHere("hang at the desk");
  },
  both: () => {
    typeHere("speak at the desk");
    tell("I went on.");
  },
  learn: () => done("Learned: swordfish."),
  recall: () => done(readFileSync(record, "utf8").includes("swordfish") ? "You told me: swordfish" : "You told me nothing."),
  files: (prompt) => done(`${prompt}\n${readFileSync(/Attached file: (\S+)/.exec(prompt)?.[1] ?? "", "utf8")}`),
  die: () => {
    process.stdout.write("\r\nSomething is very wrong.");
    process.exitCode = 1;
    process.stdout.write("", () => process.exit());
  },
};

function begin(prompt: string): void {
  write({ type: "prompt", text: prompt });
  isBusy = true;
  const word = Object.keys(doing).find((one) => new RegExp(`^(?:> .*\n+)*${one}\\b`).test(prompt));
  if (word === undefined) done(`You said: ${prompt}`);
  else doing[word]?.(prompt);
}

function pressed(key: string): void {
  if (key === "\x1b") return void (isBusy && interrupt());
  if (question !== undefined) return void ("12".includes(key) && choose(key === "1"));
  if (key === "\x7f") typed = typed.slice(0, -1);
  else if (key !== "\r") typed += key;
  else if (typed !== "") {
    const prompt = typed;
    typed = "";
    if (isBusy) queued.push(prompt);
    else begin(prompt);
  }
}

let isPasting = false;
process.stdin.setRawMode(true);
process.stdout.write("\x1b[?2004h");
process.stdin.on("data", (bytes: Buffer) => {
  for (const part of String(bytes).split(/(\x1b\[20[01]~)/)) {
    if (part === "\x1b[200~" || part === "\x1b[201~") isPasting = part === "\x1b[200~";
    else if (isPasting) typed += part.replaceAll("\r", "\n");
    else for (const key of part) pressed(key);
  }
  draw();
});
draw();
