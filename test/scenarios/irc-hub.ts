import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adapters } from "#app/catalog";
import { run } from "#app/run";
import { ircChannel } from "#channels/irc/channel";
import { ircSettings } from "#channels/irc/index";
import { loadConfig } from "#config/load";
import { createLog } from "#lib/log";
import { systemClock } from "#lib/time/clock";

// The real hub with an IRC channel that comes back at once, as a process that can be killed:
//   node -C parley-source test/scenarios/irc-hub.ts --home H
// Its settings are in H/irc.json. SIGTERM ends it cleanly.

const { values } = parseArgs({ options: { home: { type: "string", default: "" } } });
const { home } = values;
const asked = once(process, "SIGTERM");

const environment = { env: {}, userHome: home, cwd: home };
const loaded = loadConfig({ home, file: join(home, "parley.yaml"), allowEveryone: false, environment, adapters });
if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
const { config, redLines } = loaded;
const log = createLog({ level: "info", file: config.logging.file, fallbackDir: join(home, "logs"), clock: systemClock, stderr: () => undefined });
const channel = ircChannel("irc", ircSettings.parse(JSON.parse(readFileSync(join(home, "irc.json"), "utf8"))), {
  clock: systemClock,
  random: Math.random,
  language: "en",
  note: (line) => log.warn({}, line),
  backoff: { firstMs: 10, maxMs: 50 },
  timings: { quitMs: 300 },
  rejoin: { firstMs: 200, maxMs: 1_000 },
});
const running = await run({ config, redLines, log, channels: [{ platform: "irc", channel }] });
process.stdout.write(`parley ready ${running.url}\n`);
await asked;
await running[Symbol.asyncDispose]();
log[Symbol.dispose]();
process.exit(0);
