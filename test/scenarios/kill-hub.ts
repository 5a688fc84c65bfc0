import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "#app/run";
import { loadConfig } from "#config/load";
import { systemClock } from "#lib/time/clock";
import { createLog } from "#lib/log";
import { chatChannel } from "#test/fakes/chat/channel";
import { withChat } from "./parley.ts";

// The real hub with the test's chat beside the catalog, as a process that can be killed:
//   node -C parley-source test/scenarios/kill-hub.ts --home H --chat-port N --chat-token T [--no-dedupe]
// SIGTERM ends it cleanly.

const { values } = parseArgs({
  options: {
    home: { type: "string", default: "" },
    "chat-port": { type: "string", default: "" },
    "chat-token": { type: "string", default: "" },
    "no-dedupe": { type: "boolean", default: false },
  },
});
const { home } = values;
const asked = once(process, "SIGTERM");

const loaded = loadConfig({
  home,
  file: join(home, "parley.yaml"),
  allowEveryone: false,
  environment: { env: {}, userHome: home, cwd: home },
  adapters: withChat,
});
if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
const { config, redLines } = loaded;
const log = createLog({
  level: "debug",
  file: config.logging.file,
  fallbackDir: join(home, "logs"),
  clock: systemClock,
  stderr: (line) => process.stderr.write(`${line}\n`),
});
const settings = {
  port: Number(values["chat-port"]),
  token: values["chat-token"],
  dedupes: !values["no-dedupe"],
  draft_ms: 20,
  retry_first_ms: 10,
  retry_max_ms: 50,
};
const channel = chatChannel("chat", settings, { clock: systemClock, random: Math.random });
const running = await run({ config, redLines, log, channels: [{ platform: "chat", channel }] });
process.stdout.write(`parley ready ${running.url}\n`);
await asked;
await running[Symbol.asyncDispose]();
log[Symbol.dispose]();
process.exit(0);
