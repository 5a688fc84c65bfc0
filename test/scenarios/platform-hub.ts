import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adapters } from "#app/catalog";
import { run } from "#app/run";
import { discordChannel } from "#channels/discord/channel";
import { discordCan, discordSettings } from "#channels/discord/index";
import { telegramChannel } from "#channels/telegram/channel";
import { telegramCan, telegramSettings } from "#channels/telegram/index";
import { loadConfig } from "#config/load";
import type { Channel } from "#domain/channel";
import { createLog } from "#lib/log";
import { systemClock } from "#lib/time/clock";

// The real hub with a platform's channel that waits for nothing, as a process that can be killed:
//   BOT_TOKEN=… node -C parley-source test/scenarios/platform-hub.ts --platform discord --home H --api-root URL
// SIGTERM ends it cleanly.

const { values } = parseArgs({
  options: { platform: { type: "string", default: "" }, home: { type: "string", default: "" }, "api-root": { type: "string", default: "" } },
});
const { platform, home, "api-root": api_root } = values;
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
const settings = { api_root, token: process.env["BOT_TOKEN"] };
const usual = {
  clock: systemClock,
  random: Math.random,
  language: "en",
  note: (line: string) => log.warn({}, line),
  backoff: { firstMs: 10, maxMs: 50 },
} as const;
// Faster than any platform allows, and not all at once: what is on its way when a connection drops stays a part of the whole.
const unpaced = { perAddressMs: 0, overallMs: 2 };
const channels: Readonly<Record<string, () => Channel>> = {
  telegram: () =>
    telegramChannel("telegram", telegramSettings.parse(settings), {
      ...usual,
      timing: { pollSeconds: 2, storingMs: 50, failedMs: 50 },
      can: { pace: { ...telegramCan.pace, ...unpaced } },
    }),
  discord: () =>
    discordChannel("discord", discordSettings.parse(settings), {
      ...usual,
      timing: { saveMs: 20, failedMs: 50, guildsMs: 2_000 },
      can: { pace: { ...discordCan.pace, ...unpaced } },
    }),
};
const channel = channels[platform]?.();
if (channel === undefined) throw new Error(`there is no channel for ${platform} here`);
const running = await run({ config, redLines, log, channels: [{ platform, channel }] });
process.stdout.write(`parley ready ${running.url}\n`);
await asked;
await running[Symbol.asyncDispose]();
log[Symbol.dispose]();
process.exit(0);
