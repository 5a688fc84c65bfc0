import { resolve } from "node:path";
import type { AgentDriver } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import type { Clock } from "#lib/time/clock";
import { demo } from "./demo.ts";
import { scriptedSettings } from "./index.ts";
import type { Script } from "./language.ts";
import { parseScript } from "./script.ts";
import { ScriptedSeat } from "./seat.ts";

export interface ScriptedParts {
  readonly clock: Clock;
  readonly newId: NewId;
  /** Rejects when the file cannot be read. */
  readonly readScript: (path: string, signal: AbortSignal) => Promise<string>;
}

/** The agent that plays a script. A script that is missing or wrong rejects `open` with a ParleyError `BadConfig`. */
export function createScriptedDriver(parts: ScriptedParts): AgentDriver {
  return {
    kind: "scripted",
    watches: true,
    open: async (spec, sink, signal) => {
      const { script: file } = scriptedSettings.parse(spec.settings);
      const script = file === undefined ? parseScript(demo, "the demo script") : await load(resolve(spec.workDir, file), parts, signal);
      signal.throwIfAborted();
      // What it remembers is all the conversation it has.
      if (spec.resume !== undefined) await spec.memory.set(spec.resume);
      return new ScriptedSeat({ script, sink, clock: parts.clock, newId: parts.newId, spec, readFile: parts.readScript });
    },
  };
}

async function load(path: string, parts: ScriptedParts, signal: AbortSignal): Promise<Script> {
  const source = await parts.readScript(path, signal).catch((cause: unknown) => {
    throw new ParleyError("BadConfig", `The agent's script ${path} cannot be read. Check that the file is there, or leave script out to get the demo.`, {
      cause,
    });
  });
  return parseScript(source, path);
}
