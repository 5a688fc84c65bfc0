import { adapters, checkChannels } from "#app/catalog";
import { checkClis } from "#app/cli-programs";
import { checkDocuments, checkHome, checkPort, checkSecrets, checkStore, checkWorkspace, type Finding } from "#app/checks";
import { checkHistory } from "#app/history-places";
import { checkTexts } from "#app/texts";
import { checkWorkshop } from "#app/workshop";
import { languageOf } from "#config/config";
import { listedEnvironment, readEnvironment } from "#config/environment";
import { loadConfig } from "#config/load";
import { systemClock } from "#lib/time/clock";
import type { TextLanguage as Language } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { nodeNeeded, tooOldNode } from "./node-version.ts";
import { sentencesOf } from "./sentences-of.ts";
import { table } from "./table.ts";
import type { Verb } from "./verb.ts";

export const doctor: Verb = {
  usage: "doctor",
  summary: "checks the installation: each line says what, state, how to fix it",
  options: {},
  words: 0,
  run: async (call) => {
    const loaded = loadConfig({ home: call.home, file: call.config, allowEveryone: true, environment: readEnvironment(), adapters });
    const language = loaded.ok ? languageOf(loaded.config) : "en";
    const findings: Finding[] = [checkNode(language), await checkHome(call.home, language)];
    if (loaded.ok) {
      const { config, redLines, warnings } = loaded;
      findings.push({ what: "config", state: "ok", says: config.file ?? say(language, checkTexts.noFile), mend: "" });
      for (const line of warnings) findings.push({ what: "config", state: "warning", says: line, mend: "" });
      for (const red of redLines) findings.push({ what: red.what, state: "warning", says: red.why, mend: red.mend });
      findings.push(await checkPort(config.server, call.home, language), await checkStore(config.store.path, call.home, language));
      findings.push(checkWorkspace(config), ...(await checkSecrets(config.workspace, language)), ...(await checkClis(config, listedEnvironment([]))));
      findings.push(...(await checkHistory(config, listedEnvironment([]))));
      const { env, userHome } = readEnvironment();
      const engineEnvironment = { dockerHost: env["DOCKER_HOST"], runtimeDir: env["XDG_RUNTIME_DIR"] };
      findings.push(...(await checkWorkshop(config, { clock: systemClock, userHome, engineEnvironment })));
      findings.push(...(await checkChannels(config, systemClock)).map(([id, found]) => ({ what: id, ...found })));
    } else for (const problem of loaded.problems) findings.push({ what: "config", state: "error", says: problem, mend: say(language, checkTexts.fixFile) });
    findings.push(await checkDocuments(language), {
      what: "agents",
      state: "ok",
      says: say(language, checkTexts.sameUser),
      mend: say(language, checkTexts.runAs),
    });
    if (call.json) call.out(JSON.stringify(findings));
    else for (const line of table(findings.map((one) => [one.what, one.state, sentencesOf(one)]))) call.out(line);
    return findings.some((one) => one.state === "error") ? 1 : 0;
  },
};

function checkNode(language: Language): Finding {
  return tooOldNode(process.versions.node) === undefined
    ? { what: "node", state: "ok", says: process.versions.node, mend: "" }
    : {
        what: "node",
        state: "error",
        says: say(language, checkTexts.nodeTooOld, { version: process.versions.node, needed: nodeNeeded }),
        mend: say(language, checkTexts.nodeUseNpm),
      };
}
