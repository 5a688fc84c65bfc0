import { cliSettingsOf, drivenClis } from "#agents/tmux/index";
import { profiles } from "#agents/tmux/profiles";
import type { Config } from "#config/config";
import type { RedLine } from "#domain/status";
import type { ClisWire } from "#protocol/clis";
import { outputOf } from "#wire/child";
import { findCommand } from "#wire/find-command";
import type { Finding } from "./checks.ts";

type Environment = Readonly<Record<string, string>>;
type Found = { readonly path: string } | Finding;
type Configured = Pick<Config, "sessions" | "cliAdapters" | "workspace">;

/** A startup warning for each program that a session in tmux needs and this machine lacks. Runs none of them. */
export async function missingPrograms(config: Configured, environment: Environment): Promise<readonly RedLine[]> {
  const clis = configuredClis(config);
  if (clis.length === 0) return [];
  const findings = [await findTmux(environment), ...(await Promise.all(clis.map((cli) => findCli(cli, config, environment))))];
  return findings.flatMap((found) => ("path" in found ? [] : [{ what: found.what, why: found.says, mend: found.mend }]));
}

/** One line for tmux and one for each CLI that Parley can drive there. What no session needs may be missing. */
export async function checkClis(config: Configured, environment: Environment): Promise<readonly Finding[]> {
  const needed = configuredClis(config);
  const findings = [await checkTmux(environment), ...(await Promise.all(drivenClis.map((cli) => checkCli(cli, config, environment))))];
  const isNeeded = (what: string): boolean => needed.includes(what) || (what === "tmux" && needed.length > 0);
  return findings.map((one) => (one.state === "error" && !isNeeded(one.what) ? { ...one, state: "warning" } : one));
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
  if (version !== undefined) return { what: "tmux", state: "ok", says: version, mend: "" };
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
  if (profile.tried.includes(version)) return { what: cli, state: "ok", says, mend: "" };
  return {
    what: cli,
    state: "warning",
    says: `${says}; tests ran with ${profile.tried.join(", ")}`,
    mend: "It should work; dialogs of another version may be asked as guessed questions.",
  };
}
