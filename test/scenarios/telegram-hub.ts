import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adapters } from "#app/catalog";
import { run } from "#app/run";
import { telegramChannel } from "#channels/telegram/channel";
import { telegramCan, telegramSettings } from "#channels/telegram/index";
import { loadConfig } from "#config/load";
import { createLog } from "#lib/log";
import { systemClock } from "#lib/time/clock";

// The real hub with a Telegram channel that waits for nothing, as a process that can be killed:
//   TELEGRAM_TOKEN=… node -C parley-source test/scenarios/telegram-hub.ts --home H --api-root URL
// SIGTERM ends it cleanly.

const { values } = parseArgs({ options: { home: { type: "string", default: "" }, "api-root": { type: "string", default: "" } } });
const { home, "api-root": apiRoot } = values;
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
const channel = telegramChannel("telegram", telegramSettings.parse({ api_root: apiRoot, token: process.env["TELEGRAM_TOKEN"] }), {
  clock: systemClock,
  random: Math.random,
  language: "en",
  note: (line) => log.warn({}, line),
  timing: { pollSeconds: 2, storingMs: 50, failedMs: 50 },
  backoff: { firstMs: 10, maxMs: 50 },
  can: { pace: { ...telegramCan.pace, perAddressMs: 0, overallMs: 0 } },
});
const running = await run({ config, redLines, log, channels: [{ platform: "telegram", channel }] });
process.stdout.write(`parley ready ${running.url}\n`);
await asked;
await running[Symbol.asyncDispose]();
log[Symbol.dispose]();
process.exit(0);
