import { callerOf } from "./hub/caller.ts";
import type { Api } from "./hub/api.ts";

export interface NewDelivery {
  readonly prompt: string;
  readonly thread: string;
  readonly git_url?: string;
  readonly git_ref?: string;
  readonly target?: string;
}

export interface StartedDelivery {
  readonly state: "queued" | "asked";
  readonly thread_id?: string;
}

/** A delivery's folder as it is now. */
export interface DeliveryWork {
  readonly running: boolean;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly unlisted: number;
  readonly changes: string;
}

/** The hub's routes about deliveries; a session's id names its delivery too. */
export interface DeliveryApi {
  start(delivery: NewDelivery): Promise<StartedDelivery>;
  task(session: string): Promise<{ readonly source_type: "git" | "empty" }>;
  work(session: string, signal: AbortSignal): Promise<DeliveryWork>;
  continue(session: string, prompt: string): Promise<StartedDelivery>;
}

export function deliveryApi(api: Pick<Api, "opened">): DeliveryApi {
  const call = callerOf(api);
  const at = (session: string): string => `/api/tasks/${encodeURIComponent(session)}`;
  return {
    start: (delivery) => call("POST", "/api/tasks", delivery),
    task: (session) => call("GET", at(session)),
    work: (session, signal) => call("GET", `${at(session)}/work`, undefined, signal),
    continue: (session, prompt) => call("POST", `${at(session)}/continue`, { prompt }),
  };
}
