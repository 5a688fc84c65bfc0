import type { PermissionOption } from "@agentclientprotocol/sdk";
import { z } from "zod";
import type { Ask, Subject } from "#domain/question";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { diffLines } from "./diff-lines.ts";
import { optionsFor } from "./permission-options.ts";
import { acpTexts } from "./texts.ts";
import { commandOf, textOf, type AcpToolCall } from "./tool-call.ts";

export interface AskContext {
  readonly language: TextLanguage;
  readonly workDir: string;
}

/** The question behind a permission: what would happen is frozen in the subject, as exactly as the agent tells it. */
export function permissionAsk(call: AcpToolCall, offered: readonly PermissionOption[], { language, workDir }: AskContext): Omit<Ask, "key"> {
  return {
    kind: "permission",
    prompt: promptFor(call, language),
    subject: subjectOf(call, workDir),
    options: optionsFor(offered, say(language, acpTexts.denyAndStop)),
  };
}

function promptFor(call: AcpToolCall, language: TextLanguage): string {
  const [file] = call.paths;
  if (call.kind === "execute") return say(language, acpTexts.mayRun);
  if (call.kind === "edit" && file !== undefined) return say(language, acpTexts.mayChange, { file });
  if (call.kind === "delete" && file !== undefined) return say(language, acpTexts.mayDelete, { file });
  return say(language, acpTexts.may, { what: call.title === "" ? call.kind : call.title });
}

function subjectOf(call: AcpToolCall, workDir: string): Subject {
  const command = commandOf(call);
  if (command !== undefined) {
    const directory = command.cwd ?? workDir;
    return command.argv === undefined ? { detail: command.text, directory } : { argv: command.argv, directory };
  }
  const changes = call.content.filter(({ type, newText }) => type === "diff" && newText !== undefined);
  if (changes.length > 0) {
    const detail = changes.map(({ path, oldText, newText }) => `${path ?? ""}\n${diffLines(oldText ?? "", newText ?? "")}`).join("\n\n");
    return { detail, directory: workDir };
  }
  const diff = reportedDiff.safeParse(call.input);
  const parts = [call.title, textOf(call).trim(), diff.success ? diff.data.diff : rawText(call.input)].filter((part) => part !== "");
  return { detail: parts.join("\n\n"), directory: workDir };
}

const reportedDiff = z.looseObject({ diff: z.string() });

function rawText(input: unknown): string {
  return input === undefined ? "" : typeof input === "string" ? input : JSON.stringify(input, null, 2);
}
