import { once } from "node:events";
import { rename, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { safeName } from "#lib/fs/safe-name";
import { ArchiveTooLarge } from "./archive-sink.ts";
import type { FoundSecret } from "./find-secrets.ts";
import type { PackAnswer, PackedFiles, PackJob } from "./pack-files.ts";

export type ArchiveFormat = PackJob["format"];
export type PackResult = PackedFiles;

export interface PackSpec extends PackJob {
  readonly signal: AbortSignal;
}

export class SecretsFound extends Error {
  override readonly name = "SecretsFound";
  readonly places: readonly FoundSecret[];

  constructor(places: readonly FoundSecret[]) {
    super(`${places.length} places look like secrets`);
    this.places = places;
  }
}

/** Packs what is not excluded, without following links. Throws ArchiveTooLarge or SecretsFound; leaves no half archive behind. */
export async function packWorkspace({ signal, path, ...job }: PackSpec): Promise<PackResult> {
  signal.throwIfAborted();
  const partial = join(dirname(path), `.${basename(path)}.part`);
  const second = `${partial}2`;
  try {
    // Small files are compressed one by one, so two threads share them; a tar is one stream, whose pieces are compressed side by side.
    const answer = await (job.format === "zip" && availableParallelism() > 1
      ? packInHalves({ ...job, path: partial }, second, signal)
      : packInThread({ ...job, path: partial }, signal));
    switch (answer.how) {
      case "packed":
        await rename(partial, path);
        return answer.packed;
      case "secrets":
        throw new SecretsFound(answer.found);
      case "tooLarge":
        throw new ArchiveTooLarge(`more than ${job.maxBytes} bytes`);
      case "failed":
        throw new Error(`packing failed: ${answer.reason}`);
      case "part":
        throw new Error("packing ended with one half");
    }
  } catch (cause) {
    await rm(partial, { force: true });
    throw cause;
  } finally {
    await rm(second, { force: true });
  }
}

async function packInHalves(job: PackJob, path: string, signal: AbortSignal): Promise<PackAnswer> {
  const second = packInThread({ ...job, path, half: "second" }, signal);
  second.catch(() => {});
  return packInThread({ ...job, half: "first" }, signal, second);
}

async function packInThread(job: PackJob, signal: AbortSignal, otherHalf?: Promise<PackAnswer>): Promise<PackAnswer> {
  const program = new URL(`./pack-main${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
  const worker = new Worker(program, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 256 } });
  otherHalf?.then(
    (answer) => worker.postMessage(answer),
    (cause: unknown) => worker.postMessage({ how: "failed", reason: String(cause) } satisfies PackAnswer),
  );
  try {
    const [answer] = (await once(worker, "message", { signal })) as [PackAnswer];
    return answer;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  } finally {
    await worker.terminate();
  }
}

/** A name that is only a name, with the ending of its format. */
export function archiveName(wanted: string | undefined, fallback: string, format: ArchiveFormat): string {
  const stem = safeName((wanted ?? "").trim() || fallback).replace(/(\.(zip|tar\.gz|tgz|tar))+$/i, "");
  return `${stem.replace(/^[_.\s]+$/, "") || fallback}.${format}`;
}
