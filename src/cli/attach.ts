import { attach as attachTo } from "#app/attach";
import { readEnvironment } from "#config/environment";
import { needWord, type Verb } from "./verb.ts";

export const attach: Verb = {
  usage: "attach SESSION",
  summary: "opens the terminal of a session's command-line agent here; Ctrl-b d leaves it running",
  options: {},
  words: 1,
  run: async (call) => {
    const { env, userHome } = readEnvironment();
    // A terminal inside another tmux would refuse.
    const passed = Object.entries(env).flatMap(([name, value]) => (value === undefined || name === "TMUX" ? [] : [[name, value] as const]));
    return attachTo(call.home, needWord(call, 0, "The session"), { env: Object.fromEntries(passed), userHome });
  },
};
