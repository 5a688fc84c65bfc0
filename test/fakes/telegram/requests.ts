import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault } from "./faults.ts";
import type { Upload } from "./methods.ts";
import { readForm } from "./multipart.ts";
import { Refusal } from "./state.ts";

export type Answer = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error_code: number; readonly description: string };

export function refused({ code, message, parameters }: Refusal): Answer & { ok: false } {
  return { ok: false, error_code: code, description: message, ...(parameters === undefined ? {} : { parameters }) };
}

/** The refusal that a fault makes of a call; undefined for faults that make none. */
export function refusalOf(fault: Fault | undefined): Refusal | undefined {
  switch (fault?.kind) {
    case "limit": {
      const retry_after = fault.retryAfter ?? 1;
      return new Refusal(429, `Too Many Requests: retry after ${retry_after}`, { retry_after });
    }
    case "format":
      return new Refusal(400, 'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 0');
    case "refuse":
      return new Refusal(403, "Forbidden: bot was kicked from the supergroup chat");
    case "busy":
      return new Refusal(502, "Bad Gateway");
    case "unauthorized":
      return new Refusal(401, "Unauthorized");
    default:
      return undefined;
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function payloadOf(request: IncomingMessage, body: Buffer): { readonly payload: Record<string, unknown>; readonly upload?: Upload } {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return { payload: body.length === 0 ? {} : (JSON.parse(body.toString("utf8")) as Record<string, unknown>) };
  const parts = readForm(body, type);
  const file = parts.find((part) => part.filename !== undefined);
  const payload = Object.fromEntries(parts.flatMap(({ name, filename, content }) => (filename === undefined ? [[name, content.toString("utf8")]] : [])));
  return { payload, ...(file === undefined ? {} : { upload: { name: file.filename ?? "", content: file.content } }) };
}
