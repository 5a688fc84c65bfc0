import { z } from "zod";
import { enabled, flag, secret, text, url, type SettingsPart } from "#lib/settings";

export const onebotPart: SettingsPart = {
  schema: z.strictObject({
    enabled: enabled("Whether Parley connects to QQ through a OneBot implementation."),
    url: url("Forward WebSocket: where the OneBot implementation listens.", ["ws", "wss"]).optional(),
    listen: text("Reverse WebSocket: HOST:PORT where Parley listens for the OneBot implementation.").optional(),
    access_token: secret("The token that both sides know; write it as ${ONEBOT_TOKEN}.").optional(),
    self_files: flag("Whether the OneBot implementation can read this machine's files, so that a file is sent by its path.").default(false),
  }),
  needs: [["url", "listen"]],
};
