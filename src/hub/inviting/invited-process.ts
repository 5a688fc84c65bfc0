import type { AgentId, InvitationId } from "#domain/ids";
import type { Invitable, Invitation } from "#domain/invitation";
import { oneLine } from "#domain/invite-command";
import { secretsInArgv, redactKnown } from "#lib/redact/redact-argv";
import { redactTruncated } from "#lib/redact/redact-truncated";
import type { ProcessEnd, ProcessSpec, StartedProcess } from "#domain/processes";
import type { InvitationFolder } from "./invitation-folder.ts";
import { defined } from "#lib/defined";

/** How much of what it writes is kept with its record. */
export const outputBytes = 64 * 1024;

/** The hub's own limits for somebody else's program: generous for a coding agent, and an end to a runaway. */
const memoryBytes = 4 * 1024 ** 3;
const files = 4_096;
/** Counts all that its user runs; root is exempt. */
const processes = 4_096;

/** One invited process while it is here. */
export interface Visit {
  invitation: Invitation;
  readonly agent: AgentId;
  /** Under the name that it is shown with here, which may be another than the file has. */
  entry: Pick<Invitable, "displayName" | "timeoutSeconds" | "maxRuntimeSeconds">;
  /** Values that are hidden in whatever it writes. */
  readonly secrets: readonly string[];
  process: StartedProcess | undefined;
  timers: readonly (() => void)[];
  /** Why the hub ends it; a process that ends by itself has none. */
  because: string | undefined;
  isAdopted: boolean;
  isOver: boolean;
  /** Its first use of the token, being kept; others of its calls wait for it. */
  joining: Promise<void>;
}

/** Found again by it after a restart; it also keeps `parley` from steering the hub from inside. */
export function markOf(id: InvitationId): string {
  return `PARLEY_SESSION=${id}`;
}

export interface Ticket {
  readonly invitation: Invitation;
  readonly topic: string;
  readonly entry: Invitable;
  readonly argv: readonly [string, ...string[]];
  readonly folder: InvitationFolder;
  readonly token: string;
  readonly url: string;
}

export function specOf(
  { invitation, topic, entry, argv, folder, token, url }: Ticket,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): ProcessSpec {
  const user = folder.user === undefined || entry.runAs === undefined ? {} : { HOME: folder.user.home, USER: entry.runAs, LOGNAME: entry.runAs };
  return {
    argv,
    cwd,
    env: {
      ...environment,
      ...user,
      PARLEY_URL: url,
      PARLEY_TOKEN: token,
      PARLEY_THREAD: invitation.thread,
      PARLEY_THREAD_TOPIC: oneLine(topic),
      PARLEY_AGENT: entry.name,
      PARLEY_SESSION: invitation.id,
    },
    ...defined({ runAs: entry.runAs }),
    limits: { memoryBytes, processes, files, cpuSeconds: entry.maxRuntimeSeconds },
    outputBytes,
    mark: markOf(invitation.id),
    pipe: folder.pipe,
  };
}

/** Whatever is hidden in its command and its environment is hidden in what it writes. */
export function secretsOf(known: {
  readonly token?: string | undefined;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}): readonly string[] {
  const { token = "", argv, environment, names } = known;
  return [token, ...secretsInArgv(argv), ...names.map((name) => environment[name] ?? "")].filter((secret) => secret !== "");
}

/** What it wrote, as it may be shown. An earlier hub may have read the beginning of it. */
export function outputOf({ process, secrets, isAdopted }: Visit): string {
  const output = process?.output() ?? "";
  // From a whole character on: up to three bytes less than the most.
  const isCut = isAdopted || Buffer.byteLength(output) > outputBytes - 4;
  return isCut ? redactTruncated(output, secrets) : redactKnown(output, secrets);
}

/** The end as it is kept: what is not known is left out. */
export function endOf(visit: Visit, end: ProcessEnd, at: number, output: string, reason: string): Invitation {
  const isKnown = end.exitCode !== undefined || end.signal !== undefined || visit.because !== undefined;
  return {
    ...visit.invitation,
    state: isKnown || !visit.isAdopted ? "ended" : "lost",
    endedAt: at,
    ...defined({ exitCode: end.exitCode, signal: end.signal }),
    reason,
    output,
  };
}
