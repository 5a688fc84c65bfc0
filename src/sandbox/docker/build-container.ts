import { ParleyError } from "#domain/errors";
import type { SandboxSpec } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { BoundedOutput } from "#sandbox/kit/bounded-output";
import { missingArgv } from "#sandbox/kit/missing-packages";
import { sandboxTexts } from "#sandbox/kit/texts";
import { containerName, taskContainer, type ContainerNames } from "./container-config.ts";
import { unlessMissing } from "./docker-sandbox.ts";
import { EngineRefused, type EngineClient } from "./engine-client.ts";
import { startExec } from "./exec-command.ts";
import { getImage, imageId, preparedName, prepareImage } from "./images.ts";

export interface BuildParts {
  /** Looked for at each use. */
  readonly connected: () => Promise<EngineClient>;
  readonly clock: Clock;
  readonly language: TextLanguage;
  readonly names: ContainerNames;
}

/** Makes a running container of the task's image with all packages, in place of the one that is there. */
export type BuildContainer = (spec: SandboxSpec, packages: readonly string[], progress: (what: string) => void, signal: AbortSignal) => Promise<void>;

export function createBuildContainer({ connected, clock, language, names }: BuildParts): BuildContainer {
  /** Images that were seen to have all packages, by name of the image that preparing would make. */
  const complete = new Set<string>();

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

  return async (spec, packages, progress, signal) => {
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
}
