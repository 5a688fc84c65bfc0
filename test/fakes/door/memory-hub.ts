import type { Artifact } from "#domain/artifact";
import { ParleyError } from "#domain/errors";
import type { ArtifactId, QuestionId, SessionId, ThreadId } from "#domain/ids";
import { nameOf, roleOf, whoIs, type Actor, type Person, type Reader } from "#domain/people";
import type { Question } from "#domain/question";
import type { Session } from "#domain/session";
import type { Wake } from "#domain/store";
import { revOf, type ChangeBody, type Entry, type Message, type Thread, type ThreadSummary } from "#domain/thread";
import type { Draft } from "#hub/drafts";
import type { FeedEvent, Hub, Said, SaidOutcome } from "#hub/hub";
import type { DoorStore } from "#http/deps";
import type { Clock } from "#lib/clock";

interface KeptThread {
  thread: Thread;
  readonly participants: ReadonlySet<string>;
  readonly entries: Entry[];
}

interface Watcher {
  readonly by: Actor;
  readonly thread: ThreadId | undefined;
  readonly listener: (event: FeedEvent) => void;
}

/** A hub that keeps everything in memory, so that the door can be tried alone. Text "!!fail" breaks it. */
export interface MemoryHub {
  readonly hub: Hub;
  readonly store: DoorStore;
  readonly reader: (actor: Actor) => Reader;
  tokenFor(actor: Actor): string;
  revoke(token: string): void;
  link(secret: string, what: "login" | "claim" | "used" | "expired"): void;
  setOwned(isOwned: boolean): void;
  thread(access: Thread["access"], participants?: readonly string[]): ThreadId;
  ask(thread: ThreadId): Question;
  draft(draft: Draft): void;
  file(file: Pick<Artifact, "name" | "mime" | "path"> & { readonly thread: ThreadId }): ArtifactId;
}

