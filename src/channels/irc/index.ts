import { z } from "zod";
import { enabled, flag, integer, secret, text, type SettingsPart } from "#lib/settings";

export const ircPart: SettingsPart = {
  schema: z.strictObject({
    enabled: enabled("Whether Parley connects to IRC as a chat; an agent's own irc command is another thing."),
    server: text("The server's host name.").optional(),
    port: integer("The server's port; 6697 with TLS and 6667 without, unless it is given.", 1, 65_535).optional(),
    tls: flag("Whether the connection is encrypted.").default(true),
    nick: text("Parley's nickname there.", 30).optional(),
    channels: z.array(text("A channel to join.", 200)).default([]).meta({ description: "The channels to join, each in quotes because of the #." }),
    sasl: z
      .strictObject({
        account: text("The services account."),
        password: secret("Its password; write it as ${IRC_PASSWORD}."),
      })
      .optional()
      .meta({ description: "Login to the network's services." }),
  }),
  needs: ["server", "nick"],
};
