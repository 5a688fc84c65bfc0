import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { SandboxEngine, SandboxSpec } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { BoundedOutput } from "#sandbox/kit/bounded-output";
import { sandboxTexts } from "#sandbox/kit/texts";
import { containerName, installationLabel, taskContainer, taskLabel, type ContainerNames } from "./container-config.ts";
import { DockerSandbox, unlessMissing } from "./docker-sandbox.ts";
import { findEngine, type EngineAddress, type EngineEnvironment } from "./engine-address.ts";
import { createEngineClient, EngineRefused, type EngineClient } from "./engine-client.ts";
import { startExec } from "./exec-command.ts";
import { getImage, imageId, missingArgv, preparedName, prepareImage } from "./images.ts";

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
  /** Images that were seen to have all packages, by name of the image that preparing would make. */
  const complete = new Set<string>();

  const connected = async (): Promise<EngineClient> => (client ??= createEngineClient(await findEngine(environment, language)));

  const create = async (spec: SandboxSpec, image: string): Promise<void> => {
    const engine = await connected();
    const name = containerName(names, spec.task);
    await engine.call({ method: "DELETE", path: `/containers/${name}`, query: { force: "true", v: "true" } }).catch(unlessMissing);
    try {
      await engine.call({ method: "POST", path: "/containers/create", query: { name }, body: taskContainer(names, spec, image) });
      await engine.call({ method: "POST", path: `/containers/${name}/start` });
    } catch (cause) {
      await engine.call({ method: "DELETE", path: `/containers/${name}`, query: { force: "true", v: "true" } }).catch(() => {});
      if (cause instanceof EngineRefused) throw new ParleyError("NotSupported", say(language, sandboxTexts.containerRefused, { reason: cause.message }));
      throw cause;
    }
  };

  const missing = async (spec: SandboxSpec, packages: readonly string[]): Promise<readonly string[]> => {
    const output = new BoundedOutput(20_000);
    const container = containerName(names, spec.task);
    const exec = await startExec(await connected(), clock, { container, argv: missingArgv(packages), out: (chunk) => output.push(chunk), err: () => {} });
    await exec.ended;
    return output
      .text()
      .split("\n")
      .filter((line) => packages.includes(line));
  };

  /** A running container with all packages. */
  const build = async (spec: SandboxSpec, packages: readonly string[], progress: (what: string) => void, signal: AbortSignal): Promise<void> => {
    const engine = await connected();
    const parts = { client: engine, clock, language, names };
    const base = await getImage(parts, spec.image, progress, signal);
    const prepared = preparedName(base, packages);
    if (packages.length === 0 || complete.has(prepared)) return create(spec, spec.image);
    if ((await imageId(engine, prepared)) !== undefined) return create(spec, prepared);
    await create(spec, spec.image);
    signal.throwIfAborted();
    const lacking = await missing(spec, packages);
    if (lacking.length === 0) return void complete.add(prepared);
    progress(say(language, sandboxTexts.preparing, { packages: lacking.join(", ") }));
    await create(spec, await prepareImage(parts, spec, { base, packages: lacking, all: packages }, signal));
  };

  const remove = async (id: string): Promise<void> => {
    await (await connected()).call({ method: "DELETE", path: `/containers/${id}`, query: { force: "true", v: "true" } }).catch(unlessMissing);
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
        const reason = cause instanceof Error ? cause.message : String(cause);
        return { ok: false, says: say(language, sandboxTexts.engineSilent, { address: address === undefined ? "?" : shown(address), reason }) };
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
        throw cause;
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
