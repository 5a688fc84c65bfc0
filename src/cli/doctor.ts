import { adapters, checkChannels } from "#app/catalog";
import { checkClis } from "#app/cli-programs";
import { checkDocuments, checkHome, checkPort, checkSecrets, checkStore, checkWorkspace, type Finding } from "#app/checks";
import { checkWorkshop } from "#app/workshop";
import { listedEnvironment, readEnvironment } from "#config/environment";
import { loadConfig } from "#config/load";
import { systemClock } from "#lib/time/clock";
import { nodeNeeded, tooOldNode } from "./node-version.ts";
import { table } from "./table.ts";
import type { Verb } from "./verb.ts";

export const doctor: Verb = {
  usage: "doctor",
  summary: "checks the installation: each line says what, state, how to fix it",
  options: {},
  words: 0,
  run: async (call) => {
    const loaded = loadConfig({ home: call.home, file: call.config, allowEveryone: true, environment: readEnvironment(), adapters });
    const findings: Finding[] = [checkNode(), await checkHome(call.home)];
    if (loaded.ok) {
      const { config, redLines, warnings } = loaded;
      findings.push({ what: "config", state: "ok", says: config.file ?? "embedded defaults, no file", mend: "" });
      for (const line of warnings) findings.push({ what: "config", state: "warning", says: line, mend: "" });
      for (const red of redLines) findings.push({ what: red.what, state: "warning", says: red.why, mend: red.mend });
      findings.push(await checkPort(config.server.host, config.server.port, call.home), await checkStore(config.store.path, call.home));
      findings.push(checkWorkspace(config), ...(await checkSecrets(config.workspace)), ...(await checkClis(config, listedEnvironment([]))));
      const { env, userHome } = readEnvironment();
      const engineEnvironment = { dockerHost: env["DOCKER_HOST"], runtimeDir: env["XDG_RUNTIME_DIR"] };
      findings.push(...(await checkWorkshop(config, { clock: systemClock, userHome, engineEnvironment })));
      findings.push(...(await checkChannels(config, systemClock)).map(([id, found]) => ({ what: id, ...found })));
    } else
      for (const problem of loaded.problems)
        findings.push({ what: "config", state: "error", says: problem, mend: "Fix the file; parley config checks it again." });
    findings.push(await checkDocuments(), {
      what: "agents",
      state: "ok",
      says: "Any process that runs as the hub's user can do what the hub can.",
      mend: "Run agents as another user (run_as) where that matters.",
    });
    if (call.json) call.out(JSON.stringify(findings));
    else for (const line of table(findings.map((one) => [one.what, one.state, sentencesOf(one)]))) call.out(line);
    return findings.some((one) => one.state === "error") ? 1 : 0;
  },
};

/** What is wrong and how to fix it, as two sentences. */
function sentencesOf({ says, mend }: Finding): string {
  if (mend === "") return says;
  return `${says}${/[.!?]$/.test(says) ? "" : "."} ${mend}`;
}

function checkNode(): Finding {
  return tooOldNode(process.versions.node) === undefined
    ? { what: "node", state: "ok", says: process.versions.node, mend: "" }
    : {
        what: "node",
        state: "error",
        says: `${process.versions.node}, but Node ${nodeNeeded} or newer is required`,
        mend: "Start with npm (npm start), which uses the right one.",
      };
}
