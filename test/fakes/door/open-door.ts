import { noCaps } from "#test/fakes/no-caps";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatVerbs, terminalCommands, type TerminalWorld } from "#app/commands";
import { tokenize } from "#commands/kit/tokenize";
import type { AgentDriver } from "#domain/agent";
import type { Command } from "#domain/command";
import { ParleyError } from "#domain/errors";
import type { IdKinds, NewId } from "#domain/ids";
import type { Store } from "#domain/store";
import type { HttpDeps } from "#http/deps";
import { createHttp } from "#http/http";
import { createHub } from "#hub/create-hub";
import type { CapSettings } from "#hub/deps";
import type { Hub } from "#hub/hub";
import type { SecretLinks } from "#hub/access/secret-links";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import { sortableIds } from "#lib/sortable-id";
import { createPolicy } from "#policy/decide";
import { createDirectory } from "#policy/directory";
import { openSqliteStore } from "#store/sqlite/store";
import { fakeClock, type FakeClock } from "#test/fakes/clock";
import { openIrc as openRealIrc } from "#wire/irc/open-irc";
import { call, events, type Asking, type EventStream, type Reply } from "./client.ts";

export interface DoorOptions extends Partial<Pick<HttpDeps, "language" | "publicUrl" | "namedHome" | "bounds" | "port" | "assetsDir" | "operatorToken">> {
  /** False: a hub that nobody has claimed. */
  readonly hasOwner?: boolean;
  /** Without it agents may post as fast as they can. */
  readonly agentPostsPerMinute?: number;
  readonly caps?: Partial<CapSettings>;
  readonly contentFilter?: boolean;
  /** Puts something between the door and the hub. */
  readonly wrap?: (hub: Hub) => Hub;
  /** Where files go; the door's own home unless it is given. */
  readonly workspace?: string;
  /** The pages for one secret each; without it there are none. */
  readonly secretLinks?: (clock: FakeClock) => SecretLinks;
  /** More commands for the terminal. */
  readonly commands?: readonly Command[];
  /** What drives the one session, `work`; without it there is none. */
  readonly driver?: AgentDriver;
  /** The way to IRC servers, where it is not as it stands. */
  readonly openIrc?: TerminalWorld["openIrc"];
}

export interface Holder {
  readonly id: string;
  readonly token: string;
  /** The token's own id, to revoke it. */
  readonly tokenId: `tok_${string}`;
}

export interface OpenDoor extends AsyncDisposable {
  readonly port: number;
  readonly clock: FakeClock;
  readonly hub: Hub;
  readonly store: Store;
  readonly newId: NewId;
  readonly artifactsDir: string;
  readonly secretLinks: SecretLinks | undefined;
  readonly workspace: string;
  readonly operator: string;
  /** Only where there is one. */
  readonly owner: Holder;
  readonly member: Holder;
  readonly agent: Holder;
  /** What the door and the hub wrote to the log as errors. */
  readonly errors: object[];
  call(method: string, path: string, asking?: Asking): Promise<Reply>;
  events(path: string, asking: Asking): Promise<EventStream>;
  /** What is on record against whom, as the owner reads it. */
  refusals(): Promise<readonly { readonly who: string; readonly code: string; readonly about: string; readonly count: number }[]>;
  close(): Promise<void>;
}

const operator = { kind: "operator" } as const;

