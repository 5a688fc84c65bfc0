import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SeatSpec } from "#domain/agent";
import { ParleyError } from "#domain/errors";
import { lineWords } from "#lib/text/line-words";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import { findCommand } from "#wire/find-command";
import { startTimeOf } from "#wire/proc";
import type { TmuxServer } from "#wire/tmux/tmux-server";
import type { CliSettings } from "./cli-settings.ts";
import { mirrorFolder } from "./mirror-folder.ts";
import type { Launch, Profile } from "./profile.ts";
import type { ServerName } from "./tmux-servers.ts";
import type { RememberedPane } from "./seat-memory.ts";
import { tmuxTexts } from "./texts.ts";

export interface CliPaneParts {
  readonly server: TmuxServer;
  readonly serverName: ServerName;
  readonly spec: SeatSpec;
  readonly profile: Profile;
  readonly settings: CliSettings;
  /** What the pane's program inherits from the hub. */
  readonly environment: Readonly<Record<string, string>>;
  readonly language: TextLanguage;
}

const format = "#{session_name}\t#{pane_id}\t#{pane_pid}\t#{@parley-session}";

/** The pane of this session, if it still exists: the one that was remembered, or one of that name that somebody else made. */
export async function findCliPane(
  { server, serverName, spec }: Pick<CliPaneParts, "server" | "serverName" | "spec">,
  known: RememberedPane | undefined,
): Promise<RememberedPane | undefined> {
  const rows = (await server.run("list-panes", "-a", "-F", format)).map((line) => line.split("\t"));
  for (const [session = "", id = "", pidText = "", tag = ""] of rows) {
    const pid = Number(pidText);
    const isKnown = known !== undefined && known.session === session && known.id === id && known.pid === pid && known.began === startTimeOf(pid);
    const isTagged = tag === spec.session;
    const isForeign = tag === "" && session === tmuxName(spec.name);
    if (isKnown || isTagged || isForeign) {
      const isOwn = isTagged || (isKnown && known.isOwn);
      return { server: serverName, session, id, pid, began: startTimeOf(pid), mark: markOf(spec), isOwn };
    }
  }
  return undefined;
}

/** Starts the CLI in a new tmux session of 200×50. */
export async function startCliPane(parts: CliPaneParts, launch: Launch): Promise<RememberedPane> {
  const { server, spec, language } = parts;
  const argv = await commandOf(parts);
  await mkdir(spec.folder, { recursive: true, mode: 0o700 });
  for (const mirror of launch.mirrors ?? []) await mirrorFolder(mirror, spec.folder);
  for (const [name, content] of Object.entries(launch.files)) {
    const path = join(spec.folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
  }
  const taken = new Set(await server.run("list-sessions", "-F", "#{session_name}"));
  const session = taken.has(tmuxName(spec.name)) ? `${tmuxName(spec.name)}-${spec.session.slice(-6)}` : tmuxName(spec.name);
  const env = Object.entries(environmentOf(parts, launch)).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const stripped = parts.profile.strippedEnv.flatMap((name) => ["-u", name]);
  const shown = "#{pane_id} #{pane_pid}";
  const [line = ""] = await server.run(
    ...(["new-session", "-d", "-P", "-F", shown, "-s", session, "-x", "200", "-y", "50", "-c", spec.workDir] as const),
    ...env,
    "--",
    "env",
    ...stripped,
    ...argv,
    ...launch.args,
  );
  await server.run("set-option", "-t", `=${session}:`, "@parley-session", spec.session);
  const [id = "", pid = ""] = line.split(" ");
  if (id === "") throw new ParleyError("BadConfig", say(language, tmuxTexts.exited, { cli: parts.profile.title }));
  return { server: parts.serverName, session, id, pid: Number(pid), began: startTimeOf(Number(pid)), mark: markOf(spec), isOwn: true };
}

/** The operator's own command, split into words without a shell. */
export function startWordsOf({ startCommand }: Pick<SeatSpec, "startCommand">): readonly string[] {
  return startCommand === undefined ? [] : lineWords(startCommand).words.map((word) => word.text);
}

/** tmux takes neither dots nor colons in names. */
export function tmuxName(name: string): string {
  return name.replaceAll(/[.:]/g, "_");
}

function markOf(spec: Pick<SeatSpec, "session">): string {
  return `PARLEY_SEAT=${spec.session}`;
}

async function commandOf({ spec, profile, settings, environment, language }: CliPaneParts): Promise<readonly string[]> {
  if (spec.runAs !== undefined) throw new ParleyError("NotSupported", say(language, tmuxTexts.runAsUnsupported));
  const isThere = await stat(spec.workDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere) throw new ParleyError("BadConfig", say(language, tmuxTexts.directoryMissing, { directory: spec.workDir }));
  if (spec.startCommand !== undefined) {
    const { fault } = lineWords(spec.startCommand);
    if (fault !== undefined && fault.kind !== "shellSyntax") throw new ParleyError("BadConfig", say(language, tmuxTexts.badStartCommand));
    return startWordsOf(spec);
  }
  const command = settings.command ?? profile.command;
  const found = await findCommand(command, spec.workDir, environment["PATH"]);
  if ("why" in found) throw new ParleyError("BadConfig", say(language, tmuxTexts.cliMissing, { command, install: profile.install }));
  return [found.path, ...settings.args];
}

/** What the operator has given the CLI, over what it inherits from the hub. */
export function cliEnvironment({ spec, settings, environment }: Pick<CliPaneParts, "spec" | "settings" | "environment">): Readonly<Record<string, string>> {
  return { ...environment, ...revealed(settings.env), ...revealed(spec.env) };
}

function revealed(env: CliSettings["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.reveal()]));
}

function environmentOf(parts: CliPaneParts, launch: Launch): Readonly<Record<string, string>> {
  const { spec, settings, environment } = parts;
  const [mark = "", seat = ""] = markOf(spec).split("=");
  return {
    ...environment,
    COLORTERM: "truecolor",
    ...launch.env,
    ...revealed(settings.env),
    ...revealed(spec.env),
    PARLEY_SESSION: spec.name,
    [mark]: seat,
  };
}
