import { access } from "node:fs/promises";
import { acpClis } from "#agents/acp/acp-clis";
import { cliSettingsOf, drivenClis } from "#agents/tmux/index";
import type { Profile } from "#agents/tmux/profile";
import { languageOf, type Config } from "#config/config";
import type { SecretValue } from "#domain/agent";
import type { Language } from "#domain/command";
import type { RedLine } from "#domain/status";
import type { ClisWire } from "#protocol/clis";
import { outputOf } from "#wire/child";
import { findCommand } from "#wire/find-command";
import { say } from "#lib/words/words";
import type { Finding } from "./checks.ts";
import { CliVersions, type CliVersion } from "./cli-versions.ts";
import { checkTexts } from "./texts.ts";

type Environment = Readonly<Record<string, string>>;
type Found = { readonly path: string } | Finding;
type Configured = Pick<Config, "sessions" | "cliAdapters" | "workspace"> & Partial<Pick<Config, "language">>;
type VersionOf = (path: string) => Promise<CliVersion>;

/** A startup warning for each program that a session in tmux or over ACP needs and this machine lacks. Runs none of them. */
export async function missingPrograms(config: Configured, environment: Environment): Promise<readonly RedLine[]> {
  const clis = configuredClis(config);
  const inTmux =
    clis.length === 0 ? [] : [await findTmux(environment, languageOf(config)), ...(await Promise.all(clis.map((cli) => findCli(cli, config, environment))))];
  const findings = [...inTmux, ...(await findAcpAgents(config, environment))];
  return findings.flatMap((found) => ("path" in found ? [] : [{ what: found.what, why: found.says, mend: found.mend }]));
}

/** One line for tmux and one for each CLI that Parley can drive there. What no session needs may be missing. */
export async function checkClis(config: Configured, environment: Environment): Promise<readonly Finding[]> {
  const versions = new CliVersions();
  return checkPrograms(config, environment, (path) => versions.of(path, environment));
}

async function checkPrograms(config: Configured, environment: Environment, versionOf: VersionOf): Promise<readonly Finding[]> {
  const needed = configuredClis(config);
  const findings = await Promise.all([checkTmux(environment, languageOf(config)), ...drivenClis.map((cli) => checkCli(cli, config, environment, versionOf))]);
  const isNeeded = (what: string): boolean => needed.includes(what) || (what === "tmux" && needed.length > 0);
  const overAcp = (await findAcpAgents(config, environment)).map((found): Finding =>
    "path" in found ? { what: found.what, state: "ok", says: found.path, mend: "" } : found,
  );
  return [...findings.map((one): Finding => (one.state === "error" && !isNeeded(one.what) ? { ...one, state: "warning" } : one)), ...overAcp];
}

/** The programs of the sessions over ACP that have no command of their own. */
async function findAcpAgents(
  { sessions, cliAdapters, workspace, ...config }: Configured,
  environment: Environment,
): Promise<readonly (Finding | { what: string; path: string })[]> {
  const language = languageOf(config);
  const used = sessions.filter(({ kind, startCommand }) => kind === "acp" && startCommand === undefined).map(({ cliType }) => cliType);
  const finding = [...new Set(used)].map(async (cli): Promise<Finding | { what: string; path: string }> => {
    const known = acpClis[cli];
    const command = known?.cliVariable === undefined ? (cliSettingsOf(cliAdapters, cli).command ?? known?.command ?? "") : known.command;
    const what = `${cli} (ACP)`;
    if (command === "") return { what, state: "error", says: say(language, checkTexts.noProgram), mend: say(language, checkTexts.setProgram) };
    const found = await findCommand(command, workspace, environment["PATH"]);
    if ("path" in found) return { what, path: found.path };
    const install = command === known?.command ? say(language, checkTexts.installIt, { how: known.install }) : say(language, checkTexts.correctCliAdapters);
    return { what, state: "error", says: say(language, checkTexts.notFound, { name: command }), mend: install };
  });
  return Promise.all(finding);
}

/**
 * For whoever makes a session: what can be driven here, and the user's own tmux sessions that could be adopted by name. Waits for no
 * CLI: one that has not told its version yet is `asking`.
 */
export async function clisHere(
  config: Configured & Pick<Config, "model">,
  environment: Environment,
  alsoDriven: readonly string[],
  versions: CliVersions,
): Promise<ClisWire> {
  const asking = new Set<string>();
  const [findings, adoptable] = await Promise.all([
    checkPrograms(config, environment, async (path) => {
      const version = await versions.now(path, environment);
      if (version === "asking") asking.add(path);
      return version;
    }),
    userSessions(config, environment),
  ]);
  const found = findings.filter(({ what }) => what !== "tmux");
  const others = alsoDriven
    .filter((cli) => !found.some(({ what }) => what === cli))
    .map((cli): Finding => (cli === "builtin" ? checkBuiltIn(config) : { what: cli, state: "ok", says: "", mend: "" }));
  return {
    clis: [...found, ...others].map(({ what, state, says, mend }) => ({ cli_type: what, state, says, mend })),
    adoptable,
    is_asking: asking.size > 0,
  };
}

/** Parley's own agent needs no program, but a model. */
function checkBuiltIn({ model, ...config }: Pick<Config, "model"> & Partial<Pick<Config, "language">>): Finding {
  const language = languageOf(config);
  if (model !== undefined) return { what: "builtin", state: "ok", says: model.name, mend: "" };
  return { what: "builtin", state: "error", says: say(language, checkTexts.noModel), mend: say(language, checkTexts.setModel) };
}

