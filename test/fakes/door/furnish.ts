import type { ArtifactId, ThreadId } from "#domain/ids";
import type { Question } from "#domain/question";
import type { Author, ThreadAccess } from "#domain/thread";
import type { OpenDoor } from "./open-door.ts";

const hubAuthor: Author = { kind: "hub", id: "hub", name: "hub" };

type Room = Pick<OpenDoor, "store" | "newId" | "clock" | "owner">;

/** A thread that is there already. */
export async function putThread({ store, newId, clock }: Room, access: ThreadAccess, participants: readonly string[] = []): Promise<ThreadId> {
  const id = newId("thr");
  await store.accept({ at: clock.now(), thread: { id, topic: `about ${id}`, access, createdBy: hubAuthor, at: clock.now(), participants } });
  return id;
}

/** A question that a session asks in a turn which the owner began. */
export async function putQuestion({ store, newId, clock, owner }: Room, thread: ThreadId): Promise<Question> {
  const at = clock.now();
  const session = newId("ses");
  const turn = newId("trn");
  const message = newId("msg");
  const by: Author = { kind: "person", id: owner.id, name: "Ann" };
  await store.putSession({ id: session, name: `demo-${session}`, thread, kind: "joins", cliType: "joins", workDir: "/tmp", settings: {}, source: "store", at });
  await store.accept({
    at,
    message: { id: message, thread, at, author: by, role: "user", text: "clean up", surface: "api", turn },
    turn: { id: turn, session, thread, origin: "prompt", prompt: "clean up", message, by, beganBy: owner.id, at },
  });
  await store.beginTurn(session, at);
  const { question } = await store.ask(
    {
      id: newId("que"),
      code: "abcde",
      key: "clean",
      kind: "permission",
      prompt: "May I run this?",
      subject: { argv: ["rm", "-rf", "x"], directory: "/tmp" },
      options: [
        { id: "yes", label: "Allow once", grants: "allow" },
        { id: "no", label: "Deny", grants: "deny" },
      ],
      thread,
      asker: { kind: "turn" },
      session,
      turn,
      digest: "d",
      state: "open",
      askedAt: at,
      expiresAt: at + 3_600_000,
      beganBy: owner.id,
    },
    [],
  );
  return question;
}

/** A file that somebody made, with the message that hands it over. */
export async function putFile(
  { store, newId, clock }: Room,
  thread: ThreadId,
  file: { readonly name: string; readonly mime: string; readonly path: string },
): Promise<ArtifactId> {
  const at = clock.now();
  const id = newId("art");
  await store.addArtifact({ ...file, id, thread, key: id, bytes: 1, sha256: "0", description: "a file", at });
  const author: Author = { kind: "agent", id: "agt_demo", name: "demo" };
  await store.accept({ at, message: { id: newId("msg"), thread, at, author, role: "assistant", text: "here", surface: "hub", artifacts: [id] } });
  return id;
}

/** So many lines at once, from nobody in particular. */
export async function putLines({ store, newId, clock }: Room, thread: ThreadId, lines: readonly string[]): Promise<void> {
  const at = clock.now();
  await Promise.all(
    lines.map((text) => store.accept({ at, message: { id: newId("msg"), thread, at, author: hubAuthor, role: "system", text, surface: "hub" } })),
  );
}
