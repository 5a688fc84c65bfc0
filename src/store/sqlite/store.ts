import type { NewId } from "#domain/ids";
import type { Store } from "#domain/store";
import { accept, readSeen } from "./verbs/accept.ts";
import { endAgent, listAgents, putAgent, readAgent, touchAgent } from "./verbs/agents.ts";
import { addArtifact, artifactsOf, readArtifact } from "./verbs/artifacts.ts";
import { auditChain, auditRecords, keptHead, lastRecord, verifyChain, wrongHead, type OtherHead } from "./verbs/audit.ts";
import { addBacklog, backlogHistory, peekBacklog, readBacklog } from "./verbs/backlog.ts";
import { bindAddress, boundAddresses, boundThread, reachOf } from "./verbs/chats.ts";
import { memoryClaims } from "./verbs/delivery-claims.ts";
import { advanceCursor } from "./verbs/cursors.ts";
import { deleteThread } from "./verbs/delete-thread.ts";
import { draftReceipt, dropDraft, keepDraft } from "./verbs/drafts.ts";
import { editsOf } from "./verbs/edits.ts";
import { listEntries } from "./verbs/entries.ts";
import { threadHeads } from "./engine/heads.ts";
import { fileArrived, fileFailed, incomingFiles } from "./verbs/incoming-files.ts";
import { listInvitations, putInvitation } from "./verbs/invitations.ts";
import { keep } from "./verbs/stored-values.ts";
import { addLink, useLink } from "./verbs/links.ts";
import { memoryOf, remember } from "./verbs/memories.ts";
import { editMessage, messageStates, react, unreact } from "./verbs/message-states.ts";
import { listMessages, messageByRef, readMessage, speakersBefore } from "./verbs/messages.ts";
import { readMetrics } from "./verbs/metrics.ts";
import { openDatabase } from "./engine/open.ts";
import { copiesOf, countDue, readDelivery } from "./verbs/outbox.ts";
import { pairingVerbs } from "./verbs/pairings.ts";
import { peopleVerbs } from "./verbs/people-verbs.ts";
import { pageVerbs } from "./verbs/page-verbs.ts";
import { listQuestions, questionByCode, readQuestion, unhanded } from "./verbs/question-rows.ts";
import { answer, ask, expire, markHanded, withdraw } from "./verbs/questions.ts";
import { postedAs } from "./verbs/receipts.ts";
import { openRefusals, refused, sealRefusals } from "./verbs/refusals.ts";
import { replyTokenUsedAt } from "./verbs/reply-tokens.ts";
import { listening, setListening } from "./verbs/rooms.ts";
import { listRuns } from "./verbs/run-list.ts";
import { endRun, openRuns, readRun, recordRun } from "./verbs/runs.ts";
import { searchMessages } from "./search/search.ts";
import { searchTopics } from "./search/topics.ts";
import { indexStep } from "./search/search-index.ts";
import { dropSession, listSessions, moveSession, putSession, readMemory, readSession, sessionByName, setMemory } from "./verbs/sessions.ts";
import { setStatus } from "./verbs/set-status.ts";
import { claimDue, keepPieces, markPosting, nextDue, recoverOutbox, sendAgain, settle } from "./verbs/settle-delivery.ts";
import { auditHeadFile, readAuditHead, writeAuditHead } from "./engine/audit-head-file.ts";
import { chainStart } from "#store/audit-chain";
import { pendingChanges } from "./engine/pending-changes.ts";
import { beSoleUser } from "./engine/sole-user.ts";
import { storeError } from "./engine/sql-errors.ts";
import { storeFile } from "./engine/store-file.ts";
import { storeHealth } from "./engine/store-health.ts";
import { sweep } from "./verbs/sweep.ts";
import { addTemplate, dropTemplate, listTemplates } from "./verbs/templates.ts";
import { readDetails, setDetails } from "./verbs/thread-details.ts";
import { countThreads, listThreads, readSummary } from "./verbs/thread-list.ts";
import { participantsOf, readThread, setDefaultSession } from "./verbs/threads.ts";
import { addToken, agentNamed, listTokens, revokeToken, tokenByHash } from "./verbs/tokens.ts";
import { rename, threadByTopic } from "./verbs/topics.ts";
import { beginTurn, deskTurn, dropQueued, endTurn, keepUsage, openTurns, overdueTurn, readTurn, requeueTurn } from "./verbs/turns.ts";
import type { Tx } from "./engine/tx.ts";
import { unindexedThreads } from "./search/unindexed.ts";
import { broadcast } from "./engine/wakes.ts";
import { createTally } from "./engine/tally.ts";
import { writerOf } from "./engine/writer.ts";

