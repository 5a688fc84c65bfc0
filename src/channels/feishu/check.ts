import type { ChannelCheck } from "#channels/kit/channel-check";
import { ParleyError } from "#domain/errors";
import { Secret } from "#lib/redact/secret";
import type { Clock } from "#lib/time/clock";
import { botOf } from "./bot.ts";
import { createFeishuApi } from "./feishu-api.ts";
import type { FeishuSettings } from "./index.ts";

const timeoutMs = 10_000;

/** Whether the app's id and secret work and its bot is switched on. Opens no long connection, so it does not disturb a hub that runs. */
export async function checkFeishu(settings: FeishuSettings, clock: Clock): Promise<ChannelCheck> {
  const { app_id: appId = "", app_secret: secret = new Secret("") } = settings;
  using api = createFeishuApi({ ...settings, app_id: appId, app_secret: secret }, clock);
  try {
    const { name } = await botOf(api, { signal: new AbortController().signal, timeoutMs });
    const mend = "If nobody is heard: 事件与回调 must use a long connection (使用长连接接收事件) and the last version must be published.";
    return { state: "ok", says: `The bot ${name} works`, mend };
  } catch (error) {
    const fault = error instanceof ParleyError ? error : new ParleyError("Timeout", "The connection to Feishu failed.");
    if (fault.code !== "Timeout") return { state: "error", says: fault.message, mend: "" };
    return { state: "warning", says: `Feishu cannot be reached. ${fault.message}`, mend: "Check the network, domain and proxy; the hub keeps trying." };
  }
}
