import { join } from "node:path";
import { adapters } from "#app/catalog";
import { configurationFile } from "#app/configuration-file";
import { makeHome } from "#app/home";
import { run, type RunningProgram } from "#app/run";
import { loadConfig } from "#config/load";
import { defaultHome, programName, readEnvironment } from "#config/environment";
import { systemClock } from "#lib/time/clock";
import { createLog } from "#lib/log";
import { quoteWords } from "#lib/text/quote-words";
import { untilStopped } from "./until-stopped.ts";
import { text, WrongUse, type Call, type Verb } from "./verb.ts";
import { defined } from "#lib/defined";

export const start: Verb = {
  usage: "start [--port N] [--allow-everyone]",
  summary: "runs the hub in the foreground",
  options: { port: { type: "string" }, "allow-everyone": { type: "boolean" } },
  words: 0,
  run: async (call) => {
    const port = portOf(call);
    const allowEveryone = call.values["allow-everyone"] === true;
    const options = { home: call.home, file: call.config, allowEveryone, environment: readEnvironment(), adapters };
    const loaded = loadConfig(options);
    if (!loaded.ok) {
      for (const problem of loaded.problems) call.err(problem);
      call.err("The hub was not started: fix the configuration first.");
      return 1;
    }
    const { config, warnings, redLines } = loaded;
    const stopping = untilStopped(process, systemClock, (code) => process.exit(code));
    // Before the log, which lies in it and would complain by itself.
    await makeHome(config.home);
    const log = createLog({
      level: config.logging.level,
      file: config.logging.file,
      fallbackDir: join(config.home, "logs"),
      clock: systemClock,
      stderr: (line) => call.err(line),
    });
    process.on("uncaughtExceptionMonitor", (cause) => log.error({ cause }, "the hub crashed with an unexpected error"));
    for (const line of warnings) log.warn({}, line);
    for (const red of redLines) log.warn({ what: red.what }, `${red.what}: ${red.why} ${red.mend}`);
    const running = await run({ config, redLines, log, configuration: configurationFile(loaded, options), ...defined({ port }) });
    call.out(`parley ready ${running.url}`);
    if (!running.hasOwner) {
      if (process.stdout.isTTY) {
        call.out(`There is no owner yet. Open this link within 15 minutes to become it: ${await running.claimUrl()}`);
      } else call.err(`There is no owner yet. ${programName()} login${homeFlag(call.home)} prints the link that makes one.`);
    }
    await stopping;
    const left = running.invited();
    await running[Symbol.asyncDispose]();
    if (left.length > 0) {
      log.info({ left }, "invited agents are left running");
      call.err(leftRunning(left));
    }
    log[Symbol.dispose]();
    return 0;
  },
};

/** The next verb needs it too, unless it is the usual one. */
function homeFlag(home: string): string {
  return home === defaultHome() ? "" : ` --home ${quoteWords([home])}`;
}

/** Each leads a group of its own, which holds whatever it started. */
function leftRunning(left: ReturnType<RunningProgram["invited"]>): string {
  const who = left.map(({ name, pid }) => `${name} (${pid})`).join(", ");
  const groups = left.map(({ pid }) => `-${pid}`).join(" ");
  return `${left.length} invited ${left.length === 1 ? "agent is" : "agents are"} left running: ${who}. The next start takes them up again; to end them now: kill -- ${groups}`;
}

function portOf(call: Call): number | undefined {
  const port = text(call, "port");
  if (port === undefined) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new WrongUse(`--port takes a number up to 65535, not ${port}.`);
  return Number(port);
}
