import { z } from "zod";
import { ParleyError } from "#domain/errors";
import type { CallLimits, FeishuApi } from "./feishu-api.ts";
import { faultOf } from "./outcome.ts";

/** Who the bot is. */
export interface Me {
  readonly openId: string;
  readonly name: string;
}

const answer = z.object({ bot: z.object({ activate_status: z.number().optional(), app_name: z.string().optional(), open_id: z.string() }) });

/** Switched on, or about to be upgraded while the old version works. */
const isOn: ReadonlySet<number> = new Set([2, 4]);

/** Throws with what a person has to do when the app cannot be used. */
export async function botOf(api: FeishuApi, limits: CallLimits): Promise<Me> {
  const outcome = await api.call({ method: "GET", path: "open-apis/bot/v3/info", answer }, limits);
  if (outcome.how !== "ok") throw faultOf(outcome);
  const { activate_status: status = 2, app_name: name = "", open_id: openId } = outcome.result.bot;
  if (!isOn.has(status))
    throw new ParleyError(
      "NotAllowed",
      `The app is offline: it is not switched on in this organisation (status ${status}). An administrator can switch it on (管理后台 › 应用管理).`,
    );
  return { openId, name };
}
