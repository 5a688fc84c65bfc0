import { relative } from "node:path";
import type { Prompt } from "#domain/agent";
import { inOneLine, markData, markOutside } from "./mark-data.ts";

/** What the model reads of a prompt: who said it, where and when, what it replies to, and its files. */
export function composePrompt({ text, by, outside, files, room, replyTo }: Prompt, about: { readonly at: string; readonly workspace: string }): string {
  const place = room === undefined ? "" : room.direct ? ", in a direct chat" : `, in the group "${inOneLine(room.name)}"`;
  const head = `[${about.at}, ${inOneLine(by)}${place}]`;
  const parts = [head, outside ? markOutside(by, text) : text];
  if (replyTo !== undefined) parts.push(`In reply to:\n${markData("quoted message", replyTo)}`);
  if (files.length > 0)
    parts.push(
      `Files:\n${files.map(({ path, name, mime, bytes }) => `- ${inOneLine(name)}: ${shown(about.workspace, path)} (${inOneLine(mime)}, ${bytes} bytes)`).join("\n")}`,
    );
  return parts.join("\n");
}

function shown(workspace: string, path: string): string {
  const inside = relative(workspace, path);
  return inside.startsWith("..") ? path : inside;
}
