import type { ClisWire } from "#protocol/clis";
import type { ScreenWire } from "#protocol/screen";
import type { SessionWire } from "#protocol/wire";
import { refusalOf, type Api } from "./hub/api.ts";

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
  create(session: NewSession): Promise<SessionWire>;
}

export function sessionApi({ opened }: Pick<Api, "opened">): SessionApi {
  const call = <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const asked = opened(method, path);
      if (body !== undefined) asked.setRequestHeader("content-type", "application/json");
      asked.onload = () => {
        if (asked.status < 300) resolve(JSON.parse(asked.responseText) as T);
        else reject(refusalOf(asked.status, asked.responseText));
      };
      asked.onerror = () => reject(new TypeError("the hub cannot be reached"));
      asked.onabort = () => reject(new DOMException("given up", "AbortError"));
      signal?.addEventListener("abort", () => asked.abort(), { once: true });
      asked.send(body === undefined ? null : JSON.stringify(body));
    });
  const at = (id: string): string => `/api/sessions/${encodeURIComponent(id)}`;
  return {
    session: (id) => call("GET", at(id)),
    screen: (id, after, signal) => call("GET", `${at(id)}/screen${after === undefined ? "" : `?after=${after}&wait=25`}`, undefined, signal),
    press: (id, keys) => call("POST", `${at(id)}/keys`, { keys }),
    conversations: (id) => call("GET", `${at(id)}/conversations`),
    restart: (id, conversation) => call("POST", `${at(id)}/restart`, conversation === undefined ? {} : { conversation }),
    clis: () => call("GET", "/api/clis"),
    create: (session) => call("POST", "/api/sessions", session),
  };
}
