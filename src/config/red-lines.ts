import { accessSync, constants, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RedLine } from "#domain/status";
import type { Sentence, TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { Adapters } from "./adapters.ts";
import { isPostgres, languageOf, type Config, type SessionConfig } from "./config.ts";
import { routingLines } from "./routing.ts";
import type { Settings } from "./schema.ts";
import { configTexts } from "./texts.ts";
import { notYet } from "./unsupported-keys.ts";
import { formatPath, valueAt, type KeyPath } from "./problem.ts";

/** What is configured but unavailable in this version or on this machine. The hub starts without it and reports it. */
export function redLinesOf(config: Config, settings: Settings, tree: unknown, adapters: Adapters): readonly RedLine[] {
  const language = languageOf(config);
  const lineFor = (path: KeyPath, mend: Sentence): readonly RedLine[] => {
    const why = notYet(path, adapters, language);
    return why === undefined ? [] : [{ what: formatPath(path), why, mend: mend[language] }];
  };
  const lines: RedLine[] = [...new Set(config.channels.map(({ platform }) => platform))].flatMap((platform) =>
    lineFor(["bots", platform], configTexts.channelSilent),
  );
  const made = config.file === undefined ? config.workspace : undefined;
  lines.push(...config.sessions.flatMap((session) => sessionLines(session, adapters, made, language)));
  lines.push(
    ...routingLines(
      config.routing,
      config.sessions.map(({ name }) => name),
      language,
    ),
  );
  if (config.model === undefined)
    lines.push(
      ...config.sessions
        .filter(({ kind }) => kind === "builtin")
        .map(({ name }) => ({
          what: `sessions.${name}`,
          why: say(language, configTexts.noModel),
          mend: say(language, configTexts.setModel),
        })),
    );
  if (isPostgres(settings.store.url))
    lines.push({
      what: "store.url",
      why: say(language, configTexts.sqliteOnly),
      mend: say(language, configTexts.removeStoreUrl, { path: config.store.path }),
    });
  if (config.model !== undefined) lines.push(...lineFor(["model"], configTexts.removeSection));
  // Its defaults always apply; it counts as configured only if the file mentions it.
  const asksForDelivery = valueAt(tree, ["code_delivery"]) !== undefined && settings.code_delivery["enabled"] === true;
  if (asksForDelivery) lines.push(...lineFor(["code_delivery"], configTexts.disableSection));
  if (!isWritable(config.logging.file)) {
    const logs = join(config.home, "logs");
    const goesTo = isWritable(join(logs, "parley.log")) ? [say(language, configTexts.logGoesTo, { folder: logs })] : [];
    const mend = [say(language, configTexts.logMakeWritable), ...goesTo].join(language === "en" ? " " : "");
    lines.push({ what: "logging.file", why: say(language, configTexts.logUnwritable, { file: config.logging.file }), mend });
  }
  return lines;
}

/** `made`: a folder that is created at start. */
function sessionLines(session: SessionConfig, adapters: Adapters, made: string | undefined, language: TextLanguage): readonly RedLine[] {
  const what = `sessions.${session.name}`;
  const why = say(language, configTexts.sessionNotDriven, { cli: session.cliType });
  const { isBuilt, drives } = adapters.agents[session.kind];
  return [
    ...(isBuilt && (drives?.includes(session.cliType) ?? true) ? [] : [{ what, why, mend: say(language, configTexts.sessionListedOnly) }]),
    ...(session.workDir === made || isDirectory(session.workDir)
      ? []
      : [{ what: `${what}.work_dir`, why: say(language, configTexts.noWorkDir, { path: session.workDir }), mend: say(language, configTexts.createOrCorrect) }]),
  ];
}

function isDirectory(path: string): boolean {
  return statIfThere(path)?.isDirectory() ?? false;
}

/** Checks without writing anything. If the path does not exist yet, its nearest existing parent directory is checked. */
function isWritable(file: string): boolean {
  let place = file;
  for (;;) {
    const stats = statIfThere(place);
    if (stats !== undefined) {
      if (place === file ? !stats.isFile() : !stats.isDirectory()) return false;
      break;
    }
    const above = dirname(place);
    if (above === place) return false;
    place = above;
  }
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function statIfThere(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // ENOTDIR: a parent is a file, check further up.
    return undefined;
  }
}
