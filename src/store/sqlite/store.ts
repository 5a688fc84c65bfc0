import { ParleyError } from "#domain/errors";
import type { NewId } from "#domain/ids";
import type { Store } from "#domain/store";
import { accept, readSeen } from "./accept.ts";
import { endAgent, listAgents, putAgent, readAgent, touchAgent } from "./agents.ts";
import { addArtifact, artifactsOf, readArtifact, turnArtifacts } from "./artifacts.ts";
import { auditChain, auditRecords, verifyChain } from "./audit.ts";
import { addBacklog, backlogHistory, peekBacklog, readBacklog } from "./backlog.ts";
import { bindAddress, boundAddresses, boundThread, reachOf } from "./chats.ts";
import { memoryClaims } from "./claims.ts";
import { advanceCursor } from "./cursors.ts";
import { deleteThread } from "./delete-thread.ts";
import { draftReceipt, dropDraft, keepDraft } from "./drafts.ts";
import { editsOf } from "./edits.ts";
import { listEntries } from "./entries.ts";
import { threadHeads } from "./heads.ts";
import { listInvitations, putInvitation } from "./invitations.ts";
import { keep } from "./kept.ts";
import { addLink, useLink } from "./links.ts";
import { editMessage, messageStates, react, unreact } from "./message-states.ts";
import { listMessages, messageByRef, readMessage } from "./messages.ts";
import { readMetrics } from "./metrics.ts";
import { openDatabase } from "./open.ts";
import { copiesOf, countDue, readDelivery } from "./outbox.ts";
import { addPerson, linkAccount, listPeople, removePerson } from "./people.ts";
import { listQuestions, questionByCode, readQuestion, unhanded } from "./question-rows.ts";
import { answer, ask, expire, markHanded, withdraw } from "./questions.ts";
import { openRefusals, refused, sealRefusals } from "./refusals.ts";
import { listRuns } from "./run-list.ts";
import { endRun, openRuns, readRun, recordRun } from "./runs.ts";
import { searchMessages } from "./search.ts";
import { indexStep } from "./search-index.ts";
import { dropSession, listSessions, moveSession, putSession, readSession, sessionByName } from "./sessions.ts";
import { setStatus } from "./set-status.ts";
import { claimDue, keepPieces, markPosting, nextDue, recoverOutbox, sendAgain, settle } from "./settle.ts";
import { storeError } from "./sql-errors.ts";
import { sweep } from "./sweep.ts";
import { syncPeople } from "./sync-people.ts";
import { addTemplate, dropTemplate, listTemplates } from "./templates.ts";
import { readDetails, setDetails } from "./thread-details.ts";
import { countThreads, listThreads, readSummary } from "./thread-list.ts";
import { participantsOf, readThread, setDefaultSession } from "./threads.ts";
import { addToken, agentNamed, listTokens, revokeToken, tokenByHash } from "./tokens.ts";
import { rename, threadByTopic } from "./topics.ts";
import { beginTurn, deskTurn, endTurn, openTurns, overdueTurn, readTurn } from "./turns.ts";
import type { Tx } from "./tx.ts";
import { unindexedThreads } from "./unindexed.ts";
import { broadcast } from "./wakes.ts";
import { writerOf } from "./writer.ts";

export interface SqliteStoreOptions {
  /** `:memory:` for a store that ends with the process. */
  readonly path: string;
  readonly newId: NewId;
  readonly now: () => number;
}

const indexStepsPerSweep = 50;

export function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  try {
    return Promise.resolve(compose(options));
  } catch (error) {
    return Promise.reject(storeError(error, options.path));
  }
}

