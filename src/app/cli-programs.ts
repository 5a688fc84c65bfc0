import { access } from "node:fs/promises";
import { acpClis } from "#agents/acp/acp-clis";
import { cliSettingsOf, drivenClis } from "#agents/tmux/index";
import type { Profile } from "#agents/tmux/profile";
import { profiles } from "#agents/tmux/profiles";
import type { Config } from "#config/config";
import type { SecretValue } from "#domain/agent";
import type { RedLine } from "#domain/status";
import type { ClisWire } from "#protocol/clis";
import { outputOf } from "#wire/child";
import { findCommand } from "#wire/find-command";
import type { Finding } from "./checks.ts";

type Environment = Readonly<Record<string, string>>;
type Found = { readonly path: string } | Finding;
type Configured = Pick<Config, "sessions" | "cliAdapters" | "workspace">;

/** A startup warning for each program that a session in tmux or over ACP needs and this machine lacks. Runs none of them. */
export async function missingPrograms(config: Configured, environment: Environment): Promise<readonly RedLine[]> {
  const clis = configuredClis(config);
  const inTmux = clis.length === 0 ? [] : [await findTmux(environment), ...(await Promise.all(clis.map((cli) => findCli(cli, config, environment))))];
  const findings = [...inTmux, ...(await findAcpAgents(config, environment))];
  return findings.flatMap((found) => ("path" in found ? [] : [{ what: found.what, why: found.says, mend: found.mend }]));
}

/** One line for tmux and one for each CLI that Parley can drive there. What no session needs may be missing. */
export async function checkClis(config: Configured, environment: Environment): Promise<readonly Finding[]> {
  const needed = configuredClis(config);
  const findings = [await checkTmux(environment), ...(await Promise.all(drivenClis.map((cli) => checkCli(cli, config, environment))))];
  const isNeeded = (what: string): boolean => needed.includes(what) || (what === "tmux" && needed.length > 0);
  const overAcp = (await findAcpAgents(config, environment)).map((found): Finding =>
    "path" in found ? { what: found.what, state: "ok", says: found.path, mend: "" } : found,
  );
  return [...findings.map((one): Finding => (one.state === "error" && !isNeeded(one.what) ? { ...one, state: "warning" } : one)), ...overAcp];
}

/** The programs of the sessions over ACP that have no command of their own. */
async function findAcpAgents(
  { sessions, cliAdapters, workspace }: Configured,
  environment: Environment,
): Promise<readonly (Finding | { what: string; path: string })[]> {
  const used = sessions.filter(({ kind, startCommand }) => kind === "acp" && startCommand === undefined).map(({ cliType }) => cliType);
  const finding = [...new Set(used)].map(async (cli): Promise<Finding | { what: string; path: string }> => {
    const known = acpClis[cli];
    const command = known?.cliVariable === undefined ? (cliSettingsOf(cliAdapters, cli).command ?? known?.command ?? "") : known.command;
    const what = `${cli} (ACP)`;
    if (command === "") return { what, state: "error", says: "no program is configured", mend: "Set cli_adapters.acp.command, or start_cmd in the session." };
    const found = await findCommand(command, workspace, environment["PATH"]);
    if ("path" in found) return { what, path: found.path };
    const install = command === known?.command ? `Install it: ${known.install}.` : "Correct cli_adapters.";
    return { what, state: "error", says: `${command} was not found`, mend: install };
  });
  return Promise.all(finding);
}

/** For whoever makes a session: what can be driven here, and the user's own tmux sessions that could be adopted by name. */
export async function clisHere(config: Configured, environment: Environment, alsoDriven: readonly string[]): Promise<ClisWire> {
  const findings = await checkClis(config, environment);
  const found = findings.filter(({ what }) => what !== "tmux");
  const others = alsoDriven.filter((cli) => !found.some(({ what }) => what === cli)).map((cli) => ({ what: cli, state: "ok" as const, says: "", mend: "" }));
  return {
    clis: [...found, ...others].map(({ what, state, says, mend }) => ({ cli_type: what, state, says, mend })),
    adoptable: await userSessions(config, environment),
  };
}

/** Of the user's own tmux server, which is looked at and never touched. */
async function userSessions({ sessions }: Configured, environment: Environment): Promise<ClisWire["adoptable"]> {
  const tmux = await findTmux(environment);
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

async function findTmux(environment: Environment): Promise<Found> {
  const found = await findCommand("tmux", "/", environment["PATH"]);
  return "path" in found ? found : { what: "tmux", state: "error", says: "tmux was not found", mend: "Install it with the system's package manager." };
}

async function findCli(cli: string, { cliAdapters, workspace }: Configured, environment: Environment): Promise<Found> {
  const profile = profiles[cli];
  const command = cliSettingsOf(cliAdapters, cli).command ?? profile?.command ?? cli;
  const found = await findCommand(command, workspace, environment["PATH"]);
  if ("path" in found) return found;
  return { what: cli, state: "error", says: `${profile?.title ?? cli}: ${command} was not found`, mend: `Install it: ${profile?.install ?? cli}.` };
}

async function checkTmux(environment: Environment): Promise<Finding> {
  const found = await findTmux(environment);
  if (!("path" in found)) return found;
  const version = (await outputOf([found.path, "-V"], environment))?.trim();
  const own = (await outputOf([found.path, "list-sessions", "-F", "#{session_name}"], environment))
    ?.split("\n")
    .filter((name) => /^(?!parley-hub$)./.test(name));
  const adoptable = own === undefined || own.length === 0 ? "" : `; on your own server: ${own.join(", ")} (a configured session of such a name is adopted)`;
  if (version !== undefined) return { what: "tmux", state: "ok", says: `${version}${adoptable}`, mend: "" };
  return { what: "tmux", state: "warning", says: `${found.path} does not tell its version`, mend: "Run tmux -V to see why." };
}

async function checkCli(cli: string, config: Configured, environment: Environment): Promise<Finding> {
  const found = await findCli(cli, config, environment);
  if (!("path" in found)) return found;
  const profile = profiles[cli];
  const output = await outputOf([found.path, "--version"], environment);
  const version = output === undefined ? undefined : profile?.versionIn(output);
  if (profile === undefined || version === undefined)
    return { what: cli, state: "warning", says: `${found.path} does not tell its version`, mend: `Run ${found.path} --version to see why.` };
  const says = `${profile.title} ${version} at ${found.path}`;
  const given = [cliSettingsOf(config.cliAdapters, cli), ...config.sessions.filter(({ cliType }) => cliType === cli)].map((one) => revealed(one.env));
  if (!(await hasLogin(profile, Object.assign({}, environment, ...given) as Environment)))
    return {
      what: cli,
      state: "warning",
      says: `${says}; no login was found`,
      mend: `Run ${profile.command} once and log in, or give the session a key in env.`,
    };
  if (profile.tried.includes(version)) return { what: cli, state: "ok", says, mend: "" };
  return {
    what: cli,
    state: "warning",
    says: `${says}; tests ran with ${profile.tried.join(", ")}`,
    mend: "It should work; dialogs of another version may be asked as guessed questions.",
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
