import { z } from "zod";
import { secret } from "#lib/settings";

/** What a session of cli_type `scripted` may say in the config file. */
export const scriptedSettings = z.strictObject({
  script: z.string().min(1).optional().describe("Script file, relative to work_dir. Without it the built-in demo plays."),
  token: secret("A secret that the script can check with `secret token`; never stored.").optional(),
});
