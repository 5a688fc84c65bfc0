import { createHash } from "node:crypto";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { SandboxSpec } from "#domain/sandbox";
import type { Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { BoundedOutput } from "#sandbox/kit/bounded-output";
import { sandboxTexts } from "#sandbox/kit/texts";
import { containerName, installationLabel, preparingContainer, type ContainerNames } from "./container-config.ts";
import { unlessMissing } from "./docker-sandbox.ts";
import { EngineRefused, type EngineClient } from "./engine-client.ts";
import { startExec } from "./exec-command.ts";

const image = z.object({ Id: z.string() });
const pulled = z.object({
  status: z.string().optional(),
  error: z.string().optional(),
  id: z.string().optional(),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).optional(),
});

export interface ImageParts {
  readonly client: EngineClient;
  readonly clock: Clock;
  readonly language: TextLanguage;
  readonly names: ContainerNames;
}

/** The id of an image that is on this machine. */
export async function imageId(client: EngineClient, name: string): Promise<string | undefined> {
  try {
    return image.parse(await client.call({ path: `/images/${encodeURIComponent(name)}/json` })).Id;
  } catch (cause) {
    if (cause instanceof EngineRefused && cause.status === 404) return undefined;
    throw cause;
  }
}

/** The image, pulled if it is not there. Throws NotSupported with the reason. */
export async function getImage({ client, language }: ImageParts, name: string, progress: (what: string) => void, signal: AbortSignal): Promise<string> {
  const known = await imageId(client, name);
  if (known !== undefined) return known;
  const refused = (reason: string): ParleyError => new ParleyError("NotSupported", say(language, sandboxTexts.imageMissing, { image: name, reason }));
  progress(say(language, sandboxTexts.pulling, { image: name, progress: "0%" }));
  try {
    const hasTag = /(:[^/]+|@sha256:[\da-f]+)$/.test(name);
    const answer = await client.stream({ method: "POST", path: "/images/create", query: { fromImage: hasTag ? name : `${name}:latest` }, signal });
    const layers = new Map<string, { readonly current: number; readonly total: number }>();
    for await (const line of linesOf(answer)) {
      const { error, id, progressDetail } = pulled.parse(JSON.parse(line));
      if (error !== undefined) throw refused(error);
      if (id === undefined || progressDetail?.total === undefined) continue;
      layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total });
      const done = [...layers.values()].reduce((sum, layer) => ({ current: sum.current + layer.current, total: sum.total + layer.total }));
      progress(say(language, sandboxTexts.pulling, { image: name, progress: `${Math.floor((100 * done.current) / Math.max(1, done.total))}%` }));
    }
  } catch (cause) {
    if (cause instanceof EngineRefused) throw refused(cause.message);
    throw cause;
  }
  const now = await imageId(client, name);
  if (now === undefined) throw refused("the engine did not keep it");
  return now;
}

/** Which image has these packages: this one, or one that was made of it for an earlier task. */
export function preparedName(base: string, packages: readonly string[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([base, packages.toSorted()]))
    .digest("hex");
  return `parley-workshop:${hash.slice(0, 24)}`;
}

const installScript = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" && rm -rf /var/lib/apt/lists/*';

/** Makes an image with the packages, in a container that sees nothing of the task. Throws NotSupported with the reason. */
export async function prepareImage(
  { client, clock, language, names }: ImageParts,
  spec: Pick<SandboxSpec, "task" | "limits" | "image">,
  wanted: { readonly base: string; readonly packages: readonly string[]; readonly all: readonly string[] },
  signal: AbortSignal,
): Promise<string> {
  const container = containerName(names, `${spec.task}_prepare`);
  const refused = (reason: string): ParleyError =>
    new ParleyError("NotSupported", say(language, sandboxTexts.packagesFailed, { packages: wanted.packages.join(", "), image: spec.image, reason }));
  const output = new BoundedOutput(2_000);
  const keep = (chunk: Uint8Array): void => output.push(chunk);
  const remove = (): Promise<unknown> =>
    client.call({ method: "DELETE", path: `/containers/${container}`, query: { force: "true", v: "true" } }).catch(unlessMissing);
  await remove();
  try {
    await client.call({ method: "POST", path: "/containers/create", query: { name: container }, body: preparingContainer(names, spec, wanted.base) });
    await client.call({ method: "POST", path: `/containers/${container}/start` });
    const exec = await startExec(client, clock, { container, argv: ["/bin/sh", "-c", installScript, "sh", ...wanted.packages], out: keep, err: keep });
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason instanceof Error ? signal.reason : new Error("stopped"));
    signal.addEventListener("abort", abort, { once: true });
    try {
      const code = await Promise.race([exec.ended, aborted.promise]);
      if (code !== 0) throw refused(output.text().trim().split("\n").slice(-3).join(" ") || `apt-get exited with ${code}`);
    } finally {
      signal.removeEventListener("abort", abort);
      exec.letGo();
    }
    const [repo = "", tag = ""] = preparedName(wanted.base, wanted.all).split(":");
    const labels = `LABEL ${installationLabel}=${names.installation}`;
    await client.call({ method: "POST", path: "/commit", query: { container, repo, tag, changes: labels } });
    return `${repo}:${tag}`;
  } catch (cause) {
    if (cause instanceof EngineRefused) throw refused(cause.message);
    throw cause;
  } finally {
    await remove();
  }
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  if (rest.trim() !== "") yield rest;
}
