import { z } from "zod";
import type { Step } from "#domain/agent";
import { defined } from "#lib/defined";

const content = z.looseObject({
  type: z.string(),
  /** Of `content`. */
  content: z.looseObject({ text: z.string().optional() }).optional().catch(undefined),
  /** Of `diff`. */
  path: z.string().optional(),
  oldText: z.string().nullish(),
  newText: z.string().optional(),
});

/** A tool call or an update of one. What an update leaves out stays as it was. */
export const toolCallSchema = z.looseObject({
  toolCallId: z.string(),
  title: z.string().nullish(),
  kind: z.string().nullish(),
  status: z.string().nullish(),
  content: z.array(content).nullish().catch(undefined),
  locations: z
    .array(z.looseObject({ path: z.string() }))
    .nullish()
    .catch(undefined),
  rawInput: z.unknown().optional(),
});

export type ToolCallPart = z.output<typeof toolCallSchema>;

export interface AcpToolCall {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly content: NonNullable<ToolCallPart["content"]>;
  readonly paths: readonly string[];
  readonly input?: unknown;
}

const maxWhat = 500;
const maxDetail = 500;

export function mergeToolCall(known: AcpToolCall | undefined, part: ToolCallPart): AcpToolCall {
  const input = isEmpty(part.rawInput) ? known?.input : part.rawInput;
  return {
    id: part.toolCallId,
    title: part.title ?? known?.title ?? "",
    kind: part.kind ?? known?.kind ?? "other",
    status: part.status ?? known?.status ?? "pending",
    content: part.content ?? known?.content ?? [],
    paths: part.locations?.map(({ path }) => path) ?? known?.paths ?? [],
    ...defined({ input }),
  };
}

/** A tool call as a step of the turn. */
export function stepOf(call: AcpToolCall): Step {
  const state = call.status === "completed" ? "done" : call.status === "failed" ? "failed" : "running";
  const words = state === "running" ? "" : textOf(call).trim();
  const what = commandOf(call)?.text ?? (call.title === "" ? (call.paths[0] ?? call.kind) : call.title);
  return { id: call.id, verb: verbs[call.kind] ?? "use", what: what.slice(0, maxWhat), state, ...(words !== "" && { detail: words.slice(0, maxDetail) }) };
}

const verbs: Readonly<Record<string, string>> = {
  read: "read",
  edit: "edit",
  delete: "delete",
  move: "move",
  search: "search",
  execute: "run",
  think: "think",
  fetch: "fetch",
};

export function textOf({ content: parts }: Pick<AcpToolCall, "content">): string {
  return parts.flatMap((part) => part.content?.text ?? []).join("\n");
}

const input = z.looseObject({ command: z.union([z.string(), z.array(z.string())]), cwd: z.string().nullish().catch(undefined) });

/** The command that a call would run, as the agent reports it. Other tools may have an input of that name and mean something else. */
export function commandOf(
  call: Pick<AcpToolCall, "input" | "kind">,
): { readonly text: string; readonly argv?: readonly string[]; readonly cwd?: string } | undefined {
  const parsed = input.safeParse(call.input);
  if (call.kind !== "execute" || !parsed.success) return undefined;
  const { command, cwd } = parsed.data;
  const place = defined({ cwd: cwd ?? undefined });
  return typeof command === "string" ? { text: command, ...place } : { text: command.join(" "), argv: command, ...place };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
