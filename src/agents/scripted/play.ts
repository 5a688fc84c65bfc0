import type { AgentEvent, Prompt, SeatSink, SeatSpec, Step } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { Ending } from "#domain/turn";
import { approvalFrom, refuseUnapproved } from "#agents/kit/approved";
import type { Approval } from "#agents/kit/approved";
import { pause } from "#lib/clock";
import type { Clock } from "#lib/clock";
import { subjectDigest } from "#lib/digest";
import type { Answers } from "./answers.ts";
import { branchFor, shownAnswer, toAsk } from "./asking.ts";
import { chunks } from "./chunks.ts";
import type { Action, AskAction, Match, Script } from "./language.ts";

export interface Stage {
  readonly turn: TurnId;
  readonly prompt: Prompt;
  readonly sink: SeatSink;
  readonly answers: Answers;
  readonly clock: Clock;
  readonly exec: SeatSpec["exec"];
  /** Aborts when the turn is to stop; its reason is the sentence for the ending. */
  readonly signal: AbortSignal;
  /** Somebody types at the desk; their turn comes after this one. */
  readonly typeAtDesk: (text: string) => void;
}

interface Scene extends Stage {
  text: string;
  answer: string;
  steps: number;
  asks: number;
  made: number;
  runs: number;
  /** Of the last line of the terminal. */
  readonly output: Map<string, string>;
  last: Approval | undefined;
  readonly named: Map<string, Approval>;
}

/**
 * Plays what the script has for a prompt. Everything it reports depends on script, prompt and answers alone, so that playing
 * it again after a restart asks the same questions under the same keys. Throws only what the sink threw.
 */
export async function play(script: Script, stage: Stage): Promise<Ending> {
  const actions = script.blocks.find((block) => block.matches.some((match) => isMatch(match, stage.prompt.text)))?.actions ?? script.otherwise;
  if (!actions) return { how: "failed", reason: "The script has no block for this prompt. Add one that begins with on, or an otherwise block." };
  const scene: Scene = { ...stage, text: "", answer: "", steps: 0, asks: 0, made: 0, runs: 0, output: new Map(), last: undefined, named: new Map() };
  const ending = await playAll(actions, scene);
  return ending ?? { how: "completed", text: scene.text };
}

async function playAll(actions: readonly Action[], scene: Scene): Promise<Ending | undefined> {
  for (const action of actions) {
    const ending = await playOne(action, scene);
    if (ending) return ending;
    if (scene.signal.aborted) return stopped(scene);
  }
  return undefined;
}

async function playOne(action: Action, scene: Scene): Promise<Ending | undefined> {
  switch (action.do) {
    case "say":
      return say(action, scene);
    case "step":
      return showStep({ verb: action.verb, what: action.what }, action, scene);
    case "ask":
      return ask(action, scene);
    case "run-approved":
      return runApproved(action, scene);
    case "exec":
      return exec(action, scene);
    case "make":
      return make(action, scene);
    case "fail":
      return failed(scene, action.reason);
    case "hang":
      await aborted(scene.signal);
      return undefined;
    case "wait":
      await pause(scene.clock, action.ms, scene.signal);
      return undefined;
    case "expect":
      return isMatch(action.match, scene.prompt.text)
        ? undefined
        : failed(scene, `The script expected a prompt that matches ${shownMatch(action.match)}, and got another one.`);
    case "desk":
      scene.typeAtDesk(action.text);
      return undefined;
  }
}

async function say(action: Extract<Action, { do: "say" }>, scene: Scene): Promise<Ending | undefined> {
  const whole = filled(action.text, scene);
  const gap = scene.text === "" || whole === "" ? "" : "\n\n";
  for (const [i, chunk] of chunks(gap + whole, action.words).entries()) {
    if (i > 0 && action.everyMs > 0) await pause(scene.clock, action.everyMs, scene.signal);
    if (scene.signal.aborted) return stopped(scene);
    await report(scene, { kind: "delta", turn: scene.turn, text: chunk });
    scene.text += chunk;
  }
  return undefined;
}

async function showStep(
  step: Pick<Step, "verb" | "what">,
  end: { readonly state: "done" | "failed"; readonly detail?: string; readonly afterMs: number },
  scene: Scene,
): Promise<undefined> {
  const id = `step-${++scene.steps}`;
  const beganAt = scene.clock.now();
  await report(scene, { kind: "step", turn: scene.turn, step: { id, ...step, state: "running" } });
  if (end.afterMs > 0) await pause(scene.clock, end.afterMs, scene.signal);
  // A step that was cut short is over too; a draft must not show it running for ever.
  const result = scene.signal.aborted
    ? { state: "failed" as const, detail: "stopped" }
    : { state: end.state, ...(end.detail !== undefined && { detail: filled(end.detail, scene) }) };
  await report(scene, { kind: "step", turn: scene.turn, step: { id, ...step, ...result, ms: scene.clock.now() - beganAt } });
}

