import { adapters } from "#app/catalog";
import { checkDocuments, checkHome, checkPort, checkSecrets, checkStore, checkWorkspace, type Finding } from "#app/checks";
import { readEnvironment } from "#config/environment";
import { loadConfig } from "#config/load";
import { table } from "./table.ts";
import type { Verb } from "./verb.ts";

const nodeWanted = 24;

export const doctor: Verb = {
  usage: "doctor",
  summary: "checks what the hub stands on: what, state, how to mend",
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
      findings.push(await checkPort(config.server.host, config.server.port, call.home), await checkStore(config.store.path));
      findings.push(checkWorkspace(config), ...(await checkSecrets(config.workspace)));
    } else
      for (const problem of loaded.problems)
        findings.push({ what: "config", state: "error", says: problem, mend: "Mend the file; parley config checks it again." });
    findings.push(await checkDocuments(), {
      what: "agents",
      state: "ok",
      says: "Whoever runs as the hub's own user can do what the hub can.",
      mend: "Give agents a user of their own (run_as) where that matters.",
    });
    if (call.json) call.out(JSON.stringify(findings));
    else for (const line of table(findings.map((one) => [one.what, one.state, [one.says, one.mend].filter(Boolean).join(" ")]))) call.out(line);
    return findings.some((one) => one.state === "error") ? 1 : 0;
  },
};

function checkNode(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  return major >= nodeWanted
    ? { what: "node", state: "ok", says: process.versions.node, mend: "" }
    : {
        what: "node",
        state: "error",
        says: `${process.versions.node}, and ${nodeWanted} or newer is needed`,
        mend: "Start through npm (npm start), which brings its own.",
      };
}
