import type { Receipt, Sent } from "#domain/channel";
import { ParleyError } from "#domain/errors";
import type { CallOutcome } from "./feishu-api.ts";
import type { Denial } from "./vendor-http.ts";

export interface SentOptions<T> {
  readonly receipt: (result: T) => Receipt;
  /** Codes that mean that what was wanted is so already, and the message it is about. */
  readonly done?: { readonly codes: ReadonlySet<number>; readonly receipt: Receipt };
}

/** The message is recalled, deleted or was never there. */
export const goneCodes: ReadonlySet<number> = new Set([230011, 230110, 230050, 232009]);

/** Limits of one chat or person; those of the app hold for the whole channel. */
const chatLimits = new Set([230020, 11233, 11247]);
const appLimits = new Set([99991400, 11232]);
const restMs = 1_000;
/** The same message is being sent by an earlier call with the same key. */
const underWay = 230049;

/** What a call about one message came to. */
export function sentFrom<T>(outcome: CallOutcome<T>, { receipt, done }: SentOptions<T>): Sent {
  if (outcome.how === "ok") return { ok: true, receipt: receipt(outcome.result) };
  if (outcome.how !== "denied") return { ok: false, why: outcome.how === "unknown" ? "unknown" : "later", reason: outcome.reason };
  const { denial } = outcome;
  const { code, status, resetMs = restMs } = denial;
  if (done?.codes.has(code) === true) return { ok: true, receipt: done.receipt };
  if (chatLimits.has(code)) return { ok: false, why: "later", reason: slowDown, afterMs: resetMs, scope: "address" };
  if (appLimits.has(code) || status === 429) return { ok: false, why: "later", reason: slowDown, afterMs: resetMs, scope: "channel" };
  if (code === underWay) return { ok: false, why: "later", reason: "Feishu is still sending it.", afterMs: restMs };
  if (badLogin.has(code)) return { ok: false, why: "later", reason: wrongSecret };
  if (disabled.has(code)) return { ok: false, why: "later", reason: inWords(denial) };
  if (expired.has(code)) return { ok: false, why: "later", reason: "Feishu asks us to log in again.", afterMs: restMs };
  return { ok: false, why: "refused", reason: inWords(denial) };
}

const slowDown = "Feishu asks us to slow down.";
const badLogin = new Set([10003, 10014, 514]);
/** The app is disabled in the organisation, or not installed there. */
const disabled = new Set([99991662, 99991673]);
const expired = new Set([99991661, 99991663, 99991664, 99991668, 99991671]);
const wrongSecret = "Feishu does not accept the app's id and secret. Copy both again from the developer console (凭证与基础信息) into the configuration.";

const known: Readonly<Record<number, string>> = {
  230002: "The bot is not in that chat.",
  230006: "The app has no bot. Add the bot feature (机器人) in the developer console and publish a version.",
  230013: "The person is outside the app's availability (可用范围).",
  230018: "The bot is not allowed to write in that chat.",
  230022: "Feishu refused the words as sensitive.",
  230025: "The message is too long for Feishu.",
  230026: "The message can no longer be recalled.",
  230027: "The app lacks a permission for this. Add it in the developer console (权限管理) and publish a version.",
  230099: "Feishu could not read the card.",
  99991662: "The app is disabled in the organisation. Ask an administrator to enable it (管理后台 → 工作台 → 应用管理).",
  99991673: "The app is not installed in the organisation. Publish a version, and have an administrator approve it.",
  99991672: "The app lacks a permission for this. Add it in the developer console (权限管理) and publish a version.",
};

function inWords({ code, description }: Denial): string {
  return known[code] ?? `Feishu refused it (${code}): ${description}`;
}

/** Why a connection cannot be made or goes on no longer. Those that need a person show red at once. */
export function faultOf(outcome: Exclude<CallOutcome<unknown>, { how: "ok" }>): ParleyError {
  if (outcome.how !== "denied") return new ParleyError("Timeout", outcome.reason);
  return faultOfCode(outcome.denial);
}

/** Codes of the long connection, from the call that asks for its address and from its handshake. */
const busy = 1;
const internal = 1000040343;
const tooMany = 1000040350;

export function faultOfCode({ code, status, description }: Pick<Denial, "code" | "status" | "description">): ParleyError {
  if (code === tooMany)
    return new ParleyError(
      "NotAllowed",
      "The app has all its 50 long connections open already. Stop other programs that run with this app, or make a second app.",
    );
  if (badLogin.has(code)) return new ParleyError("BadToken", wrongSecret);
  if (code === 403)
    return new ParleyError(
      "NotAllowed",
      "Feishu does not let this app use a long connection. It must be a custom app (企业自建应用) with 使用长连接接收事件 switched on in 事件与回调.",
    );
  if (code === busy || code === internal) return new ParleyError("Timeout", "Feishu is busy.");
  if (disabled.has(code) || code === 230006 || code === 99991672 || code === 230027)
    return new ParleyError("NotAllowed", inWords({ code, status, description }));
  if (status === 429 || appLimits.has(code)) return new ParleyError("Timeout", slowDown);
  return new ParleyError("Timeout", `Feishu did not answer as expected (${code}).`);
}