async function ask(action: AskAction, scene: Scene): Promise<Ending | undefined> {
  // The turn is part of the key: an answer that comes late must not fit the next turn's question.
  const key = `${scene.turn}/ask-${++scene.asks}`;
  await report(scene, { kind: "asked", turn: scene.turn, ask: toAsk(action, key, filled(action.prompt, scene)) });
  const answer = await scene.answers.take(key, subjectDigest(action.subject), scene.signal);
  if (!answer) {
    await report(scene, { kind: "unasked", turn: scene.turn, key, reason: reasonOf(scene.signal) });
    return stopped(scene);
  }
  scene.answer = shownAnswer(answer);
  if (action.kind === "permission") {
    scene.last = approvalFrom(answer);
    if (action.name) scene.named.set(action.name, scene.last);
  }
  return playAll(branchFor(action, answer), scene);
}

async function runApproved(action: Extract<Action, { do: "run-approved" }>, scene: Scene): Promise<Ending | undefined> {
  const approval = action.name === undefined ? scene.last : scene.named.get(action.name);
  const refused = refuseUnapproved(approval, action.subject);
  if (refused) return failed(scene, `${refused.code}: ${refused.sentence}`);
  const what = action.subject.argv?.join(" ") ?? action.subject.detail ?? "";
  return showStep({ verb: "run", what }, { state: "done", detail: "approved; the scripted agent only pretends to run it", afterMs: 0 }, scene);
}

async function exec(action: Extract<Action, { do: "exec" }>, scene: Scene): Promise<undefined> {
  const line = filled(action.line, scene);
  const id = `step-${++scene.steps}`;
  const beganAt = scene.clock.now();
  const step = { id, verb: "run", what: line };
  await report(scene, { kind: "step", turn: scene.turn, step: { ...step, state: "running" } });
  const run = await scene.exec(line, {
    key: `${scene.turn}/run-${++scene.runs}`,
    signal: scene.signal,
    ...(action.stdin !== undefined && { stdin: filled(action.stdin, scene) }),
  });
  const [artifact] = run.artifacts ?? [];
  for (const [name, value] of Object.entries({ stdout: run.text, stderr: run.stderr, exit: run.exitCode, artifact: artifact?.path }))
    scene.output.set(name, String(value ?? ""));
  const isDone = run.exitCode === 0;
  const detail = isDone ? (artifact?.path ?? "done") : (run.message ?? "waits for a yes");
  await report(scene, { kind: "step", turn: scene.turn, step: { ...step, state: isDone ? "done" : "failed", detail, ms: scene.clock.now() - beganAt } });
}

async function make(action: Extract<Action, { do: "make" }>, scene: Scene): Promise<undefined> {
  const bytes = new TextEncoder().encode(filled(action.content, scene));
  const file = { name: action.name, mime: action.mime, description: action.description, content: { bytes } };
  await report(scene, { kind: "made", turn: scene.turn, key: `made-${++scene.made}`, file });
}

function report(scene: Scene, event: AgentEvent): Promise<void> {
  return scene.sink.happened(event);
}

/** One pass, so that what a person typed is never read as a placeholder. */
function filled(text: string, scene: Scene): string {
  return text.replace(/\{(answer|prompt|stdout|stderr|exit|artifact)\}/g, (_all, name: string) => {
    if (name === "answer") return scene.answer;
    return name === "prompt" ? scene.prompt.text : (scene.output.get(name) ?? "");
  });
}

function isMatch(match: Match, prompt: string): boolean {
  if ("text" in match) return prompt.toLowerCase().includes(match.text.toLowerCase());
  return new RegExp(match.source, match.flags).test(prompt);
}

function shownMatch(match: Match): string {
  return "text" in match ? `“${match.text}”` : `/${match.source}/${match.flags}`;
}

function failed(scene: Scene, reason: string): Ending {
  return { how: "failed", reason, ...(scene.text !== "" && { text: scene.text }) };
}

function stopped(scene: Scene): Ending {
  return { how: "stopped", reason: reasonOf(scene.signal), ...(scene.text !== "" && { text: scene.text }) };
}

function reasonOf(signal: AbortSignal): string {
  return String(signal.reason);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
