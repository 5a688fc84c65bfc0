import type { Step } from "#domain/agent";
import type { Ending } from "#domain/turn";
import { approvalFrom, refuseUnapproved } from "#agents/kit/approved";
import { pause } from "#lib/time/clock";
import { subjectDigest } from "#lib/digest";
import { branchFor, shownAnswer, toAsk } from "./script-questions.ts";
import { chunks } from "./chunks.ts";
import type { Action, AskAction, Script } from "./language.ts";
import { playSeat, runCommand } from "./play-seat.ts";
import { failed, filled, isMatch, report, shownMatch, stopped } from "./scene.ts";
import type { Scene, Stage } from "./scene.ts";
import { defined } from "#lib/defined";

/**
 * Plays what the script has for a prompt. Everything it reports depends on script, prompt and answers alone, so that playing
 * it again after a restart asks the same questions under the same keys. Throws only what the sink threw.
 */
export async function play(script: Script, stage: Stage): Promise<Ending> {
  const actions = script.blocks.find((block) => block.matches.some((match) => isMatch(match, stage.prompt.text)))?.actions ?? script.otherwise;
  if (!actions) return { how: "failed", reason: "The script has no block for this prompt. Add one that begins with on, or an otherwise block." };
  const memory = await stage.spec.memory.get();
  const output = new Map(memory === undefined ? [] : [["memory", typeof memory === "string" ? memory : JSON.stringify(memory)]]);
  const scene: Scene = {
    ...stage,
    output,
    text: "",
    answer: "",
    steps: 0,
    asks: 0,
    made: 0,
    runs: 0,
    lastMade: undefined,
    last: undefined,
    named: new Map(),
  };
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
    case "unsay":
      scene.text = "";
      return undefined;
    case "step":
      return showStep({ verb: action.verb, what: action.what }, action, scene);
    case "ask":
      return ask(action, scene);
    case "run-approved":
      return runApproved(action, scene);
    case "exec":
    case "call":
      return runCommand(action, scene);
    case "make":
      return make(action, scene);
    case "status":
    case "plan":
    case "usage":
    case "remember":
    case "check":
    case "history":
    case "open":
    case "deliver":
      return playSeat(action, scene);
    case "gone":
      if (action.afterMs > 0) await pause(scene.clock, action.afterMs, scene.signal);
      if (!scene.signal.aborted) scene.die(action);
      await aborted(scene.signal);
      return undefined;
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
      scene.typeAtDesk(action.text, action.isNow);
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
  const beganAt = scene.clock.monotonic();
  await report(scene, { kind: "step", turn: scene.turn, step: { id, ...step, state: "running" } });
  if (end.afterMs > 0) await pause(scene.clock, end.afterMs, scene.signal);
  // A step that was cut short is over too; a draft must not show it running for ever.
  const result = scene.signal.aborted
    ? { state: "failed" as const, detail: "stopped" }
    : { state: end.state, ...(end.detail !== undefined && { detail: filled(end.detail, scene) }) };
  await report(scene, { kind: "step", turn: scene.turn, step: { id, ...step, ...result, ms: scene.clock.monotonic() - beganAt } });
}

async function ask(action: AskAction, scene: Scene): Promise<Ending | undefined> {
  // The turn is part of the key: an answer that comes late must not fit the next turn's question.
  const key = `${scene.turn}/ask-${++scene.asks}`;
  const asked = toAsk(action, key, filled(action.prompt, scene));
  await report(scene, { kind: "asked", turn: scene.turn, ask: asked });
  const { settled } = action;
  const cancel = settled === undefined ? undefined : scene.clock.after(settled.afterMs, () => void scene.answers.settle(settled.answer));
  const answer = await scene.answers.take(asked, subjectDigest(action.subject), scene.signal);
  cancel?.();
  if (!answer) {
    await report(scene, { kind: "unasked", turn: scene.turn, key, reason: String(scene.signal.reason) });
    return stopped(scene);
  }
  if (answer.how === "given" && scene.answers.wasSettled(key))
    await report(scene, { kind: "settled", turn: scene.turn, key, ...defined({ option: answer.option?.id, text: answer.text }) });
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

async function make(action: Extract<Action, { do: "make" }>, scene: Scene): Promise<undefined> {
  const once = Buffer.from(filled(action.content, scene));
  const bytes = Buffer.alloc(once.length * action.times, once);
  const file = { name: action.name, mime: action.mime, description: action.description, content: { bytes }, ...(action.isShownNow && { isShownNow: true }) };
  const heard = await report(scene, { kind: "made", turn: scene.turn, key: `made-${++scene.made}`, file });
  if (heard.how === "kept") scene.lastMade = heard.artifact;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
