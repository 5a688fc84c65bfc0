import { expect, it } from "vitest";
import type { Artifact } from "#domain/artifact";
import type { ThreadId } from "#domain/ids";
import type { Reader } from "#domain/people";
import { invitation } from "#test/contracts/store/invitations";
import { kit, present } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";

interface Furnished {
  readonly thread: ThreadId;
  /** Whether the reader sees each thing that hangs on the thread. */
  readonly seenBy: (reader: Reader) => Promise<readonly boolean[]>;
}

/** A thread with one of everything that has a reading verb. */
async function furnish(k: Kit, access: "open" | "closed", participants: readonly string[]): Promise<Furnished> {
  const topic = k.newId("run");
  const thread = await k.thread({ access, participants, topic });
  const message = await k.say(thread, { text: `needle ${topic}` });
  const session = await k.session(thread);
  const turn = await k.begun(session);
  const { question } = await k.store.ask(k.question(turn), []);
  const artifact: Artifact = { id: k.newId("art"), thread, key: "k", name: "n", mime: "m", bytes: 1, sha256: "", description: "", path: "p", at: 1 };
  await k.store.addArtifact(artifact);
  const run = k.newId("run");
  await k.store.accept({
    at: 1,
    run: { id: run, at: 1, who: "somebody", whoName: "somebody", name: "help", surface: "page", line: "help", thread, session: "ses_1" },
  });
  const invited = k.newId("inv");
  await k.store.putInvitation(invitation(thread, { id: invited }), []);
  return {
    thread,
    seenBy: async (reader) => {
      const { store } = k;
      const page = { limit: 50 };
      return [
        (await store.thread(reader, thread)) !== undefined,
        (await store.threads(reader, page)).some((t) => t.id === thread),
        (await store.summary(reader, thread)) !== undefined,
        (await store.message(reader, message.id)) !== undefined,
        (await store.messages(reader, thread, page)).length > 0,
        (await store.entries(reader, thread, page)).length > 0,
        (await store.sessions(reader)).some((s) => s.id === session.id),
        (await store.sessionByName(reader, session.name)) !== undefined,
        (await store.question(reader, question.id)) !== undefined,
        (await store.questionByCode(reader, question.code)) !== undefined,
        (await store.questions(reader, { state: "open" })).some((q) => q.id === question.id),
        (await store.questions(reader, { thread })).length > 0,
        (await store.questions(reader, { turn: turn.id })).length > 0,
        (await store.questions(reader, {})).some((q) => q.id === question.id),
        (await store.artifact(reader, artifact.id)) !== undefined,
        (await store.run(reader, run)) !== undefined,
        (await store.details(reader, thread)) !== undefined,
        (await store.threadByTopic(reader, topic)) !== undefined,
        (await store.search(reader, "needle", page)).some((found) => found.thread === thread),
        (await store.search(reader, topic, { ...page, thread })).length > 0,
        (await store.invitations(reader, page)).some(({ id }) => id === invited),
        (await store.invitations(reader, { ...page, thread, open: true })).length > 0,
      ];
    },
  };
}

export function rightsContract(open: OpenStore): void {
  it("lets a reader see all, the open ones and their own, or one thread, in every reading verb alike", async () => {
    await using k = await kit(open);
    const public_ = await furnish(k, "open", []);
    const theirs = await furnish(k, "closed", ["per_bob"]);
    const other = await furnish(k, "closed", ["per_ann"]);
    const openTheirs = await furnish(k, "open", ["per_bob"]);
    const rows: readonly [Reader, readonly boolean[]][] = [
      [{ sees: "all" }, [true, true, true, true]],
      [{ sees: "some", who: "per_bob", open: true }, [true, true, false, true]],
      [{ sees: "some", who: "per_bob", open: false }, [false, true, false, true]],
      [{ sees: "some", who: "per_new", open: true }, [true, false, false, true]],
      [{ sees: "some", who: "per_new", open: false }, [false, false, false, false]],
      [{ sees: "one", who: "agt_1", thread: other.thread }, [false, false, true, false]],
    ];
    for (const [reader, expected] of rows) {
      for (const [i, furnished] of [public_, theirs, other, openTheirs].entries()) {
        const seen = await furnished.seenBy(reader);
        expect({ reader, i, seen }).toEqual({ reader, i, seen: seen.map(() => present(expected[i])) });
      }
      expect(await k.store.countThreads(reader)).toBe(expected.filter(Boolean).length);
    }
  });

  it("shows a closed thread to whoever joins it", async () => {
    await using k = await kit(open);
    const { thread, seenBy } = await furnish(k, "closed", []);
    const reader: Reader = { sees: "some", who: "per_bob", open: true };
    expect(await seenBy(reader)).not.toContain(true);
    await k.store.accept({ at: 1, joins: { thread, who: "per_bob" } });
    await k.store.accept({ at: 1, joins: { thread, who: "per_bob" } });
    expect(await seenBy(reader)).not.toContain(false);
  });

  it("shows a run outside of any thread to its caller and to those who see all", async () => {
    await using k = await kit(open);
    const id = k.newId("run");
    await k.store.accept({ at: 1, run: { id, at: 1, who: "per_bob", whoName: "per_bob", name: "help", surface: "shell", line: "help" } });
    expect(await k.store.run({ sees: "some", who: "per_bob", open: true }, id)).toBeDefined();
    expect(await k.store.run({ sees: "some", who: "per_ann", open: true }, id)).toBeUndefined();
    expect(await k.store.run({ sees: "all" }, id)).toBeDefined();
  });

  it("sends a delivery again only for somebody who sees its thread", async () => {
    await using k = await kit(open);
    const thread = await k.thread({ access: "closed", participants: ["per_bob"] });
    await k.store.bind({ channel: "c", room: "r" }, thread, 1);
    await k.say(thread, {}, { fan: true });
    const [claim] = await k.store.claimDue(k.clock.now, 1);
    await k.store.settle(present(claim), { how: "unknown", reason: "cut" });
    const { id } = present(claim).delivery;
    expect(await k.store.sendAgain({ sees: "some", who: "per_eve", open: true }, id, k.clock.now)).toBe(false);
    expect(await k.store.sendAgain({ sees: "some", who: "per_bob", open: true }, id, k.clock.now)).toBe(true);
    expect(await k.store.sendAgain({ sees: "some", who: "per_bob", open: true }, id, k.clock.now)).toBe(false);
  });
}