function compose({ path, newId, now }: SqliteStoreOptions): Store {
  const connection = openDatabase(path);
  const { db } = connection;
  const heads = threadHeads(db);
  const chain = auditChain(db);
  const claims = memoryClaims();
  const unindexed = unindexedThreads(db);
  const wakes = broadcast();
  const memory = {
    writeBack: heads.writeBack,
    reset: () => {
      heads.reset();
      chain.reset();
    },
  };
  const writer = writerOf(connection, memory, wakes.emit);
  const tx: Tx = { db, heads, chain, claims, unindexed, newId, now, wake: writer.wake, undo: writer.undo };
  const { write } = writer;
  // Reads see what is committed: a batch runs from begin to commit without giving way.
  const read = <T>(query: () => T): Promise<T> => {
    try {
      return Promise.resolve(query());
    } catch (error) {
      return Promise.reject(storeError(error, path));
    }
  };
  // Each step shares its commit with whatever else is written, so posting goes on meanwhile.
  const catchUp = async (steps = Number.POSITIVE_INFINITY): Promise<void> => {
    for (let step = 0; step < steps && !unindexed.isEmpty(); step++) await write(() => indexStep(tx));
  };

  return {
    changes: wakes.listen,

    accept: (what) => write(() => accept(tx, what)).then(unlessRefused),
    seen: (key) => read(() => readSeen(db, key)),
    thread: (reader, id) => read(() => readThread(tx, reader, id)),
    threads: (reader, page) => read(() => listThreads(db, reader, page)),
    summary: (reader, id) => read(() => readSummary(tx, reader, id)),
    countThreads: (reader) => read(() => countThreads(db, reader)),
    message: (reader, id) => read(() => readMessage(db, reader, id)),
    messages: (reader, thread, page) => read(() => listMessages(tx, reader, thread, page)),
    entries: (reader, thread, page) => read(() => listEntries(tx, reader, thread, page)),
    messageByRef: (address, ref) => read(() => messageByRef(db, address, ref)),
    advanceCursor: (who, thread, seq) => write(() => advanceCursor(tx, who, thread, seq)),

    details: (reader, id) => read(() => readDetails(tx, reader, id)),
    setDetails: (id, patch) => write(() => setDetails(tx, id, patch)),
    setStatus: (id, status, by, at) => write(() => setStatus(tx, id, status, by, at)),
    rename: (reader, id, topic, by, at) => write(() => rename(tx, reader, { id, topic, by, at })),
    threadByTopic: (reader, topic) => read(() => threadByTopic(db, reader, topic)),
    deleteThread: (id, audit) => write(() => deleteThread(tx, id, audit)),
    participants: (thread) => read(() => participantsOf(db, thread)),
    editMessage: (id, text, by, at) => write(() => editMessage(tx, id, text, by, at)),
    edits: (id) => read(() => editsOf(db, id)),
    react: (id, reaction) => write(() => react(tx, id, reaction)),
    unreact: (id, reaction, by, at) => write(() => unreact(tx, id, reaction, by, at)),
    messageStates: (ids) => read(() => messageStates(db, ids)),
    search: async (reader, query, which) => {
      await catchUp();
      return read(() => searchMessages(tx, reader, query, which));
    },

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

    addArtifact: (artifact) => write(() => addArtifact(tx, artifact)),
    artifact: (reader, id) => read(() => readArtifact(db, reader, id)),
    artifacts: (ids) => read(() => artifactsOf(db, ids)),
    turnArtifacts: (turn) => read(() => turnArtifacts(db, turn)),

    recordRun: (run, end, audit) => write(() => recordRun(tx, run, end, audit)),
    endRun: (end, audit, deliveries) => write(() => endRun(tx, end, audit, deliveries)),
    openRuns: () => read(() => openRuns(db)),
    run: (reader, id) => read(() => readRun(db, reader, id)),
    runs: (reader, which) => read(() => listRuns(db, reader, which)),

    addBacklog: (holder, name, entries) => write(() => addBacklog(tx, holder, name, entries)),
    readBacklog: (holder, name, { limit, peek }) =>
      peek ? read(() => peekBacklog(db, holder, name, limit)) : write(() => readBacklog(tx, holder, name, limit)),
    backlogHistory: (holder, name, page) => read(() => backlogHistory(db, holder, name, page)),

    people: () => read(() => listPeople(db)),
    addPerson: (person, audit) => write(() => addPerson(tx, person, [audit])),
    linkAccount: (person, account, audit) => write(() => linkAccount(tx, person, account, audit)),
    removePerson: (person, at, audit) => write(() => removePerson(tx, person, at, audit)),
    syncPeople: (people, nextId, at) => write(() => syncPeople(tx, people, nextId, at)),
    addToken: (token, hash, audit) => write(() => addToken(tx, token, hash, [audit])),
    tokenByHash: (hash, at) => read(() => tokenByHash(db, hash, at)),
    tokens: () => read(() => listTokens(db)),
    revokeToken: (id, at, audit) => write(() => revokeToken(tx, id, at, audit)),
    agentNamed: (name) => read(() => agentNamed(db, name)),
    addLink: (link) => write(() => addLink(tx, link)),
    useLink: (use) => write(() => useLink(tx, use)),

    record: (records) => write(() => chain.append(records)),
    refused: (refusal, windowEnds) => write(() => refused(tx, refusal, windowEnds)),
    sealRefusals: (at, counts) => write(() => sealRefusals(tx, at, counts)),
    auditRecords: (page) => read(() => auditRecords(db, page)),
    openRefusals: () => read(() => openRefusals(db)),
    verifyAudit: () => verifyChain(db).catch((error: unknown) => Promise.reject(storeError(error, path))),

    keep: (name, value) => write(() => keep(tx, name, value)),
    sweep: async (at) => {
      while (await write(() => sweep(tx, at)));
      await catchUp(indexStepsPerSweep);
    },

    [Symbol.asyncDispose]: () =>
      read(() => {
        writer[Symbol.dispose]();
        wakes.end();
        heads.reset();
        connection[Symbol.dispose]();
      }),
  };
}

function unlessRefused<T>(outcome: T | ParleyError): T {
  if (outcome instanceof ParleyError) throw outcome;
  return outcome;
}
