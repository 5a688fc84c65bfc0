import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Refusal, type World } from "./world.ts";

type Params = Readonly<Record<string, unknown>>;

/** The content that a `file` parameter names, by the ways that this implementation knows. */
export async function contentOf(world: World, file: string, ways: World["personality"]["uploads"]): Promise<Buffer> {
  if (file.startsWith("base64://")) {
    if (!ways.includes("base64")) throw new Refusal("file not found: base64");
    return Buffer.from(file.slice("base64://".length), "base64");
  }
  if (/^https?:/.test(file)) {
    if (!ways.includes("url")) throw new Refusal("file not found: http");
    const response = await fetch(file);
    if (!response.ok) throw new Refusal(`download failed: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
  const path = file.replace(/^file:\/\//, "");
  const streamed = world.streamed.get(path);
  if (streamed !== undefined) return streamed;
  try {
    return readFileSync(path);
  } catch {
    throw new Refusal(`ENOENT: no such file or directory, open '${path}'`);
  }
}

/** NapCat's upload in chunks. */
export function takeChunk(world: World, params: Params): unknown {
  const id = String(params["stream_id"]);
  const known = world.streams.get(id);
  const total = Number(params["total_chunks"] ?? known?.total ?? 0);
  if (total < 1) throw new Refusal("total_chunks required for new stream");
  const stream = known ?? { chunks: new Map<number, Buffer>(), total, name: String(params["filename"]), sha256: String(params["expected_sha256"]) };
  world.streams.set(id, stream);
  const said = { stream_id: id, received_chunks: stream.chunks.size, total_chunks: total };
  const { chunk_data: chunk } = params;
  if (typeof chunk === "string") {
    stream.chunks.set(Number(params["chunk_index"]), Buffer.from(chunk, "base64"));
    return { type: "stream", status: "chunk_received", ...said };
  }
  if (params["is_complete"] !== true) return { type: "stream", status: "file_created", ...said };
  const parts = Array.from({ length: total }, (_, i) => stream.chunks.get(i));
  if (parts.includes(undefined)) throw new Refusal("Missing memory chunk");
  const content = Buffer.concat(parts.flatMap((part) => part ?? []));
  if (createHash("sha256").update(content).digest("hex") !== stream.sha256) throw new Refusal("SHA256 mismatch.");
  world.streams.delete(id);
  const path = `/app/.config/QQ/NapCat/temp/${stream.name}`;
  world.streamed.set(path, content);
  return { type: "response", status: "file_complete", ...said, file_path: path, file_size: content.length };
}