/** Of the user's own tmux server, which is looked at and never touched. */
async function userSessions({ sessions, ...config }: Configured, environment: Environment): Promise<ClisWire["adoptable"]> {
  const tmux = await findTmux(environment, languageOf(config));
  if (!("path" in tmux)) return [];
  const output = await outputOf([tmux.path, "list-panes", "-a", "-F", "#{session_name}\t#{pane_current_command}"], environment);
  const rows = (output ?? "").split("\n").flatMap((line) => {
    const [name = "", command = ""] = line.split("\t");
    return name === "" || sessions.some((one) => one.name === name) ? [] : [{ name, command }];
  });
  return rows.filter(({ name }, at) => rows.findIndex((row) => row.name === name) === at);
}

function configuredClis({ sessions }: Configured): readonly string[] {
  return [...new Set(sessions.filter(({ kind, cliType }) => kind === "tmux" && drivenClis.includes(cliType)).map(({ cliType }) => cliType))];
}

async function profileOf(cli: string): Promise<Profile | undefined> {
  return (await import("#agents/tmux/profiles")).profiles[cli];
}

async function findTmux(environment: Environment, language: Language): Promise<Found> {
  const found = await findCommand("tmux", "/", environment["PATH"]);
  if ("path" in found) return found;
  return { what: "tmux", state: "error", says: say(language, checkTexts.notFound, { name: "tmux" }), mend: say(language, checkTexts.installTmux) };
}

async function findCli(cli: string, { cliAdapters, workspace, ...config }: Configured, environment: Environment): Promise<Found> {
  const profile = await profileOf(cli);
  const command = cliSettingsOf(cliAdapters, cli).command ?? profile?.command ?? cli;
  const found = await findCommand(command, workspace, environment["PATH"]);
  if ("path" in found) return found;
  const language = languageOf(config);
  const says = `${profile?.title ?? cli}${language === "en" ? ": " : "："}${say(language, checkTexts.notFound, { name: command })}`;
  return { what: cli, state: "error", says, mend: say(language, checkTexts.installIt, { how: profile?.install ?? cli }) };
}

async function checkTmux(environment: Environment, language: Language): Promise<Finding> {
  const found = await findTmux(environment, language);
  if (!("path" in found)) return found;
  const version = (await outputOf([found.path, "-V"], environment))?.trim();
  const own = (await outputOf([found.path, "list-sessions", "-F", "#{session_name}"], environment))
    ?.split("\n")
    .filter((name) => /^(?!parley-hub$)./.test(name));
  if (version === undefined) {
    const says = say(language, checkTexts.noVersion, { path: found.path });
    return { what: "tmux", state: "warning", says, mend: say(language, checkTexts.seeWhy, { command: "tmux -V" }) };
  }
  const names = (own ?? []).join(", ");
  return { what: "tmux", state: "ok", says: names === "" ? version : say(language, checkTexts.adoptable, { version, names }), mend: "" };
}

async function checkCli(cli: string, config: Configured, environment: Environment, versionOf: VersionOf): Promise<Finding> {
  const found = await findCli(cli, config, environment);
  if (!("path" in found)) return found;
  const { path } = found;
  const language = languageOf(config);
  const profile = await profileOf(cli);
  const told = await versionOf(path);
  if (told === "asking") return { what: cli, state: "ok", says: say(language, checkTexts.cliAt, { title: profile?.title ?? cli, path }), mend: "" };
  const version = told.output === undefined ? undefined : profile?.versionIn(told.output);
  if (profile === undefined || version === undefined)
    return {
      what: cli,
      state: "warning",
      says: say(language, checkTexts.noVersion, { path }),
      mend: say(language, checkTexts.seeWhy, { command: `${path} --version` }),
    };
  const given = [cliSettingsOf(config.cliAdapters, cli), ...config.sessions.filter(({ cliType }) => cliType === cli)].map((one) => revealed(one.env));
  const isTried = profile.tried.includes(version);
  const isLoggedIn = await hasLogin(profile, Object.assign({}, environment, ...given) as Environment);
  const tests = isTried ? say(language, checkTexts.tested) : say(language, checkTexts.testedWith, { versions: profile.tried.join(", ") });
  const login = say(language, isLoggedIn ? checkTexts.loginFound : checkTexts.loginMissing);
  const advice = [
    ...(isLoggedIn ? [] : [say(language, checkTexts.logIn, { command: profile.command })]),
    ...(isTried ? [] : [say(language, checkTexts.untested)]),
  ];
  return {
    what: cli,
    state: isTried && isLoggedIn ? "ok" : "warning",
    says: say(language, checkTexts.cliFound, { title: profile.title, version, tests, path, login }),
    mend: advice.join(language === "en" ? " " : ""),
  };
}

/** Whether a key or a file says so. A login that is kept elsewhere, such as in a keychain, is not seen. */
async function hasLogin({ login }: Profile, env: Environment): Promise<boolean> {
  if (login.env.some((name) => (env[name] ?? "") !== "")) return true;
  const files = login.files({ userHome: env["HOME"] ?? "", env });
  return (
    await Promise.all(
      files.map((file) =>
        access(file).then(
          () => true,
          () => false,
        ),
      ),
    )
  ).some(Boolean);
}

function revealed(env: Readonly<Record<string, SecretValue>>): Environment {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.reveal()]));
}
