import { z } from "zod";
import { ParleyError } from "#domain/errors";
import { SandboxGone, type SandboxEngine } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { sandboxTexts } from "#sandbox/kit/texts";
import { createBuildContainer } from "./build-container.ts";
import { containerName, installationLabel, taskLabel, type ContainerNames } from "./container-config.ts";
import { DockerSandbox, unlessMissing } from "./docker-sandbox.ts";
import { findEngine, type EngineAddress, type EngineEnvironment } from "./engine-address.ts";
import { createEngineClient, type EngineClient } from "./engine-client.ts";

export interface DockerEngineParts {
  readonly clock: Clock;
  readonly language: TextLanguage;
  readonly environment: EngineEnvironment;
  readonly names: ContainerNames;
}

const listed = z.array(z.object({ Id: z.string(), Names: z.array(z.string()), Labels: z.record(z.string(), z.string()).nullish() }));
const version = z.object({ ApiVersion: z.string() });

/** Docker, podman, or whatever else speaks their API. The engine is looked for at each use, so it may be started later. */
export function createDockerEngine({ clock, language, environment, names }: DockerEngineParts): SandboxEngine & Disposable {
  let client: EngineClient | undefined;
  const connected = async (): Promise<EngineClient> => (client ??= createEngineClient(await findEngine(environment, language)));

  const build = createBuildContainer({ connected, clock, language, names });

  const remove = async (id: string): Promise<void> => {
    await (await connected()).call({ method: "DELETE", path: `/containers/${id}`, query: { force: "true", v: "true" } }).catch(unlessMissing);
  };

  const silent = (address: EngineAddress | undefined, cause: unknown): string => {
    const first = cause instanceof SandboxGone && cause.cause instanceof Error ? cause.cause : cause;
    const reason = first instanceof Error ? first.message : String(first);
    return say(language, sandboxTexts.engineSilent, { address: address === undefined ? "?" : shown(address), reason });
  };

  return {
    check: async (signal) => {
      let address: EngineAddress | undefined;
      try {
        address = await findEngine(environment, language);
        const { ApiVersion } = version.parse(await (await connected()).call({ path: "/version", signal }));
        return { ok: true, says: say(language, sandboxTexts.engineReady, { address: shown(address), version: ApiVersion }) };
      } catch (cause) {
        if (cause instanceof ParleyError) return { ok: false, says: cause.message };
        return { ok: false, says: silent(address, cause) };
      }
    },

    open: async (spec, progress, signal) => {
      const packages = [...spec.packages];
      const name = containerName(names, spec.task);
      try {
        await build(spec, packages, progress, signal);
        signal.throwIfAborted();
      } catch (cause) {
        await remove(name).catch(() => {});
        if (!(cause instanceof SandboxGone)) throw cause;
        throw new ParleyError("NotSupported", silent(await findEngine(environment, language), cause), { cause });
      }
      return new DockerSandbox({
        client: await connected(),
        clock,
        name,
        spec,
        rebuild: async (more, ending) => {
          const all = [...new Set([...packages, ...more])];
          await build(spec, all, () => {}, ending);
          packages.splice(0, packages.length, ...all);
        },
      });
    },

    sweep: async (isAlive) => {
      const filters = JSON.stringify({ label: [`${installationLabel}=${names.installation}`] });
      const found = listed.parse(await (await connected()).call({ path: "/containers/json", query: { all: "true", filters } }));
      const removed: string[] = [];
      for (const { Id, Names, Labels } of found) {
        const name = (Names[0] ?? "").replace(/^\//, "");
        const task = Labels?.[taskLabel] ?? "";
        // Both must fit: the label says whose it is, the name that it is a task's.
        if (!name.startsWith(names.prefix) || !name.endsWith(names.suffix) || isAlive(task)) continue;
        await remove(Id);
        removed.push(name);
      }
      return removed;
    },

    [Symbol.dispose]: () => client?.[Symbol.dispose](),
  };
}

function shown(address: EngineAddress): string {
  return "socketPath" in address ? `unix://${address.socketPath}` : `tcp://${address.host}:${address.port}`;
}