/** The real hub and store behind a real door on a free port; only time stands still. */
export async function openDoor({
  hasOwner = true,
  agentPostsPerMinute = 0,
  caps = {},
  contentFilter = true,
  wrap = (hub) => hub,
  commands = [],
  workspace,
  openIrc = openRealIrc,
  driver,
  secretLinks: linksWith,
  ...options
}: DoorOptions = {}): Promise<OpenDoor> {
  await using up = new AsyncDisposableStack();
  const clock = fakeClock();
  const secretLinks = linksWith?.(clock);
  const home = await makeHome();
  up.defer(() => rm(home, { recursive: true, force: true }));
  const artifactsDir = join(home, "artifacts");
  const errors: object[] = [];
  const log = quietLog(errors);
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as IdKinds[typeof kind];
  const store = up.use(await openSqliteStore({ path: ":memory:", newId, now: () => clock.now() }));
  const directory = createDirectory();
  const policy = createPolicy({ directory, allowEveryone: false });
  const hub = up.use(
    createHub({
      store,
      policy,
      refreshPeople: async () => directory.replace(await store.people()),
      clock,
      newId,
      random: () => 0,
      log,
      settings: {
        version: "1.2.3",
        language: "en",
        host: "here",
        followsLocale: true,
        prefix: "!!",
        workspace: workspace ?? home,
        own: { home, program: join(home, "program"), files: [] },
        artifactsDir,
        sessionsDir: join(home, "sessions"),
        artifactBytes: 1e6,
        uploadBytes: 1e6,
        unusedUploadBytes: 3e6,
        unusedUploadMs: 86_400_000,
        queueLimit: 10,
        agentPosts: 100,
        agentPostsPerMinute,
        caps: { ...noCaps, ...caps },
        contentFilter,
        questionExpiresMs: 3_600_000,
        turnTimeoutMs: 300_000,
      },
      driver: async () => {
        if (driver === undefined) throw new ParleyError("NotSupported", "There are no agents here.");
        return driver;
      },
      kindOf: () => "scripted",
      channels: new Map(),
      commands: chatVerbs,
      terminalCommands: terminalCommands({ clock, openIrc }, commands),
      tokenize,
      signingKey: Buffer.alloc(32),
      redLines: () => [{ what: "docker", why: "it is not installed", mend: "install it" }],
    }),
  );
  await hub.start(driver === undefined ? [] : [{ name: "work", kind: driver.kind, cliType: "unheard-of", workDir: home, settings: {} }]);
  const operatorToken = options.operatorToken ?? "the-operators-own-token";
  const http = createHttp({
    hub: wrap(hub),
    store,
    policy,
    clock,
    log,
    version: "1.2.3",
    language: "en",
    prefix: "!!",
    host: "127.0.0.1",
    port: 0,
    assetsDir: join(home, "page"),
    artifactsDir,
    signingKey: Buffer.alloc(32, 7),
    ...options,
    ...defined({ secretLinks }),
    start: { program: "parley", home, config_file: join(home, "parley.yaml"), has_config: false, workspace: workspace ?? home, platforms: ["telegram"] },
    clis: async () => ({ clis: [], adoptable: [], is_asking: false }),
    operatorToken,
  });
  const listening = await http.listen();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await listening.close();
    isOpen = false;
  };
  up.defer(close);
  const { port } = listening;

  const person = async (name: string, role: "owner" | "member"): Promise<Holder> => {
    const { id } = await hub.access.addPerson(operator, { name, role, accounts: [] });
    const made = await hub.access.createToken(operator, { person: name, answers: false });
    return { id, token: made.token, tokenId: made.id };
  };
  const none: Holder = { id: "", token: "", tokenId: "tok_" };
  const owner = hasOwner ? await person("Ann", "owner") : none;
  const member = await person("Mia", "member");
  const bee = await hub.access.createToken(operator, { agent: "bee", may: [] });
  const all = up.move();
  return {
    port,
    clock,
    hub,
    store,
    newId,
    artifactsDir,
    secretLinks,
    workspace: workspace ?? home,
    operator: operatorToken,
    owner,
    member,
    agent: { id: bee.agent ?? "", token: bee.token, tokenId: bee.id },
    errors,
    close,
    call: (method, path, asking) => call(port, method, path, asking),
    events: (path, asking) => events(port, path, asking),
    refusals: async () => {
      const { json } = await call(port, "GET", "/api/audit", { token: operatorToken });
      return json["open"] as Awaited<ReturnType<OpenDoor["refusals"]>>;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A built page, a folder for artifacts, and a file that is nobody's to read. */
async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "parley-door-"));
  await mkdir(join(home, "artifacts"));
  await mkdir(join(home, "page", "assets"), { recursive: true });
  await writeFile(join(home, "page", "index.html"), "<!doctype html><title>Parley</title>");
  await writeFile(join(home, "page", "favicon.svg"), "<svg/>");
  await writeFile(join(home, "page", "assets", "app-1a2b3c.js"), "console.log(1)");
  await writeFile(join(home, "secret.txt"), "not yours");
  return home;
}

function quietLog(errors: object[]): Log {
  const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: (about) => void errors.push(about), child: () => log };
  return log;
}
