import type { ClisWire } from "#protocol/clis";
import type { StartWire } from "#protocol/start";
import type { ScreenWire } from "#protocol/screen";
import type { SessionWire } from "#protocol/wire";
import type { Api } from "./hub/api.ts";
import { callerOf } from "./hub/caller.ts";

export interface SessionFacts {
  readonly pid?: number;
  readonly memory_bytes?: number;
  readonly started_at?: string;
  readonly model?: string;
  readonly adopted?: boolean;
}

export interface OlderConversation {
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

export interface NewSession {
  readonly name: string;
  readonly cli_type: string;
  readonly work_dir?: string;
  readonly worktree: boolean;
  /** The thread it works in; one of its own otherwise. */
  readonly thread?: string;
}

/** The hub's routes about one session's terminal, for those who open it. */
export interface SessionApi {
  session(id: string): Promise<SessionWire & { readonly facts?: SessionFacts }>;
  /** Resolves when the screen is another version, or after a while. */
  screen(id: string, after: string | undefined, signal: AbortSignal): Promise<ScreenWire>;
  press(id: string, keys: readonly string[]): Promise<void>;
  conversations(id: string): Promise<readonly OlderConversation[]>;
  restart(id: string, conversation?: string): Promise<void>;
  clis(): Promise<ClisWire>;
  /** Where this hub keeps its things. */
  start(): Promise<StartWire>;
  create(session: NewSession): Promise<SessionWire>;
}

export function sessionApi(api: Pick<Api, "opened">): SessionApi {
  const call = callerOf(api);
  const at = (id: string): string => `/api/sessions/${encodeURIComponent(id)}`;
  return {
    session: (id) => call("GET", at(id)),
    screen: (id, after, signal) => call("GET", `${at(id)}/screen${after === undefined ? "" : `?after=${after}&wait=25`}`, undefined, signal),
    press: (id, keys) => call("POST", `${at(id)}/keys`, { keys }),
    conversations: (id) => call("GET", `${at(id)}/conversations`),
    restart: (id, conversation) => call("POST", `${at(id)}/restart`, conversation === undefined ? {} : { conversation }),
    clis: () => call("GET", "/api/clis"),
    start: () => call("GET", "/api/start"),
    create: (session) => call("POST", "/api/sessions", session),
  };
}