export function memoryHub(clock: Clock): MemoryHub {
  let count = 0;
  const next = <P extends string>(prefix: P): `${P}_${string}` => `${prefix}_${String(++count).padStart(6, "0")}`;
  const threads = new Map<ThreadId, KeptThread>();
  const questions = new Map<QuestionId, Question>();
  const artifacts = new Map<ArtifactId, Artifact>();
  const sessions = new Map<SessionId, Session>();
  const tokens = new Map<string, Actor>();
  const links = new Map<string, "login" | "claim" | "used" | "expired">();
  const seenKeys = new Map<string, Message>();
  const cursors = new Map<string, number>();
  const watchers = new Set<Watcher>();
  const wakers = new Set<(wakes: readonly Wake[]) => void>();
  const refusals: { who: string; name: string; code: string; about: string; at: number; count: number }[] = [];
  const owner: Person = { id: "per_owner", name: "Ann", role: "owner", accounts: [], source: "store" };
  let isOwned = true;

  const reader = (actor: Actor): Reader => {
    const role = roleOf(actor);
    return role === "owner" || role === "admin" ? { sees: "all", who: whoIs(actor) } : { sees: "some", who: whoIs(actor), open: true };
  };
  const canSee = (by: Reader, kept: KeptThread | undefined): kept is KeptThread => {
    if (kept === undefined) return false;
    if (by.sees === "all") return true;
    if (by.sees === "one") return by.thread === kept.thread.id;
    return (by.open && kept.thread.access === "open") || kept.participants.has(by.who);
  };
  const find = (by: Reader, id: ThreadId): KeptThread | undefined => {
    const kept = threads.get(id);
    return canSee(by, kept) ? kept : undefined;
  };
  const summaryOf = (by: Reader, { thread }: KeptThread): ThreadSummary => ({ ...thread, unread: thread.seq - (cursors.get(`${by.who} ${thread.id}`) ?? 0) });
  const tell = (thread: ThreadId | undefined, event: FeedEvent): void => {
    for (const watcher of watchers) {
      if (thread !== undefined && find(reader(watcher.by), thread) === undefined) continue;
      if (event.kind !== "entry" || watcher.thread === thread) watcher.listener(event);
    }
  };
  const add = (id: ThreadId, make: (rev: number, seq: number) => Entry): Entry => {
    const kept = threads.get(id);
    if (kept === undefined) throw new Error("no such thread");
    const entry = make(kept.thread.rev + 1, kept.thread.seq + 1);
    kept.entries.push(entry);
    kept.thread = { ...kept.thread, rev: revOf(entry), seq: kept.thread.seq + (entry.kind === "message" ? 1 : 0), lastAt: clock.now() };
    tell(id, { kind: "entry", thread: id, entry });
    return entry;
  };
  const change = (thread: ThreadId, body: ChangeBody): Entry => add(thread, (rev) => ({ kind: "change", change: { thread, rev, at: clock.now(), body } }));
  const refuse: Hub["access"]["refuse"] = async (refusal) => {
    const open = refusals.find((one) => one.who === refusal.who && one.code === refusal.code);
    if (open === undefined) refusals.push({ ...refusal, at: clock.now(), count: 1 });
    else open.count += 1;
  };
  const admit = async (by: Actor, what: string, role: "owner" | "admin" = "owner"): Promise<void> => {
    const mine = roleOf(by);
    if (mine === "owner" || mine === role) return;
    await refuse({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: what });
    throw new ParleyError("NotAllowed", "This needs another role.");
  };
  const mustSee = async (by: Actor, id: ThreadId): Promise<KeptThread> => {
    const kept = find(reader(by), id);
    if (kept !== undefined) return kept;
    await refuse({ who: whoIs(by), name: nameOf(by), code: "NotFound", about: `thread ${id}` });
    throw new ParleyError("NotFound", "There is no such thread.");
  };

  const say = async (said: Said): Promise<SaidOutcome> => {
    const kept = await mustSee(said.by, said.thread);
    if (said.text === "!!fail") throw new TypeError("a secret reason that stays inside");
    if (said.text === "!!full") throw new ParleyError("StoreFull", "The disk is full.");
    if (said.text.startsWith("!!")) {
      const run = {
        id: next("run"),
        at: clock.now(),
        who: whoIs(said.by),
        name: nameOf(said.by),
        surface: said.surface,
        line: said.text,
        exitCode: 0,
        text: "done",
      };
      return { kind: "command", run };
    }
    const key = said.key === undefined ? undefined : `${whoIs(said.by)} ${said.thread} ${said.key}`;
    const known = key === undefined ? undefined : seenKeys.get(key);
    if (known !== undefined) return { kind: "message", message: known, seen: true };
    const author = { kind: said.by.kind === "agent" ? ("agent" as const) : ("person" as const), id: whoIs(said.by), name: nameOf(said.by) };
    const entry = add(kept.thread.id, (rev, seq) => ({
      kind: "message",
      message: {
        id: next("msg"),
        thread: said.thread,
        at: clock.now(),
        author,
        role: "user",
        text: said.text,
        surface: said.surface,
        rev,
        seq,
        turn: next("trn"),
      },
    }));
    if (entry.kind !== "message") throw new Error("no message");
    if (key !== undefined) seenKeys.set(key, entry.message);
    return { kind: "message", message: entry.message, seen: false, turn: entry.message.turn ?? "", ahead: 0 };
  };

  const answer: Hub["answer"] = async (by, surface, which, choice) => {
    const question = [...questions.values()].find((one) => one.id === which || one.code === which);
    if (question === undefined) throw new ParleyError("NotFound", "There is no such question.");
    if (by.kind === "agent") {
      await refuse({ who: by.id, name: by.name, code: "AgentsNeverAnswer", about: `answer ${which}` });
      throw new ParleyError("AgentsNeverAnswer", "Agents never answer questions.");
    }
    if (question.state !== "open") throw new ParleyError("AlreadyAnswered", "Somebody was faster.");
    const after: Question = { ...question, state: "answered", given: { option: choice, by: whoIs(by), name: nameOf(by), surface, at: clock.now() } };
    questions.set(after.id, after);
    change(after.thread, { kind: "resolved", question: after.id });
    tell(after.thread, { kind: "question", question: after });
    return after;
  };

  const hub: Hub = {
    sink: () => ({ received: async () => ({}), link: () => {} }),
    say,
    answer,
    openThread: async (by, topic) => {
      const id = memory.thread("open", [whoIs(by)]);
      const kept = await mustSee({ kind: "operator" }, id);
      kept.thread = { ...kept.thread, topic };
      return kept.thread;
    },
    stop: async () => true,
    sendAgain: async (_by, id) => id === "out_unknown",
    mayAnswer: (by) => roleOf(by) === "owner" || roleOf(by) === "admin",
    status: async () => ({
      version: "test",
      startedAt: clock.now(),
      links: [],
      sessions: [...sessions.values()],
      openQuestions: 0,
      dueDeliveries: 0,
      redLines: [{ what: "docker", why: "it is not installed", mend: "install it" }],
      hasOwner: isOwned,
    }),
    feed: {
      watch: ({ by, thread }, listener) => {
        const watcher = { by, thread, listener };
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
      drafts: async () => [],
      links: () => [{ id: "irc", platform: "irc", state: "connected", reason: "", since: clock.now() }],
    },
    access: {
      bearer: async (token) => tokens.get(token),
      refuse,
      hasOwner: async () => isOwned,
      claimLink: async (by) => {
        await admit(by, "claim link");
        links.set("new-claim", "claim");
        return { secret: "new-claim", link: { hash: "", purpose: { kind: "claim" }, expiresAt: clock.now() + 1 } };
      },
      loginLink: async (by) => {
        await admit(by, "login link");
        links.set("new-login", "login");
        return { secret: "new-login", person: owner };
      },
      login: async (secret) => {
        const link = links.get(secret);
        if (link === undefined) throw new ParleyError("LinkUnknown", "Unknown link.");
        if (link === "used") throw new ParleyError("LinkUsed", "Used link.");
        if (link === "expired") throw new ParleyError("LinkExpired", "Expired link.");
        links.set(secret, "used");
        isOwned = true;
        return {
          token: memory.tokenFor({ kind: "person", id: owner.id, name: owner.name, role: "owner" }),
          person: { id: owner.id, name: owner.name, role: "owner" },
        };
      },
      logout: async (_by, token) => memory.revoke(token),
      people: async (by) => {
        await admit(by, "list people");
        return [owner];
      },
      addPerson: async (by, person) => {
        await admit(by, "add a person");
        return { ...person, id: next("per"), source: "store" };
      },
      linkAccount: async (by, _name, account) => {
        await admit(by, "link an account");
        return { ...owner, accounts: [account] };
      },
      removePerson: async (by, name) => {
        await admit(by, "remove a person");
        return name === owner.name;
      },
      createToken: async (by) => {
        await admit(by, "create a token");
        return { id: next("tok"), token: "shown-once" };
      },
      tokens: async (by) => {
        await admit(by, "list tokens");
        return [{ id: "tok_1", holder: { kind: "person", person: owner.id, answers: false }, label: "Ann", at: clock.now() }];
      },
      revokeToken: async (by, id) => {
        await admit(by, "revoke a token");
        return id === "tok_1";
      },
      audit: async (by) => {
        await admit(by, "read the audit");
        return { records: [], open: refusals.map((one) => ({ ...one })) };
      },
    },
    [Symbol.asyncDispose]: async () => {},
  };

  const store: DoorStore = {
    async *changes(signal) {
      while (!signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<readonly Wake[]>();
        wakers.add(resolve);
        signal.addEventListener("abort", () => resolve([]), { once: true });
        yield await promise;
        wakers.delete(resolve);
      }
    },
    thread: async (by, id) => find(by, id)?.thread,
    threads: async (by, { limit, before = Number.MAX_SAFE_INTEGER }) =>
      [...threads.values()]
        .filter((kept) => canSee(by, kept) && kept.thread.lastAt < before)
        .toSorted((a, b) => b.thread.lastAt - a.thread.lastAt)
        .slice(0, limit)
        .map((kept) => summaryOf(by, kept)),
    countThreads: async (by) => [...threads.values()].filter((kept) => canSee(by, kept)).length,
    messages: async (by, id, { afterSeq = 0, beforeSeq, limit }) => {
      const all = (find(by, id)?.entries ?? []).flatMap((entry) => (entry.kind === "message" ? [entry.message] : []));
      return beforeSeq === undefined ? all.filter((one) => one.seq > afterSeq).slice(0, limit) : all.filter((one) => one.seq < beforeSeq).slice(-limit);
    },
    entries: async (by, id, { afterRev = 0, beforeRev, limit }) => {
      const all = find(by, id)?.entries ?? [];
      return beforeRev === undefined ? all.filter((one) => revOf(one) > afterRev).slice(0, limit) : all.filter((one) => revOf(one) < beforeRev).slice(-limit);
    },
    advanceCursor: async (who, thread, seq) => void cursors.set(`${who} ${thread}`, seq),
    session: async (id) => sessions.get(id),
    sessions: async (by) => [...sessions.values()].filter((session) => find(by, session.thread) !== undefined),
    question: async (by, id) => {
      const question = questions.get(id);
      return question !== undefined && find(by, question.thread) !== undefined ? question : undefined;
    },
    questionByCode: async (_by, code) => [...questions.values()].find((one) => one.code === code),
    questions: async (by, { state }) =>
      [...questions.values()].filter((one) => find(by, one.thread) !== undefined && (state === undefined || one.state === state)),
    artifact: async (by, id) => {
      const artifact = artifacts.get(id);
      return artifact !== undefined && find(by, artifact.thread) !== undefined ? artifact : undefined;
    },
    artifacts: async (ids) => ids.flatMap((id) => artifacts.get(id) ?? []),
  };

  const memory: MemoryHub = {
    hub,
    store,
    reader,
    tokenFor: (actor) => {
      const token = `token-of-${whoIs(actor)}-${++count}`;
      tokens.set(token, actor);
      return token;
    },
    revoke: (token) => {
      tokens.delete(token);
      for (const wake of wakers) wake([{ topic: "people" }]);
    },
    link: (secret, what) => void links.set(secret, what),
    setOwned: (is) => {
      isOwned = is;
    },
    thread: (access, participants = []) => {
      const id = next("thr");
      const thread: Thread = {
        id,
        topic: `about ${id}`,
        access,
        status: "discuss",
        createdAt: clock.now(),
        createdBy: { kind: "hub", id: "hub", name: "hub" },
        seq: 0,
        rev: 0,
        lastAt: clock.now(),
      };
      threads.set(id, { thread, participants: new Set(participants), entries: [] });
      const session = next("ses");
      sessions.set(session, {
        id: session,
        name: `demo ${session}`,
        thread: id,
        kind: "scripted",
        cliType: "scripted",
        workDir: "/tmp",
        settings: {},
        source: "config",
        at: clock.now(),
        state: "idle",
        reason: "",
        queue: 0,
      });
      return id;
    },
    ask: (thread) => {
      const session = [...sessions.values()].find((one) => one.thread === thread)?.id ?? "ses_none";
      const question: Question = {
        id: next("que"),
        code: "abcde",
        key: "k",
        kind: "permission",
        prompt: "May I run this?",
        subject: { argv: ["rm", "-rf", "x"], directory: "/tmp" },
        options: [
          { id: "yes", label: "Allow once", grants: "allow" },
          { id: "no", label: "Deny", grants: "deny" },
        ],
        thread,
        session,
        turn: next("trn"),
        digest: "d",
        state: "open",
        askedAt: clock.now(),
        expiresAt: clock.now() + 60_000,
        beganBy: owner.id,
      };
      questions.set(question.id, question);
      change(thread, { kind: "asked", question: question.id });
      tell(thread, { kind: "question", question });
      return question;
    },
    draft: (draft) => tell(draft.thread, { kind: "draft", draft }),
    file: ({ thread, ...file }) => {
      const id = next("art");
      artifacts.set(id, { ...file, id, thread, key: id, bytes: 1, sha256: "", description: "a file", at: clock.now() });
      add(thread, (rev, seq) => ({
        kind: "message",
        message: {
          id: next("msg"),
          thread,
          at: clock.now(),
          author: { kind: "agent", id: "agt_1", name: "demo" },
          role: "assistant",
          text: "here",
          surface: "hub",
          artifacts: [id],
          rev,
          seq,
        },
      }));
      return id;
    },
  };
  return memory;
}
