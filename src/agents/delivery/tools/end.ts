import { join } from "node:path";
import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { Delivered } from "#domain/agent";
import { agentTool, type AgentTool } from "#agents/kit/loop/agent-tool";
import { changedDocuments, readmeProblem, refuseDocuments } from "#agents/delivery/archive/check-documents";
import { ArchiveTooLarge } from "#agents/delivery/archive/archive-sink";
import { findSecrets, type FoundSecret } from "#agents/delivery/archive/find-secrets";
import { archiveName, packWorkspace, SecretsFound, type ArchiveFormat, type PackResult } from "#agents/delivery/archive/pack-workspace";
import type { DeliveryResult, TaskContext } from "#agents/delivery/task/task-context";
import { keepArchive } from "#agents/delivery/task/task-folder";
import { defined } from "#lib/defined";

/** How long `end` waits for the platform: so long, and longer for large archives. */
const deliverWithinMs = 120_000;
const bytesPerMs = 100;

/** Packs the workspace, sends it and ends the task. What must be fixed first is told to the agent, and the task goes on. */
export function endTool(task: TaskContext): AgentTool {
  let hasAskedForDocuments = false;
  let tries = 0;
  return agentTool({
    name: "end",
    description: "Packs the workspace, sends the archive to the chat and ends the task. Call it once everything is done, documents included.",
    input: z.object({
      exclude_patterns: z
        .array(z.string().min(1).max(500))
        .max(200)
        .describe('What to leave out, at any depth, such as ".git/**", "node_modules/**", "__pycache__/**". A leading slash anchors at the top.'),
      archive_name: z.string().max(200).optional(),
      archive_format: z.enum(["zip", "tar.gz"]).optional(),
      summary: z.string().max(4_000).optional().describe("Sent with the archive."),
    }),
    run: async ({ exclude_patterns: exclude, archive_name: wanted, archive_format: format = task.settings.archiveFormat, summary = "" }, { signal }) => {
      if (task.request.source.type === "empty") {
        const problem = await readmeProblem(task, exclude, signal);
        if (problem !== undefined) refuseDocuments(problem);
      } else if (!hasAskedForDocuments && !(await changedDocuments(task, signal))) {
        hasAskedForDocuments = true;
        refuseDocuments("No document was changed. Add how to run and use what you changed, or call end again if nothing needs it.");
      }
      refuseSecrets(task, { archive_name: wanted, summary });
      const name = archiveName(wanted, task.request.task, format);
      const path = join(task.folder.artifacts, name);
      const packed = await pack(task, { exclude, format, path, signal });
      const upload = await send(task, { name, path, format, summary, key: `archive-${++tries}` }, packed, signal);
      const isSure = upload.how === "sent";
      const kept = isSure ? undefined : await keepArchive(path, task.keptDir);
      const result: DeliveryResult = {
        name,
        bytes: packed.bytes,
        files: packed.files,
        sha256: packed.sha256,
        upload: upload.how,
        reason: upload.how === "sent" ? "" : upload.reason,
        summary,
        left: packed.left,
        ...defined({ kept }),
      };
      await task.ended(result);
      return { text: JSON.stringify(wireOf(result, packed)), isError: !isSure, ends: true };
    },
  });
}

/** Both are seen in the chat, as the files are. */
function refuseSecrets({ secrets }: TaskContext, said: Readonly<Record<string, string | undefined>>): void {
  const places = Object.entries(said).flatMap(([argument, text = ""]) => findSecrets(argument, Buffer.from(text), secrets));
  if (places.length > 0) throw secretsFound(places);
}

function secretsFound(found: readonly FoundSecret[]): ParleyError {
  const places = found.map(({ path, line, what }) => `${path}:${line} (${what})`).join(", ");
  return new ParleyError("ContentBlocked", `Nothing was sent: the archive would contain secrets. Remove or exclude them, then call end again: ${places}.`);
}

async function pack(
  { files, settings, secrets }: TaskContext,
  how: { readonly exclude: readonly string[]; readonly format: ArchiveFormat; readonly path: string; readonly signal: AbortSignal },
): Promise<PackResult> {
  try {
    const packed = await packWorkspace({ workspace: files.root, maxBytes: settings.archiveBytes, secrets, ...how });
    if (packed.files === 0) throw new ParleyError("InvalidArgs", "Nothing was sent: no file is left to pack. Check exclude_patterns.");
    return packed;
  } catch (cause) {
    if (cause instanceof SecretsFound) throw secretsFound(cause.places);
    if (!(cause instanceof ArchiveTooLarge)) throw cause;
    const most = Math.round(settings.archiveBytes / 1024 / 1024);
    throw new ParleyError(
      "TooLarge",
      `Nothing was sent: the archive is larger than ${most} MB. Exclude what can be made again, such as dependencies and builds.`,
    );
  }
}

async function send(
  task: TaskContext,
  file: { readonly name: string; readonly path: string; readonly format: ArchiveFormat; readonly summary: string; readonly key: string },
  packed: PackResult,
  signal: AbortSignal,
): Promise<Delivered> {
  const mime = file.format === "zip" ? "application/zip" : "application/gzip";
  const description = file.summary.trim() || file.name;
  const artifact = await task.keep(file.key, { name: file.name, mime, description, content: { path: file.path }, isHandedOver: true });
  if (artifact === undefined) return { how: "failed", reason: "the archive could not be stored" };
  const late = new AbortController();
  const cancel = task.clock.after(deliverWithinMs + packed.bytes / bytesPerMs, () => late.abort());
  try {
    return await task.deliver(artifact, AbortSignal.any([signal, late.signal]));
  } finally {
    cancel();
  }
}

function wireOf({ name, bytes, files, sha256, upload, reason, kept }: DeliveryResult, { left }: PackResult) {
  return {
    name,
    size: bytes,
    files,
    sha256,
    upload,
    ...(reason !== "" && { reason }),
    ...defined({ kept }),
    ...(left.length > 0 && { left_out: left }),
  };
}
