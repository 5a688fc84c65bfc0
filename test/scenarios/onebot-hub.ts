import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adapters } from "#app/catalog";
import { run } from "#app/run";
import { onebotChannel } from "#channels/onebot/channel";
import { onebotCan, onebotSettings } from "#channels/onebot/index";
import { loadConfig } from "#config/load";
import { createLog } from "#lib/log";
import { systemClock } from "#lib/time/clock";

// The real hub with a OneBot channel that waits for nothing, as a process that can be killed:
//   ONEBOT_TOKEN=… node -C parley-source test/scenarios/onebot-hub.ts --home H (--url URL | --listen HOST:PORT)
// SIGTERM ends it cleanly.

const { values } = parseArgs({ options: { home: { type: "string", default: "" }, url: { type: "string" }, listen: { type: "string" } } });
const { home, ...address } = values;
const asked = once(process, "SIGTERM");

const environment = { env: {}, userHome: home, cwd: home };
const loaded = loadConfig({ home, file: join(home, "parley.yaml"), allowEveryone: false, environment, adapters });
if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
const { config, redLines } = loaded;
const log = createLog({
  level: "info",
  file: config.logging.file,
  fallbackDir: join(home, "logs"),
  clock: systemClock,
  stderr: () => undefined,
});
const channel = onebotChannel("onebot", onebotSettings.parse({ ...address, access_token: process.env["ONEBOT_TOKEN"] }), {
  clock: systemClock,
  random: Math.random,
  language: "en",
  note: (line) => log.warn({}, line),
  timing: { memoryMs: 50, lookAgainMs: 50, storeAgainMs: 50, catchUpMs: 240_000 },
  backoff: { firstMs: 10, maxMs: 50 },
  can: { pace: { ...onebotCan.pace, perAddressMs: 0, overallMs: 2 } },
  catchUpRooms: 500,
});
const running = await run({ config, redLines, log, channels: [{ platform: "onebot", channel }] });
process.stdout.write(`parley ready ${running.url}\n`);
await asked;
await running[Symbol.asyncDispose]();
log[Symbol.dispose]();
process.exit(0);
