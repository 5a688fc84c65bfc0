import { randomBytes, randomInt } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chatVerbs, terminalCommands } from "#app/commands";
import { remoteControls } from "./remote-controls.ts";
import { tokenize } from "#commands/kit/tokenize";
import { sessionTools } from "#commands/session-tools/index";
import { agentsFile } from "#config/agents-file";
import { languageOf, type Config } from "#config/config";
import { defaultHome, listedEnvironment, programName, readEnvironment } from "#config/environment";
import type { ConfigurationFile } from "#domain/configuration";
import type { IdKinds, NewId } from "#domain/ids";
import type { RedLine } from "#domain/status";
import { createHttp } from "#http/http";
import { createSecretLinks } from "#hub/access/secret-links";
import { createHub, type RunningHub } from "#hub/create-hub";
import type { SessionSpec } from "#hub/turns/stored-sessions";
import { systemClock, type Clock } from "#lib/time/clock";
import { makeFolder } from "#lib/fs/make-folder";
import { readRegularFile } from "#lib/fs/regular-file";
import type { Log } from "#lib/log";
import { sortableIds } from "#lib/sortable-id";
import { localZone } from "#lib/time/zoned-time";
import { createPolicy } from "#policy/decide";
import { createDirectory } from "#policy/directory";
import { lockHome } from "#store/sqlite/engine/home-lock";
import { openSqliteStore } from "#store/sqlite/store";
import { createProcesses } from "#wire/child";
import { gitWorktrees } from "#wire/git-worktrees";
import { openIrc } from "#wire/irc/open-irc";
import { createPushSender, newVapidKeys, type VapidKeys } from "#wire/push/push-sender";
import type { PageFetcher } from "#wire/web/fetch-page";
import { adapters, channelsOf, drivenHere, kindOf, type LoadedChannel } from "./catalog.ts";
import { clisHere, missingPrograms } from "./cli-programs.ts";
import { unusedHistory } from "./history-places.ts";
import { CliVersions } from "./cli-versions.ts";
import { createDrivers } from "./drivers.ts";
import { createDrawScreen } from "./draw-screen.ts";
import { auditHeadPath } from "./audit-verdict.ts";
import { makeHome, writeNote } from "./home.ts";
import { mcpServers } from "./mcp-servers.ts";
import { webAccess } from "./web-access.ts";
import { createModelBudget } from "./model-budget.ts";
import { ownPlaces } from "./own-places.ts";
import { ownMemory, returnMemory } from "./return-memory.ts";
import { shippedSkills, shipSkills } from "./ship-skills.ts";
import { version } from "./version.ts";
import { watchStore } from "./watch-store.ts";
import { defined } from "#lib/defined";

/** A script is refused by its characters, with a sentence of its own, well before this. */
const maxScriptBytes = 2 * 1024 * 1024;

export interface RunOptions {
  readonly config: Config;
  readonly redLines: readonly RedLine[];
  readonly log: Log;
  readonly clock?: Clock;
  /** `--port`, which wins over the config. */
  readonly port?: number;
  /** The file behind `config`; without it the page shows no configuration. */
  readonly configuration?: ConfigurationFile;
  /** More channels than the catalog has. */
  readonly channels?: readonly LoadedChannel[];
  /** How pages of the public internet are fetched for the built-in agent, in place of the usual way. */
  readonly pages?: PageFetcher;
}

export interface RunningProgram extends AsyncDisposable {
  readonly url: string;
  readonly hasOwner: boolean;
  /** The link that makes the first owner; throws NotAllowed when there is one. */
  claimUrl(): Promise<string>;
  /** Agents whose processes outlive the hub. */
  invited: RunningHub["invited"];
}

/** Everything up, in the order in which each needs the other; taken down in the opposite one. */
export async function run(options: RunOptions): Promise<RunningProgram> {
  const up = new AsyncDisposableStack();
  try {
    return await compose(options, up);
  } catch (cause) {
    await up.disposeAsync();
    throw cause;
  }
}

