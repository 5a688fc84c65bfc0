import type { Agent } from "node:http";
import { z } from "zod";
import { download } from "#channels/kit/download";
import { platformAgent } from "#channels/kit/platform-agent";
import type { RemoteFile } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { OneBotApi } from "./api.ts";
import type { CallLimits, CallOutcome } from "./call-socket.ts";
import type { Segment } from "./cq-code.ts";
import { foundMessageWire, numberOf } from "./frame.ts";
import type { Recent } from "./recent.ts";
import { parseRef, parseRoom, type Chat } from "./refs.ts";
import { segmentsOf, valueOf } from "./segments.ts";

export interface FetchOptions {
  readonly agents: FileAgents;
  readonly api: OneBotApi;
  readonly withFiles: Recent<readonly Segment[]>;
  readonly callMs: number;
}

/** The connections that files are fetched over. */
export interface FileAgents extends Disposable {
  for(url: string): Agent;
}

export function createFileAgents(proxy: string | undefined): FileAgents {
  const agents = new Map<string, Agent>();
  return {
    for: (url) => {
      const { protocol } = new URL(url);
      const agent = agents.get(protocol) ?? platformAgent(url, proxy);
      agents.set(protocol, agent);
      return agent;
    },
    [Symbol.dispose]: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

const givenWire = z.object({ url: z.string().nullish(), base64: z.string().nullish() });

/** Where a file is: an address that the implementation gave, or its content. */
type Given = { readonly url: string } | { readonly content: Buffer };

/**
 * The content of a file that somebody sent. The address stands in the message, or is asked for by the action of its kind. A path on
 * the implementation's own disk is not read.
 */
export async function fetchFile({ agents, api, withFiles, callMs }: FetchOptions, file: RemoteFile, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const limits = { signal, timeoutMs: callMs };
  const at = file.id.lastIndexOf("#");
  const ref = file.id.slice(0, Math.max(at, 0));
  const chat = parseRoom(ref.slice(0, Math.max(ref.indexOf("/"), 0)));
  const segment = (withFiles.get(ref) ?? (await segmentsAgain(api, ref, limits)))[Number(file.id.slice(at + 1))];
  const given = segment === undefined || chat === undefined ? undefined : await locate(api, chat, segment, limits);
  if (given === undefined) throw new ParleyError("NotFound", `QQ does not hand over the file ${file.name}.`);
  if ("content" in given) return new Blob([new Uint8Array(given.content)]).stream();
  return download(given.url, { agent: agents.for(given.url), signal });
}

/** After a restart, or long after: the message is asked for again, with an address that has not expired. */
async function segmentsAgain(api: OneBotApi, ref: string, limits: CallLimits): Promise<readonly Segment[]> {
  const place = parseRef(ref);
  if (place === undefined) return [];
  const outcome = await api.call("get_msg", { message_id: numberOf(place.message) }, limits);
  answered(outcome);
  const found = foundMessageWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
  return found.success ? segmentsOf(found.data.message) : [];
}

async function locate(api: OneBotApi, chat: Chat, segment: Segment, limits: CallLimits): Promise<Given | undefined> {
  const value = (name: string): string => valueOf(segment, name);
  const [fileId, name] = [value("file_id"), value("file")];
  if (isAddress(value("url"))) return { url: value("url") };
  // A picture may have its address there; a file has the name that its sender chose.
  if (segment.type !== "file" && isAddress(name)) return { url: name };
  const ways: (readonly [action: string, params: Readonly<Record<string, unknown>>])[] = [];
  if (segment.type === "file" && fileId !== "") {
    if (chat.kind === "group") ways.push(["get_group_file_url", { group_id: numberOf(chat.id), file_id: fileId, busid: Number(value("busid")) || 102 }]);
    else ways.push(["get_private_file_url", { user_id: numberOf(chat.id), file_id: fileId, file_hash: value("file_hash") }]);
  }
  if (segment.type === "image" && name !== "") ways.push(["get_image", { file: name }]);
  if (segment.type === "record" && name !== "") ways.push(["get_record", { file: name, out_format: "mp3" }]);
  if (fileId !== "" || name !== "") ways.push(["get_file", { file_id: fileId || name, file: fileId || name }]);
  for (const [action, params] of ways) {
    const outcome = await api.call(action, params, limits);
    answered(outcome);
    const given = givenWire.safeParse(outcome.how === "ok" ? outcome.data : undefined);
    if (!given.success) continue;
    if (isAddress(given.data.url ?? "")) return { url: given.data.url ?? "" };
    if (given.data.base64) return { content: Buffer.from(given.data.base64, "base64") };
  }
  return undefined;
}

/** Throws where trying again may help. */
function answered(outcome: CallOutcome): void {
  if (outcome.how === "unknown" || outcome.how === "not-sent") throw new ParleyError("Timeout", outcome.reason);
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
