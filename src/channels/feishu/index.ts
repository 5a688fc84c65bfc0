import { z } from "zod";
import { enabled, id, secret, text, url, type SettingsPart } from "#lib/settings";

export const feishuPart: SettingsPart = {
  schema: z.strictObject({
    enabled: enabled("Whether Parley connects to Feishu."),
    app_id: text("The app's id; write it as ${FEISHU_APP_ID}.").optional(),
    app_secret: secret("The app's secret; write it as ${FEISHU_APP_SECRET}.").optional(),
    default_channel: id(
      "The chat (oc_…) or person (ou_…) that is bound to default_session from the start: a session that no chat has claimed speaks there.",
    ).optional(),
    domain: url("The open platform's address; https://open.larksuite.com for Lark.", ["http", "https"]).default("https://open.feishu.cn"),
    proxy: url("A proxy for the connection to Feishu.", ["http", "https"]).optional(),
  }),
  needs: ["app_id", "app_secret"],
};
