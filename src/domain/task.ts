import type { Address } from "./channel.ts";
import type { QuestionId, TaskId, ThreadId } from "./ids.ts";
import type { Session } from "./session.ts";

/** What a code delivery is asked for. Stored as the settings of its session. */
export interface TaskRequest {
  readonly task: TaskId;
  readonly prompt: string;
  readonly source: { readonly type: "empty" } | { readonly type: "git"; readonly url: string; readonly ref?: string };
  /** The chat that gets the archive. */
  readonly target: Address;
  /** Where it was asked for, if that is another thread: told the outcome too. */
  readonly askedIn?: ThreadId;
  /** The same for a chat that shows no thread. */
  readonly askedFrom?: Address;
}

/** A request as it comes in: not checked, and with the target in any of the ways to name one. */
export interface TaskAsk {
  readonly prompt: string;
  readonly sourceType?: "git" | "empty";
  readonly gitUrl?: string;
  readonly gitRef?: string;
  readonly targetType?: "group" | "private";
  readonly targetId?: string;
  /** `CHANNEL/ROOM` or `CHANNEL:ROOM`, in place of type and id. */
  readonly target?: string;
}

/** `asked`: it begins when somebody allows it. */
export type StartedTask =
  | { readonly state: "queued"; readonly task: TaskId; readonly session: Session; readonly target: Address }
  | { readonly state: "asked"; readonly task: TaskId; readonly question: QuestionId; readonly target: Address };

export interface Task {
  readonly request: TaskRequest;
  readonly session: Session;
}

/** In place of a channel: the archive stays in the thread, for those who read it in the page. The room is the thread's id. */
export const pageTarget = "page";

/** The agent behind code deliveries, by the name that others list and call it. */
export const deliveryAgentName = "code_delivery_agent";
