import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { connect } from "./engine/db.ts";
import { migrate } from "./engine/migrate.ts";
import { openSqliteStore } from "#store/sqlite/store";
import { ann, kit, present, roomA, roomB } from "#test/contracts/store/kit";
import type { Kit } from "#test/contracts/store/kit";

/** Tables that grow with history, and the aliases that queries give them. */
const growing: Readonly<Record<string, string>> = {
  threads: "threads",
  t: "threads",
  messages: "messages",
  m: "messages",
  changes: "changes",
  cursors: "cursors",
  c: "cursors",
  event_keys: "event_keys",
  turns: "turns",
  u: "turns",
  questions: "questions",
  q: "questions",
  outbox: "outbox",
  o: "outbox",
  artifacts: "artifacts",
  a: "artifacts",
  runs: "runs",
  r: "runs",
  participants: "participants",
  p: "participants",
  backlogs: "backlogs",
  backlog_entries: "backlog_entries",
  audit: "audit",
  tokens: "tokens",
  edited: "edited",
  e: "edited",
  edits: "edits",
  reactions: "reactions",
  agents: "agents",
  invitations: "invitations",
  i: "invitations",
  search_rows: "search_rows",
  l: "search_rows",
};

/**
 * Walks that end on their own: the first row of an order, the newest questions, agents or invitations up to a limit, the list of all
 * tokens; and the rare one through the turns, when a thread is deleted that a removed session was in.
 */
const bounded: readonly RegExp[] = [
  /^SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1$/,
  /FROM questions q JOIN threads t ON t\.n = q\.thread WHERE .* ORDER BY q\.n DESC LIMIT \?$/s,
  /^SELECT id, holder, label, made_by, made_with, login, at, expires_at, revoked_at FROM tokens ORDER BY n$/,
  /FROM agents ORDER BY id DESC LIMIT \?$/,
  /FROM invitations i LEFT JOIN threads t ON t\.id = i\.thread\s+WHERE .* ORDER BY i\.id DESC LIMIT \?$/s,
  /^SELECT thread FROM turns WHERE session = \? LIMIT 1$/,
  /^DELETE FROM sessions WHERE id = \?$/,
];

/** Small by nature: they hold only rows that are open, due or just past their time. */
const openOnly =
  /USING (COVERING )?INDEX (turns_open|questions_open|questions_unhanded|outbox_open|outbox_heads|outbox_posting|runs_open|agents_here|invitations_open)\b/;

describe("the cost of the verbs", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("does not grow with history: no statement of any verb walks a table that grows", async () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
    await using k = await kit(async (source) => {
      const store = await openSqliteStore({ path: ":memory:", ...source });
      return { store, reopen: () => Promise.resolve(store), [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
    });
    await everyVerb(k);
    const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(sql));
    vi.restoreAllMocks();
    expect(statements.length).toBeGreaterThan(150);

    using plain = connect(":memory:");
    migrate(plain);
    const walks = statements
      .filter((sql) => !bounded.some((pattern) => pattern.test(sql)))
      .flatMap((sql) =>
        plain.db
          .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(sql.match(/\?/g) ?? []).map(() => null))
          .map(({ detail }) => detail)
          .filter((detail) => isWalk(detail))
          .map((detail) => `${detail}: ${sql}`),
      );
    expect(walks).toEqual([]);
  });

  it.each([
    ["SCAN m", true],
    ["SCAN outbox", true],
    ["SCAN q USING INDEX questions_by_code", true],
    ["SCAN q USING INDEX questions_open", false],
    ["SEARCH m USING PRIMARY KEY (thread=? AND seq>?)", false],
    ["SCAN l", true],
    ["SCAN f VIRTUAL TABLE INDEX 192:M2", false],
    ["SCAN people", false],
  ])("the check takes %s for a walk: %s", (detail, expected) => {
    expect(isWalk(detail)).toBe(expected);
  });
});

function isWalk(detail: string): boolean {
  const table = /^SCAN (\w+)/.exec(detail)?.[1];
  return table !== undefined && growing[table] !== undefined && !openOnly.test(detail);
}

