import type { Receipt, Sent } from "#domain/channel";
import type { CallOutcome, Denial } from "./call-socket.ts";
import { isUnsupported } from "./api.ts";

/** What a call that shows something in a chat came to. */
export function sentFrom(outcome: CallOutcome, receipt: (data: unknown) => Receipt): Sent {
  switch (outcome.how) {
    case "ok":
      return { ok: true, receipt: receipt(outcome.data) };
    case "not-sent":
      return { ok: false, why: "later", reason: outcome.reason };
    case "unknown":
      return { ok: false, why: "unknown", reason: outcome.reason };
    case "denied":
      return deniedSent(outcome.denial);
  }
}

function deniedSent({ retcode, words }: Denial): Sent {
  // NapCat answers so when QQ did not confirm in time; the message is often there all the same.
  if (/time ?d? ?out|超时/i.test(words)) return { ok: false, why: "unknown", reason: "QQ did not confirm it in time." };
  if (/not log(ged)? ?in|未登录|账号离线|掉线/i.test(words)) return { ok: false, why: "later", reason: "The QQ account is offline." };
  return { ok: false, why: "refused", reason: inWords({ retcode, words }) };
}

const known: readonly (readonly [RegExp, string])[] = [
  [/禁言|"result":\s*120\b/, "The QQ account is muted in that group."],
  [/不是好友|not.{0,10}friend/i, "The person is not a friend of the QQ account."],
  [/不在群|被移出|not in (the )?group|群.{0,6}不存在/i, "The QQ account is not in that group."],
  [/rich media transfer failed/i, "QQ did not take the file."],
  [/ENOENT|no such file|不存在|识别URL失败/i, "The OneBot implementation cannot read the file there."],
];

function inWords(denial: Denial): string {
  if (isUnsupported(denial)) return "The OneBot implementation does not support this.";
  const found = known.find(([pattern]) => pattern.test(denial.words))?.[1];
  return found ?? `QQ or the OneBot implementation refused it (${denial.retcode}${denial.words === "" ? "" : `: ${denial.words}`}).`;
}
