import type { ChannelCheck } from "#channels/kit/channel-check";
import { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import { createBotApi } from "./bot-api.ts";
import type { TelegramSettings } from "./index.ts";
import { faultOf } from "./outcome.ts";

const timeoutMs = 10_000;

/** Whether the token works, and what the bot sees in groups. Polls nothing, so it does not disturb a hub that runs. */
export async function checkTelegram(settings: TelegramSettings, clock: Clock): Promise<ChannelCheck> {
  using api = createBotApi({ ...settings, token: settings.token ?? new Secret("") }, clock);
  const me = await api.call((raw, by) => raw.getMe(by), { signal: new AbortController().signal, timeoutMs });
  if (me.how !== "ok") {
    const fault = faultOf(me);
    if (fault.code === "BadToken") return { state: "error", says: fault.message, mend: "" };
    return { state: "warning", says: `Telegram cannot be reached. ${fault.message}`, mend: "Check the network, api_root and proxy; the hub keeps trying." };
  }
  const { username, can_read_all_group_messages: readsAll } = me.result;
  if (readsAll) return { state: "ok", says: `@${username} works, and gets every message of its groups`, mend: "" };
  return {
    state: "ok",
    says: `@${username} works; in groups it gets commands and replies to it, and no mentions (privacy mode)`,
    mend: "To be mentioned there: /setprivacy at BotFather, Disable, and add the bot to the group again.",
  };
}