/** Each verb of the store at least once, on the branch that asks most. */
async function everyVerb(k: Kit): Promise<void> {
  const { store } = k;
  const readers: readonly Reader[] = [{ sees: "all" }, { sees: "some", who: "per_bob", open: true }];
  const thread = await k.thread({ participants: ["per_bob"] });
  await store.bind(roomA, thread, 1);
  await store.accept({
    at: 1,
    key: "k",
    message: k.line(thread, { origin: { address: roomB, ref: "1" } }),
    fan: true,
    change: { thread, body: { kind: "renamed", topic: "x", by: "x" } },
    run: { id: "run_1", at: 1, who: "x", whoName: "x", name: "n", surface: "api", line: "l", thread },
    reach: { account: "a:1", address: roomA },
    joins: { thread, who: "per_new" },
    audit: [k.record()],
  });
  await store.accept({ at: 1, key: "k" });
  const session = await k.session(thread);
  await store.setDefaultSession(thread, session.id);
  const turn = await k.begun(session);
  const question = k.question(turn);
  await store.ask(question, [roomB]);
  const artifact = {
    id: k.newId("art"),
    thread,
    turn: turn.id,
    key: "k",
    name: "n",
    mime: "m",
    bytes: 1,
    sha256: "",
    description: "",
    path: "p",
    at: 1,
  } as const;
  await store.addArtifact(artifact);
  await store.keepDraft(turn.id, roomA, "r");
  for (const reader of readers) {
    const said = present((await store.messages(reader, thread, { limit: 1 }))[0]);
    await store.messages(reader, thread, { beforeSeq: 9, limit: 1 });
    await store.entries(reader, thread, { afterRev: 1, limit: 1 });
    await store.entries(reader, thread, { beforeRev: 9, limit: 1 });
    await Promise.all([
      store.thread(reader, thread),
      store.threads(reader, { limit: 9 }),
      store.threads(reader, { limit: 9, order: "created", before: { at: 1, id: thread } }),
      store.summary(reader, thread),
      store.message(reader, said.id),
      store.sessions(reader),
    ]);
    await Promise.all([store.sessionByName(reader, "n"), store.question(reader, question.id), store.questionByCode(reader, "x"), store.questions(reader, {})]);
    await Promise.all([
      store.questions(reader, { state: "open" }),
      store.questions(reader, { thread }),
      store.questions(reader, { turn: turn.id, state: "open" }),
    ]);
    await Promise.all([store.questions(reader, { thread, state: "open" }), store.artifact(reader, artifact.id), store.run(reader, "run_1")]);
  }
  await bussed(k, thread);
  await store.threads({ sees: "one", who: "w", thread }, { limit: 1, archived: true });
  await Promise.all([
    store.messageByRef(roomB, "1"),
    store.boundThread(roomA),
    store.boundAddresses(thread),
    store.reach(["a:1"]),
    store.turn(turn.id),
    store.openTurns(),
    store.openTurns(session.id),
  ]);
  await Promise.all([
    store.unhanded(),
    store.copies(question.id),
    store.countDue(),
    store.nextDue(),
    store.draftReceipt(turn.id, roomA),
    store.artifacts([artifact.id]),
  ]);
  await Promise.all([
    store.openRuns(),
    store.people(),
    store.tokens(),
    store.tokenByHash("h", 1),
    store.agentNamed("n"),
    store.auditRecords({ limit: 1 }),
    store.auditRecords({ limit: 1, kind: "run" }),
  ]);
  await Promise.all([store.openRefusals(), store.verifyAudit(), store.keep("a", "b")]);
  for (const claim of await store.claimDue(k.clock.now, 9)) {
    await store.keepPieces(claim, [{ body: 1 }]);
    await store.markPosting(claim);
    await store.settle(claim, { how: "sent", receipt: "r" });
  }
  await store.answer(question.id, k.given(), k.record());
  await store.markHanded(question.id);
  for (const claim of await store.claimDue(k.clock.now, 9)) {
    await store.settle(claim, { how: "unknown", reason: "" });
    await store.sendAgain({ sees: "all" }, claim.delivery.id, 1);
    await store.settle(claim, { how: "later", dueAt: 1, reason: "" });
  }
  await store.recoverOutbox(1);
  const second = k.question(turn, { key: "b", asker: { kind: "run", run: "run_1", needs: [] } });
  await store.ask(second, []);
  await store.overdue(turn.id, 1, k.line(thread));
  await store.expire(second.id, 1, k.line(thread));
  await store.endTurn({ turn: turn.id, at: 1, ending: { how: "completed", text: "" }, session: "ended", reason: "", message: k.line(thread) });
  await store.deskTurn({ ...turn, id: "trn_desk", origin: "desk" }, k.line(thread));
  await store.moveSession(session.id, "gone", "");
  await store.endRun({ id: "run_1", at: 1, exitCode: 0, text: "", result: {} }, [], [{ to: roomA, body: { kind: "message", message: "msg_1" } }]);
  await store.dropDraft(turn.id, roomA);
  await store.advanceCursor("w", thread, 1);
  await store.addPerson({ id: "per_1", name: "One", role: "owner", accounts: ["a:1"], source: "store" }, k.record());
  await store.syncPeople([{ name: "two", role: "owner", accounts: ["a:2"] }], () => "per_2", 1);
  await store.linkAccount("per_1", "a:3", k.record());
  await store.addToken({ id: "tok_1", holder: { kind: "person", person: "per_1", answers: true }, label: "", at: 1 }, "h", k.record());
  await store.revokeToken("tok_1", 1, k.record());
  await store.addLink({ hash: "l", purpose: { kind: "login", person: "per_2" }, expiresAt: 9 }, k.record());
  await store.useLink({ hash: "l", at: 1, name: ann.name, newPerson: "per_3", token: { id: "tok_2", hash: "h2" } });
  await store.removePerson("per_1", 1, k.record());
  await store.refused({ who: "w", name: "n", code: "c", about: "", at: 1 }, 2);
  await store.sealRefusals(3, new Map());
  await store.withdraw(question.id, 1, "");
  await store.dropSession(session.id);
  await store.moveSession(session.id, "gone", "");
  await store.endTurn({ turn: "trn_desk", at: 1, ending: { how: "completed", text: "" }, session: "ended", reason: "" });
  await store.deleteThread(thread, k.record(), { unlessPersonSpoke: true }).catch(() => undefined);
  await store.deleteThread(thread, k.record());
  await store.sweep(1e12);
}