export interface SqliteStoreOptions {
  /** `:memory:` for a store that ends with the process. */
  readonly path: string;
  /** The second place for the head of the audit chain; none where it is left out. */
  readonly auditHead?: string;
  readonly newId: NewId;
  readonly now: () => number;
}

const indexStepsPerSweep = 50;

export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  try {
    await beSoleUser(options.path);
    return compose(options);
  } catch (error) {
    throw storeError(error, options.path);
  }
}

function compose({ path, auditHead, newId, now }: SqliteStoreOptions): Store {
  const connection = openDatabase(path);
  const { db } = connection;
  const heads = threadHeads(db);
  const secondPlace = (): readonly OtherHead[] => (auditHead === undefined ? [] : [{ where: auditHead, head: readAuditHead(auditHead) }]);
  const atStart = secondPlace();
  const [found] = atStart.flatMap(({ head }) => (typeof head === "string" ? [] : [head]));
  const chain = auditChain(db, found);
  const forged = wrongHead(db, lastRecord(db)?.n ?? 0, atStart);
  // From the first start on there is one: when it is missing later, somebody has removed it.
  if (auditHead !== undefined && keptHead(db) === undefined) writeAuditHead(auditHead, lastRecord(db) ?? { n: 0, hash: chainStart });
  const headFile = auditHead === undefined ? undefined : auditHeadFile(auditHead, () => keptHead(db));
  const claims = memoryClaims();
  const unindexed = unindexedThreads(db);
  const tally = createTally(db);
  const wakes = broadcast();
  const memory = pendingChanges({ heads, tally, chain, headFile });
  const file = storeFile(path);
  const { failed, problems } = storeHealth(path, file, forged);
  const writer = writerOf({ connection, file, memory, failed, emit: wakes.emit });
  const tx: Tx = { db, heads, chain, claims, unindexed, tally, newId, now, wake: writer.wake, undo: writer.undo };
  const { write } = writer;
  if (forged !== undefined) {
    const { problem, brokenAt } = forged;
    write(() => chain.append([{ at: now(), kind: "access", who: "hub", data: { did: "audit found broken", problem, record: brokenAt } }])).catch(
      () => undefined,
    );
  }
  // Reads see only committed data: a batch runs synchronously from begin to commit.
  const read = <T>(query: () => T): Promise<T> => {
    try {
      return Promise.resolve(query());
    } catch (error) {
      return Promise.reject(failed(error));
    }
  };
  // Each step shares its commit with other writes, so posting is not blocked.
  const catchUp = async (steps = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let step = 0; step < steps && !unindexed.isEmpty(); step++) await write(() => indexStep(tx));
  };

  return {
    changes: wakes.listen,

    accept: (what) => write(() => accept(tx, what)),
    seen: (key) => read(() => readSeen(tx, key)),
    replyTokenUsedAt: (thread, token) => read(() => replyTokenUsedAt(tx, thread, token)),
    thread: (reader, id) => read(() => readThread(tx, reader, id)),
    threads: (reader, page) => read(() => listThreads(tx, reader, page)),
    summary: (reader, id) => read(() => readSummary(tx, reader, id)),
    countThreads: (reader) => read(() => countThreads(db, reader)),
    message: (reader, id) => read(() => readMessage(tx, reader, id)),
    messages: (reader, thread, page) => read(() => listMessages(tx, reader, thread, page)),
    speakers: (thread, page) => read(() => speakersBefore(tx, thread, page)),
    entries: (reader, thread, page) => read(() => listEntries(tx, reader, thread, page)),
    messageByRef: (address, ref) => read(() => messageByRef(tx, address, ref)),
    advanceCursor: (who, thread, seq) => write(() => advanceCursor(tx, who, thread, seq)),

    details: (reader, id) => read(() => readDetails(tx, reader, id)),
    setDetails: (id, patch) => write(() => setDetails(tx, id, patch)),
    setStatus: (id, status, by, at) => write(() => setStatus(tx, id, status, by, at)),
    rename: (reader, id, topic, by, at) => write(() => rename(tx, reader, { id, topic, by, at })),
    threadByTopic: (reader, topic) => read(() => threadByTopic(tx, reader, topic)),
    deleteThread: (id, audit, how) => write(() => deleteThread(tx, id, audit, how)),
    participants: (thread) => read(() => participantsOf(db, thread)),
    editMessage: (id, text, by, at) => write(() => editMessage(tx, id, text, by, at)),
    edits: (id, page) => read(() => editsOf(db, id, page)),
    react: (id, reaction) => write(() => react(tx, id, reaction)),
    unreact: (id, reaction, by, at) => write(() => unreact(tx, id, reaction, by, at)),
    messageStates: (ids) => read(() => messageStates(tx, ids)),
    search: async (reader, query, which) => {
      await catchUp();
      return read(() => searchMessages(tx, reader, query, which));
    },
    searchTopics: (reader, query, limit) => read(() => searchTopics(tx, reader, query, limit)),

    templates: () => read(() => listTemplates(db)),
    addTemplate: (template) => write(() => addTemplate(tx, template)),
    dropTemplate: (id) => write(() => dropTemplate(tx, id)),

    putAgent: (agent) => write(() => putAgent(tx, agent)),
    registeredAgent: (id) => read(() => readAgent(db, id)),
    registeredAgents: (which) => read(() => listAgents(db, which)),
    touchAgent: (id, activity, at) => write(() => touchAgent(tx, id, activity, at)),
    endAgent: (id, at, audit) => write(() => endAgent(tx, id, at, audit)),

    putInvitation: (invitation, audit) => write(() => putInvitation(tx, invitation, audit)),
    invitations: (reader, which) => read(() => listInvitations(db, reader, which)),

    metrics: async () => {
      await catchUp();
      return read(() => readMetrics(db, now()));
    },

    bind: (address, thread, at) => write(() => bindAddress(tx, address, thread, at)),
    boundThread: (address) => read(() => boundThread(db, address)),
    boundAddresses: (thread) => read(() => boundAddresses(db, thread)),
    reach: (accounts) => read(() => reachOf(db, accounts)),

    putSession: (session) => write(() => putSession(tx, session)),
    dropSession: (id) => write(() => dropSession(tx, id)),
    setDefaultSession: (thread, session) => write(() => setDefaultSession(tx, thread, session)),
    session: (id) => read(() => readSession(db, id)),
    sessionByName: (reader, name) => read(() => sessionByName(db, reader, name)),
    sessions: (reader) => read(() => listSessions(db, reader)),
    moveSession: (id, event, reason) => write(() => moveSession(tx, id, event, reason)),
    beginTurn: (session, at) => write(() => beginTurn(tx, session, at)),
    requeueTurn: (turn) => write(() => requeueTurn(tx, turn)),
    dropQueued: (turns, at, message) => write(() => dropQueued(tx, turns, at, message)),
    keepUsage: (turn, usage) => write(() => keepUsage(tx, turn, usage)),
    sessionMemory: (id) => read(() => readMemory(db, id)),
    setSessionMemory: (id, value) => write(() => setMemory(tx, id, value)),
    deskTurn: (turn, message) => write(() => deskTurn(tx, turn, message)),
    overdue: (turn, at, message) => write(() => overdueTurn(tx, turn, at, message)),
    endTurn: (end) => write(() => endTurn(tx, end)),
    turn: (id) => read(() => readTurn(db, id)),
    openTurns: (session) => read(() => openTurns(db, session)),

    ask: (question, also) => write(() => ask(tx, question, also)),
    answer: (id, given, audit, key) => write(() => answer(tx, id, given, audit, key)),
    expire: (id, at, message) => write(() => expire(tx, id, at, message)),
    withdraw: (id, at, reason) => write(() => withdraw(tx, id, at, reason)),
    markHanded: (id) => write(() => markHanded(tx, id)),
    unhanded: () => read(() => unhanded(db)),
    question: (reader, id) => read(() => readQuestion(db, reader, id)),
    questionByCode: (reader, code) => read(() => questionByCode(db, reader, code)),
    questions: (reader, which) => read(() => listQuestions(db, reader, which)),
    copies: (id) => read(() => copiesOf(db, id)),

    claimDue: (at, limit) => read(() => claimDue(db, claims, at, limit)),
    keepPieces: (claim, pieces) => write(() => keepPieces(tx, claim, pieces)),
    markPosting: (claim) => write(() => markPosting(tx, claim)),
    settle: (claim, outcome) => write(() => settle(tx, claim, outcome)),
    sendAgain: (reader, id, at) => write(() => sendAgain(tx, reader, id, at)),
    delivery: (id) => read(() => readDelivery(db, id)),
    recoverOutbox: (at) => write(() => recoverOutbox(tx, at)),
    countDue: () => read(() => countDue(db)),
    nextDue: () => read(() => nextDue(db, claims)),

    keepDraft: (turn, address, receipt) => write(() => keepDraft(tx, turn, address, receipt)),
    draftReceipt: (turn, address) => read(() => draftReceipt(db, turn, address)),
    dropDraft: (turn, address) => write(() => dropDraft(tx, turn, address)),
    postedAs: (address, receipt) => read(() => postedAs(db, address, receipt)),
    incomingFiles: () => read(() => incomingFiles(db)),
    fileArrived: (id, artifact) => write(() => fileArrived(tx, id, artifact)),
    fileFailed: (id, line) => write(() => fileFailed(tx, id, line)),
    listening: (address) => read(() => listening(db, address)),
    setListening: (address, to) => write(() => setListening(tx, address, to)),
    memory: (owner) => read(() => memoryOf(db, owner)),
    remember: (owner, value) => write(() => remember(tx, owner, value)),

    addArtifact: (artifact) => write(() => addArtifact(tx, artifact)),
    artifact: (reader, id) => read(() => readArtifact(db, reader, id)),
    artifacts: (ids) => read(() => artifactsOf(db, ids)),

    recordRun: (run, end, audit) => write(() => recordRun(tx, run, end, audit)),
    endRun: (end, audit, deliveries) => write(() => endRun(tx, end, audit, deliveries)),
    openRuns: () => read(() => openRuns(db)),
    run: (reader, id) => read(() => readRun(db, reader, id)),
    runs: (reader, which) => read(() => listRuns(db, reader, which)),

    addBacklog: (holder, name, entries) => write(() => addBacklog(tx, holder, name, entries)),
    readBacklog: (holder, name, { limit, peek }) =>
      peek ? read(() => peekBacklog(db, holder, name, limit)) : write(() => readBacklog(tx, holder, name, limit)),
    backlogHistory: (holder, name, page) => read(() => backlogHistory(db, holder, name, page)),

    ...peopleVerbs(tx, { read, write }),
    addToken: (token, hash, audit) => write(() => addToken(tx, token, hash, [audit])),
    tokenByHash: (hash, at) => read(() => tokenByHash(db, hash, at)),
    tokens: () => read(() => listTokens(db)),
    revokeToken: (id, at, audit) => write(() => revokeToken(tx, id, at, audit)),
    agentNamed: (name) => read(() => agentNamed(db, name)),
    addLink: (link, audit) => write(() => addLink(tx, link, audit)),
    useLink: (use) => write(() => useLink(tx, use)),
    ...pairingVerbs(tx, { read, write }),
    ...pageVerbs(tx, { read, write, catchUp }),

    record: (records) => write(() => chain.append(records)),
    refused: (refusal, windowEnds) => write(() => refused(tx, refusal, windowEnds)),
    sealRefusals: (at, counts) => write(() => sealRefusals(tx, at, counts)),
    auditRecords: (page) => read(() => auditRecords(db, page)),
    openRefusals: () => read(() => openRefusals(db)),
    // The file is read first: it may lag behind the store, never be ahead of it.
    verifyAudit: () => verifyChain(db, secondPlace()).catch((error: unknown) => Promise.reject(failed(error))),
    keep: (name, value) => write(() => keep(tx, name, value)),
    sweep: async (at) => {
      while (await write(() => sweep(tx, at)));
      await catchUp(indexStepsPerSweep);
    },

    problems,
    [Symbol.asyncDispose]: async () => {
      // Without it the next start reads the same from the messages.
      if (!heads.isSettled()) write(heads.settle).catch(() => undefined);
      await read(() => writer[Symbol.dispose]());
      await headFile?.[Symbol.asyncDispose]();
      await read(() => {
        wakes.end();
        heads.reset();
        connection[Symbol.dispose]();
      });
    },
  };
}
