import { isIP } from "node:net";
import type { AgentKind } from "#domain/agent";
import { nearest } from "#lib/text/nearest";
import type { Adapters } from "./adapters.ts";
import { botsIn, checkBots } from "./bots.ts";
import { checkPeople } from "./people.ts";
import { checkRouting } from "./routing.ts";
import { valueAt, type KeyPath, type ConfigProblem } from "./problem.ts";
import type { SessionSettings, Settings } from "./schema.ts";

type Section = keyof Settings;

/** Checks across keys. A check runs only if the sections it reads are valid on their own. */
export function crossChecks(settings: Settings, adapters: Adapters, isSound: (section: Section) => boolean): readonly ConfigProblem[] {
  const checks: readonly { readonly reads: readonly Section[]; readonly run: () => readonly ConfigProblem[] }[] = [
    { reads: ["people"], run: () => checkPeople(settings.people, Object.keys(adapters.channels)) },
    { reads: ["sessions"], run: () => settings.sessions.flatMap((session, i) => checkSession(session, i, settings.sessions, adapters)) },
    { reads: ["sessions", "default_session"], run: () => checkDefault(settings) },
    { reads: ["routing"], run: () => checkRouting(settings.routing) },
    { reads: ["server"], run: () => checkServer(settings.server) },
    { reads: ["server", "hook_server"], run: () => checkPorts(settings) },
  ];
  return checks.filter((check) => check.reads.every(isSound)).flatMap((check) => check.run());
}

/** Checks the raw tree, so that an error in one section does not hide missing keys in another. */
export function checkNeeds(tree: unknown, adapters: Adapters): readonly ConfigProblem[] {
  const bots = valueAt(tree, ["bots"]);
  const missing = botsIn(bots, adapters).flatMap(({ platform, path, settings: part }) => {
    const { needs = [] } = adapters.channels[platform] ?? {};
    if (part["enabled"] === false || part["enabled"] === "false") return [];
    return needs.flatMap((need): ConfigProblem[] => {
      const keys = [need].flat();
      if (keys.some((key) => valueAt(part, [key]) !== undefined)) return [];
      return [
        {
          path: [...path, keys[0] ?? ""],
          sentence: `${keys.length > 1 ? `One of ${keys.join(" and ")}` : "This key"} is missing. Set it, or write enabled: false.`,
        },
      ];
    });
  });
  return [...missing, ...checkBots(bots, adapters)];
}

/** Turning the allow list off takes both the key in the file and the flag at start. */
export function checkAllowList(tree: unknown, allowEveryone: boolean): readonly ConfigProblem[] {
  const path = ["security", "whitelist_enabled"];
  const value = valueAt(tree, path);
  if ((value !== false && value !== "false") || allowEveryone) return [];
  return [
    { path, sentence: "With the list off, anyone who finds the bot can use it. Start with --allow-everyone if you want that; otherwise set this to true." },
  ];
}

function checkSession(session: SessionSettings, index: number, all: readonly SessionSettings[], adapters: Adapters): readonly ConfigProblem[] {
  const at = (key: string): KeyPath => ["sessions", index, key];
  const kinds: readonly AgentKind[] = adapters.cliTypes[session.cli_type] ?? [];
  const problems: ConfigProblem[] = [];
  const first = all.findIndex((other) => other.name === session.name);
  if (first !== index) problems.push({ path: at("name"), sentence: `The name ${session.name} is already taken by sessions[${first}].` });
  if (session.driver !== undefined && !kinds.includes(session.driver))
    problems.push({
      path: at("driver"),
      sentence: `${session.cli_type} cannot be driven by ${session.driver}. Remove the key, or choose ${kinds.join(" or ")}.`,
    });
  problems.push(...checkThreadOf(session, index, all));
  const kind = session.driver ?? kinds[0];
  for (const [owner, { settings }] of Object.entries(adapters.agents)) {
    if (owner === kind) continue;
    const foreign = Object.keys(settings?.shape ?? {}).filter((key) => valueAt(session, [key]) !== undefined);
    problems.push(...foreign.map((key) => ({ path: at(key), sentence: `This key is only for ${owner} sessions, and ${session.cli_type} is not one.` })));
  }
  return problems;
}

/** Threads are shared with a session that has one of its own. */
function checkThreadOf({ name, thread_of: other }: SessionSettings, index: number, all: readonly SessionSettings[]): readonly ConfigProblem[] {
  if (other === undefined) return [];
  const path: KeyPath = ["sessions", index, "thread_of"];
  const host = all.find((one) => one.name === other);
  if (host === undefined) return [{ path, sentence: `There is no session ${other}. Sessions: ${all.map((one) => one.name).join(", ")}.` }];
  if (host.name === name) return [{ path, sentence: "A session cannot share its own thread. Remove the key." }];
  return host.thread_of === undefined ? [] : [{ path, sentence: `${other} shares the thread of ${host.thread_of}. Write thread_of: ${host.thread_of}.` }];
}

function checkDefault({ sessions, default_session: name }: Settings): readonly ConfigProblem[] {
  const names = sessions.map((session) => session.name);
  if (name === undefined || names.includes(name)) return [];
  const meant = nearest(name, names);
  const hint =
    meant === undefined
      ? names.length === 0
        ? "There are no sessions: add one, or remove this key."
        : `Sessions: ${names.join(", ")}.`
      : `Did you mean ${meant}?`;
  return [{ path: ["default_session"], sentence: `There is no session ${name}. ${hint}` }];
}

function checkServer({ host, public_url: publicUrl }: Settings["server"]): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (publicUrl !== undefined && new URL(publicUrl).pathname !== "/")
    problems.push({ path: ["server", "public_url"], sentence: "Must be an address without a path: Parley is served from the root of a host." });
  if (!isLoopback(host) && !publicUrl?.startsWith("https://")) {
    problems.push({
      path: ["server", "host"],
      sentence:
        "Other machines can reach this host, and tokens would travel unencrypted. Set server.public_url to the https address of a reverse proxy, or use 127.0.0.1.",
    });
  }
  return problems;
}

function checkPorts({ server, hook_server: hooks }: Settings): readonly ConfigProblem[] {
  if (hooks === undefined || hooks.port !== server.port) return [];
  return [
    { path: ["hook_server", "port"], sentence: "This is the same as server.port. Hooks need their own port; remove hook_server if you do not need one." },
  ];
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