/** The verbs that agents bring which join, wait and leave. */
async function bussed(k: Kit, thread: ThreadId): Promise<void> {
  const { store } = k;
  const readers: readonly Reader[] = [{ sees: "all" }, { sees: "some", who: "per_bob", open: false }, { sees: "one", who: "w", thread }];
  const { seq } = present(await store.thread({ sees: "all" }, thread));
  const sync = { lastSeq: seq, tokenHash: "h" };
  const said = await k.say(thread, { meta: { stop_reason: "complete" } }, { key: "synced", sync });
  await Promise.allSettled([k.say(thread, {}, { key: "synced", sync }), k.say(thread, {}, { sync })]);
  await store.replyTokenUsedAt(thread, sync);
  await store.setDetails(thread, { summary: "s" });
  await store.setStatus(thread, "closed", "x", 1);
  await store.setStatus(thread, "review", "x", 1);
  await store.search({ sees: "all" }, "hello", { limit: 1 });
  await store.editMessage(said.id, "new", "x", 1);
  await store.react(said.id, { reaction: "+1", by: "x", name: "X", at: 1 });
  await store.unreact(said.id, "+1", "x", 1);
  await store.accept({ at: 1, change: { thread, body: { kind: "reacted", message: said.id, reaction: "+1", by: "x", removed: false } } });
  await Promise.all([store.edits(said.id, { limit: 9 }), store.messageStates([said.id]), store.participants(thread), store.metrics()]);
  await store.speakers(thread, { beforeSeq: 9, limit: 1 });
  await store.addTemplate({ id: "t", name: "", description: "", systemPrompt: "", metadata: {}, builtin: false, at: 1 });
  await store.templates();
  await store.dropTemplate("t");
  const card = {
    ide: "i",
    model: "m",
    description: "",
    capabilities: [],
    skills: [],
    aliasSource: "auto",
    at: 1,
    lastHeartbeat: 1,
    lastActivity: "",
    lastActivityAt: 1,
  } as const;
  const run = { id: "run_2", at: 1, who: "agt_1", whoName: "agt_1", name: "n", surface: "mcp", line: "l", session: "agt_1" } as const;
  await store.recordRun(run, { id: run.id, at: 1, exitCode: 0, text: "", result: {} }, [k.record()]);
  await store.addBacklog("agt_1", "a", [{ at: 1, body: {} }]);
  await Promise.all([true, false].map((peek) => store.readBacklog("agt_1", "a", { limit: 1, peek })));
  await store.backlogHistory("agt_1", "a", { limit: 1 });
  await store.putAgent({ ...card, id: "agt_1", name: "Agent" });
  await store.touchAgent("agt_1", "waits", 2);
  await Promise.all([store.registeredAgent("agt_1"), store.registeredAgents(), store.registeredAgents({ gone: true })]);
  await store.endAgent("agt_1", 3, k.record());
  await store.putInvitation({ id: "inv_1", agentName: "a", thread, by: "", byName: "", at: 1, argv: [], state: "ended", reason: "", output: "" }, []);
  for (const reader of readers) {
    await Promise.all([store.details(reader, thread), store.threadByTopic(reader, "work"), store.rename(reader, thread, `for ${reader.sees}`, "x", 1)]);
    await Promise.all([store.search(reader, "two 部署", { limit: 9 }), store.search(reader, "new", { limit: 9, thread })]);
    await store.search(reader, "new", { limit: 9, author: "x", hasFile: true, since: 1, until: 2 });
    await Promise.all([store.countThreads(reader), store.threads(reader, { limit: 9, archived: true })]);
    for (const which of [{}, { open: true }, { thread }, { agentName: "a" }, { agentName: "a", thread, open: true }])
      await store.invitations(reader, { ...which, limit: 9 });
    for (const which of [{}, { thread }, { session: "agt_1" }, { thread, session: "agt_1" }] as const) await store.runs(reader, { ...which, limit: 9 });
  }
}