async function compose({ config, redLines, log, clock = systemClock, ...options }: RunOptions, up: AsyncDisposableStack): Promise<RunningProgram> {
  await makeHome(config.home);
  up.use(await lockHome(config.home));
  // Nobody has named it, so nobody is asked to make it.
  if (config.file === undefined) makeFolder(config.workspace);
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  const store = up.use(await openSqliteStore({ path: config.store.path, auditHead: auditHeadPath(config.home), newId, now: () => clock.now() }));
  const directory = createDirectory(await store.syncPeople(config.people, () => newId("per"), clock.now()));
  const { approvers } = config.questions;
  const policy = createPolicy({ directory, allowEveryone: config.allowEveryone, approvers });
  const signingKey = Buffer.from(await store.keep("signing-key", randomBytes(32).toString("hex")), "hex");
  const vapid = JSON.parse(await store.keep("vapid-keys", JSON.stringify(newVapidKeys()))) as VapidKeys;
  const loaded = [...(await channelsOf(config, { clock, language: languageOf(config), log })), ...(options.channels ?? [])];
  await shipSkills(shippedSkills, config.workspace, log);
  const drawScreen = createDrawScreen(log);
  let url = "";
  const secretLinks = createSecretLinks(clock, () => config.server.publicUrl ?? url);
  const hookLines: RedLine[] = [];
  const missing = [...(await missingPrograms(config, listedEnvironment([]))), ...(await unusedHistory(config, listedEnvironment([])))];
  const zone = config.schedules.timeZone ?? localZone();
  const budget = config.model === undefined ? undefined : createModelBudget(config.model, { store, clock, log, zone });
  const drivers = up.use(
    createDrivers({
      budget,
      clock,
      newId,
      log,
      config,
      userHome: readEnvironment().userHome,
      environment: listedEnvironment([]),
      drawScreen,
      engineEnvironment: { dockerHost: readEnvironment().env["DOCKER_HOST"], runtimeDir: readEnvironment().env["XDG_RUNTIME_DIR"] },
      readScript: async (path) => (await readRegularFile(path, maxScriptBytes)).toString("utf8"),
    }),
  );
  const hub = up.use(
    createHub({
      store,
      policy,
      refreshPeople: async () => directory.replace(await store.people()),
      clock,
      newId,
      random: randomInt,
      log,
      settings: {
        version,
        host: hostname(),
        language: languageOf(config),
        followsLocale: config.language === undefined,
        prefix: config.commandPrefix,
        ...defined({ defaultSession: config.defaultSession }),
        routing: config.routing,
        workspace: config.workspace,
        own: ownPlaces(config),
        artifactsDir: join(config.home, "artifacts"),
        sessionsDir: join(config.home, "sessions"),
        artifactBytes: config.limits.artifactBytes,
        uploadBytes: config.limits.uploadBytes,
        unusedUploadBytes: config.limits.unusedUploadBytes,
        unusedUploadMs: config.limits.unusedUploadMs,
        queueLimit: config.limits.queue,
        agentPosts: config.limits.agentPosts,
        agentPostsPerMinute: config.limits.agentPostsPerMinute,
        caps: config.limits.caps,
        contentFilter: config.contentFilter,
        questionExpiresMs: config.questions.expiresMs,
        ...defined({ approvers }),
        turnTimeoutMs: config.watchdog.timeoutMs,
        deliveries: config.codeDelivery["enabled"] === true,
        schedules: { zone, perPerson: config.schedules.perPerson },
      },
      driver: (kind) => drivers.of(kind),
      kindOf,
      channels: new Map(loaded.map(({ channel }) => [channel.id, channel])),
      commands: (verbs) => chatVerbs(verbs, remoteControls(config), clock),
      terminalCommands: terminalCommands({ clock, openIrc }),
      sessionTools: (verbs) => sessionTools(verbs, { servers: mcpServers(config, clock, listedEnvironment([])), web: webAccess(config, options.pages) }),
      tokenize,
      redLines: () => [...redLines, ...missing, ...hookLines, ...store.problems()],
      signingKey,
      worktrees: gitWorktrees(join(config.home, "worktrees"), listedEnvironment([])),
      drawScreen,
      ...defined({ configuration: options.configuration }),
      push: createPushSender({ keys: vapid, subject: pushSubject(config.server.publicUrl), allowPrivate: config.pushToPrivate }),
      secretLinks,
      inviting: {
        file: agentsFile(config.workspace, clock),
        processes: createProcesses(systemClock),
        dir: join(config.home, "invitations"),
        address: () => url,
        environment: (names) => listedEnvironment(names),
      },
    }),
  );
  const token = randomBytes(32).toString("base64url");
  const versions = new CliVersions();
  const http = createHttp({
    hub,
    store,
    policy,
    clock,
    log,
    version,
    language: languageOf(config),
    prefix: config.commandPrefix,
    host: config.server.host,
    port: options.port ?? config.server.port,
    ...defined({ publicUrl: config.server.publicUrl, namedHome: config.home === defaultHome() ? undefined : config.home }),
    assetsDir: fileURLToPath(new URL("../../dist/web/", import.meta.url)),
    artifactsDir: join(config.home, "artifacts"),
    start: {
      program: programName(),
      home: config.home === defaultHome() ? null : config.home,
      config_file: config.file ?? join(config.home, "parley.yaml"),
      has_config: config.file !== undefined,
      workspace: config.workspace,
      platforms: Object.entries(adapters.channels).flatMap(([name, { isBuilt }]) => (isBuilt ? [name] : [])),
    },
    clis: () => clisHere(config, listedEnvironment([]), drivenHere(), versions),
    operatorToken: token,
    signingKey,
    secretLinks,
  });
  // The port first: a hub that cannot have it must not touch a turn that another start will go on with.
  const started = Promise.withResolvers<void>();
  const door = await http.listen(started.promise);
  up.defer(() => door.close());
  up.defer(watchStore({ store, clock, log, changed: () => door.renew() }));
  up.defer(returnMemory(clock, ownMemory()));
  url = `http://${config.server.host.includes(":") ? `[${config.server.host}]` : config.server.host}:${door.port}`;
  if (config.hookPort !== undefined) {
    // In use, it is a startup warning: hooks still work on the hub's own port.
    const hooks = await http.listenForHooks(config.hookPort).catch((cause: unknown) => {
      log.warn({ cause, port: config.hookPort }, "failed to open the port for hooks");
      return undefined;
    });
    if (hooks === undefined)
      hookLines.push({
        what: "hook_server.port",
        why: `Port ${config.hookPort} is in use`,
        mend: "Hooks still work on the hub's own port. Choose another one.",
      });
    else up.defer(() => hooks.close());
  }
  // Made at once, because what earlier tasks left behind is removed with it.
  if (config.codeDelivery["enabled"] === true) drivers.of("delivery").catch((cause: unknown) => log.warn({ cause }, "code deliveries are not available"));
  await hub.start(config.sessions.map((session) => specOf(session, redLines)));
  started.resolve();
  up.defer(await writeNote(config.home, { url, pid: process.pid, token, version }));
  const stop = new AbortController();
  for (const { platform, channel, defaultRoom } of loaded) {
    up.use(channel);
    await hub.connect(channel, platform, stop.signal, defaultRoom);
  }
  up.defer(async () => {
    await hub.quiet();
    stop.abort();
  });
  const hasOwner = await hub.access.hasOwner();
  return {
    url,
    hasOwner,
    claimUrl: async () => `${config.server.publicUrl ?? url}/#claim=${(await hub.access.claimLink({ kind: "operator" })).secret}`,
    invited: () => hub.invited(),
    [Symbol.asyncDispose]: () => up.disposeAsync(),
  };
}

/** A session that this version or machine cannot serve is listed with its reason. */
function specOf(session: Config["sessions"][number], redLines: readonly RedLine[]): SessionSpec {
  const { name, kind, cliType, workDir, settings, env, secrets, startCommand, runAs, timeoutMs, autoStart, worktree, threadOf } = session;
  const red = redLines.find((line) => line.what === `sessions.${name}`);
  const seat = { env, secrets, autoStart, ...defined({ startCommand, runAs, timeoutMs }) };
  return { name, kind, cliType, workDir, settings, seat, worktree, ...defined({ threadOf }), ...(red === undefined ? {} : { unavailable: red.why }) };
}

/** Push services want an address to write to. Without one of our own there is none to give. */
function pushSubject(publicUrl: string | undefined): string {
  return publicUrl?.startsWith("https://") === true ? publicUrl : "mailto:parley@example.com";
}
