import { z } from "zod";

/** What a session of cli_type `scripted` may say in the config file. */
export const scriptedSettings = z.strictObject({
  script: z.string().min(1).optional().describe("Script file, relative to work_dir. Without it the built-in demo plays."),
});
