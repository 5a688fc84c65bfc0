import type { Run } from "#domain/command";
import type { Ending } from "#domain/turn";
import type { Action } from "./language.ts";
import { failed, filled, isMatch, report, shownMatch } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { defined } from "#lib/defined";

type Of<K extends Action["do"]> = Extract<Action, { do: K }>;

/** Reports about the work itself, and what the seat's own powers give: memory, secrets, files, history, the terminal. */
export async function playSeat(
  action: Of<"status" | "plan" | "usage" | "remember" | "check" | "history" | "open" | "deliver">,
  scene: Scene,
): Promise<Ending | undefined> {
  const { turn, spec } = scene;
  switch (action.do) {
    case "status": {
      const until = action.forMs === undefined ? undefined : scene.clock.now() + action.forMs;
      await report(scene, { kind: "status", turn, status: { doing: action.doing, ...defined({ what: action.what, until }) } });
      return undefined;
    }
    case "plan":
      await report(scene, { kind: "plan", turn, plan: action.plan });
      return undefined;
    case "usage":
      await report(scene, { kind: "usage", turn, usage: action.usage });
      return undefined;
    case "remember":
      await spec.memory.set(filled(action.text, scene));
      return undefined;
    case "check": {
      const value = action.where === "env" ? spec.env[action.name] : spec.secret(action.name);
      // The value itself is in no sentence.
      if (value !== undefined && isMatch(action.match, value.reveal())) return undefined;
      return failed(scene, `The script expected ${action.where} ${action.name} to match ${shownMatch(action.match)}.`);
    }
    case "history": {
      const lines = await spec.history(action.limit);
      scene.output.set("history", lines.map((line) => `${line.by}: ${line.text}`).join("\n"));
      return undefined;
    }
    case "open":
      return openFile(action.name, scene);
    case "deliver":
      return deliver(action, scene);
  }
}

async function openFile(name: string, scene: Scene): Promise<Ending | undefined> {
  const file = scene.prompt.files.find((one) => one.name === name);
  if (file === undefined) return failed(scene, `No file ${name} came with the prompt.`);
  scene.output.set("content", await scene.readFile(file.path, scene.signal));
  return undefined;
}

async function deliver({ channel, room }: Of<"deliver">, scene: Scene): Promise<Ending | undefined> {
  if (scene.lastMade === undefined) return failed(scene, "The script delivers a file, and none was made before.");
  const became = await scene.spec.deliver(scene.lastMade, { channel, room }, scene.signal);
  scene.output.set("delivered", became.how === "sent" ? "sent" : `${became.how}${became.code === undefined ? "" : ` ${became.code}`}: ${became.reason}`);
  return undefined;
}

/** One command of the terminal, as a line or as data, shown as a step. A command that fails does not end the turn. */
export async function runCommand(action: Of<"exec" | "call">, scene: Scene): Promise<undefined> {
  const what = action.do === "exec" ? filled(action.line, scene) : action.name;
  const id = `step-${++scene.steps}`;
  const beganAt = scene.clock.monotonic();
  const step = { id, verb: "run", what };
  await report(scene, { kind: "step", turn: scene.turn, step: { ...step, state: "running" } });
  const run = await started(action, what, scene);
  const [artifact] = run.artifacts ?? [];
  for (const [name, value] of Object.entries({ stdout: run.text, stderr: run.stderr, exit: run.exitCode, artifact: artifact?.path }))
    scene.output.set(name, String(value ?? ""));
  const isDone = run.exitCode === 0;
  const detail = isDone ? (artifact?.path ?? "done") : (run.message ?? "waits for a yes");
  await report(scene, { kind: "step", turn: scene.turn, step: { ...step, state: isDone ? "done" : "failed", detail, ms: scene.clock.monotonic() - beganAt } });
}

function started(action: Of<"exec" | "call">, what: string, scene: Scene): Promise<Run> {
  const how = { key: `${scene.turn}/run-${++scene.runs}`, signal: scene.signal };
  if (action.do === "call") {
    const args = Object.fromEntries(action.args.map(([name, value]) => [name, filled(value, scene)]));
    return scene.spec.call(action.name, args, how);
  }
  return scene.spec.exec(what, { ...how, ...(action.stdin !== undefined && { stdin: filled(action.stdin, scene) }) });
}
