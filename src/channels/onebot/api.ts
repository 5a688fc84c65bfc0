import type { CallLimits, CallOutcome, CallSocket } from "./call-socket.ts";

/** Which implementation answers, as `get_version_info` says. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
}

/**
 * The calls of the connection there is at the moment. Remembers which actions the implementation does not know, so that each is tried
 * once; another implementation, or another version, is asked again.
 */
export interface OneBotApi {
  call(action: string, params: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<CallOutcome>;
  lacks(action: string): boolean;
  /** False while there is no connection, or the account behind it is offline. */
  readonly isReady: boolean;
  attach(calls: CallSocket): void;
  identified(implementation: Implementation): void;
  online(isOnline: boolean): void;
  detach(calls: CallSocket): void;
}

const unsupported: CallOutcome = { how: "denied", denial: { retcode: 1404, words: "The OneBot implementation does not know this action." } };

export function createOneBotApi(): OneBotApi {
  const unknownActions = new Set<string>();
  let current: CallSocket | undefined;
  let isOnline = false;
  let spoken = "";
  return {
    call: async (action, params, limits) => {
      if (current === undefined) return { how: "not-sent", reason: "There is no connection to the OneBot implementation." };
      if (unknownActions.has(action)) return unsupported;
      const outcome = await current.call(action, params, limits);
      if (outcome.how !== "denied" || !isUnsupported(outcome.denial)) return outcome;
      unknownActions.add(action);
      return unsupported;
    },
    lacks: (action) => unknownActions.has(action),
    get isReady() {
      return current !== undefined && isOnline;
    },
    attach: (calls) => {
      current = calls;
      isOnline = false;
    },
    identified: ({ name, version }) => {
      if (spoken !== `${name} ${version}`) unknownActions.clear();
      spoken = `${name} ${version}`;
    },
    online: (is) => {
      isOnline = is;
    },
    detach: (calls) => {
      if (current !== calls) return;
      current = undefined;
      isOnline = false;
    },
  };
}

/** 1404 by the standard; Lagrange answers 404. */
export function isUnsupported({ retcode, words }: { readonly retcode: number; readonly words: string }): boolean {
  return retcode === 1404 || retcode === 404 || /API_NOT_FOUND|不支持的\s*api/i.test(words);
}
