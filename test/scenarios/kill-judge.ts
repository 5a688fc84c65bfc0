import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ArtifactId } from "#domain/ids";
import { isId } from "#domain/ids";
import { openSqliteStore } from "#store/sqlite/store";
import { verifyAuditFile } from "#store/sqlite/engine/verify-audit-file";
import { readChatLog, type LogMessage } from "#test/fakes/chat/log";
import type { Ledger, Setting } from "./kill-load.ts";
import type { KillWorld } from "./kill-world.ts";

const message = z.object({
  id: z.string(),
  seq: z.number(),
  author_kind: z.string(),
  content: z.string(),
  turn: z.string().nullable(),
  artifacts: z.array(z.object({ id: z.string() })),
});
const question = z.object({
  id: z.string(),
  turn: z.string(),
  state: z.string(),
  answer: z.object({ option: z.string().nullable(), text: z.string().nullable() }).nullable(),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
});
const change = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["asked", "resolved"]), question }),
  z.object({ kind: z.literal("delivery"), to: z.string(), state: z.string(), message: z.string().nullable(), question: z.string().nullable() }),
]);
const entry = z.union([z.object({ kind: z.literal("message"), rev: z.number(), message }), z.object({ kind: z.literal("change"), rev: z.number(), change })]);
const page = z.object({ entries: z.array(entry), has_more: z.boolean() });

type Entry = z.infer<typeof entry>;
type Message = z.infer<typeof message>;

/** All that the hub says it knows, read while it runs. */
export interface Evidence {
  readonly threads: ReadonlyMap<string, readonly Entry[]>;
}

export async function gatherEvidence(world: KillWorld): Promise<Evidence> {
  const list = z.object({ threads: z.array(z.object({ id: z.string() })) }).parse((await world.api("GET", "/api/threads?limit=500")).body);
  const threads = new Map<string, readonly Entry[]>();
  for (const { id } of list.threads) {
    const all: Entry[] = [];
    for (let more = true; more;) {
      const got = page.parse((await world.api("GET", `/api/threads/${id}/entries?limit=1000&after_rev=${all.at(-1)?.rev ?? 0}`)).body);
      all.push(...got.entries);
      more = got.has_more;
    }
    threads.set(id, all);
  }
  return { threads };
}

/** Everything that is not as it was promised, in words. Called when the hub is down. */
export async function judge(world: KillWorld, setting: Setting, ledger: Ledger, evidence: Evidence): Promise<readonly string[]> {
  const { messages: chat } = readChatLog(world.chatLog);
  const posted = chat.filter((one) => one.by === "parley");
  const found = [
    ...[...evidence.threads].flatMap(([thread, entries]) => dense(thread, entries)),
    ...inLogOnce(setting, ledger, evidence),
    ...outcomes(evidence),
    ...replies(world, setting, evidence, posted),
    ...ledger.commands.flatMap(({ room, word }) => {
      const times = posted.filter((one) => one.room === room && new RegExp(`\\b${word}\\b`).test(one.text)).length;
      return times === 1 || (times === 0 && !world.dedupes) ? [] : [`the command ${word} was answered ${times} times`];
    }),
    ...(world.dedupes ? posted.filter((one) => one.buttons.length > 0).map((one) => `a copy of a question still has buttons: ${one.text}`) : []),
    ...(await artifacts(world, setting, evidence, posted)),
  ];
  const verdict = await verifyAuditFile(join(world.home, "parley.db"));
  return verdict.ok ? found : [...found, `the audit chain is broken at ${verdict.brokenAt}: ${verdict.reason}`];
}

function dense(thread: string, entries: readonly Entry[]): readonly string[] {
  const revs = entries.map((one) => one.rev);
  const seqs = messagesOf(entries).map((one) => one.seq);
  const isDense = (numbers: readonly number[]): boolean => numbers.every((number, i) => number === i + 1);
  return [
    ...(isDense(revs) ? [] : [`revs of ${thread} are not dense: ${revs.join(" ")}`]),
    ...(isDense(seqs) ? [] : [`seqs of ${thread} are not dense: ${seqs.join(" ")}`]),
  ];
}

/** Whatever was acknowledged to a person is in its thread once, as a line or as the answer to a question that asked for words. */
function inLogOnce(setting: Setting, ledger: Ledger, { threads }: Evidence): readonly string[] {
  const all = [...threads].flatMap(([thread, entries]) => messagesOf(entries).map((one) => ({ ...one, thread })));
  const given = [...threads.values()].flatMap(questionsOf).flatMap((one) => (typeof one.answer?.text === "string" ? [one.answer.text] : []));
  const found: string[] = [];
  for (const { text, thread, id, seq } of ledger.accepted) {
    const same = all.filter((one) => one.content === text);
    const [first] = same;
    if (same.length !== 1 || first?.thread !== thread || first.id !== id || first.seq !== seq)
      found.push(`the post ${text} is in the log ${same.length} times`);
  }
  for (const { room, text } of ledger.said) {
    const same = all.filter((one) => one.content === text);
    const times = same.length + given.filter((one) => one === text).length;
    const isElsewhere = same.some((one) => !roomsOf(setting, one.thread).includes(room));
    if (times !== 1 || isElsewhere) found.push(`${text}, said in ${room}, is in the log ${times} times${isElsewhere ? ", in another thread" : ""}`);
  }
  for (const { text } of ledger.typed) {
    const times = all.filter((one) => one.content === text).length;
    if (times > 0) found.push(`the typed answer ${text} became a message ${times} times`);
  }
  return found;
}

/** One ending for each prompt, one outcome for each question, and one question for each turn that asks. */
function outcomes({ threads }: Evidence): readonly string[] {
  const found: string[] = [];
  for (const entries of threads.values()) {
    for (const prompt of promptsOf(entries)) {
      const ends = endingsOf(entries, prompt);
      const [end] = ends;
      if (ends.length !== 1) found.push(`${prompt.content} has ${ends.length} endings`);
      const questions = questionsOf(entries).filter((one) => one.turn === prompt.turn);
      const asks = /^(ask|pick|word|late)\d/.test(prompt.content) ? 1 : 0;
      if (questions.length !== asks) found.push(`${prompt.content} asked ${questions.length} questions`);
      const [asked] = questions;
      const answer = asked?.state === "expired" ? "expired" : (asked?.options.find((one) => one.id === asked.answer?.option)?.label ?? asked?.answer?.text);
      if (asked !== undefined && end?.content.includes(`got(${answer})`) !== true)
        found.push(`${prompt.content} was answered ${answer} and went on with ${end?.content}`);
    }
    const changes = entries.flatMap((one) => (one.kind === "change" && one.change.kind !== "delivery" ? [one.change] : []));
    for (const [id, own] of Map.groupBy(changes, (one) => one.question.id)) {
      const kinds = own.map((one) => one.kind).join(" ");
      if (kinds !== "asked resolved") found.push(`question ${id} was ${kinds}`);
    }
  }
  return found;
}

/** Each ending in each room that shows its thread: once, whole, and no draft beside it. */
function replies(world: KillWorld, setting: Setting, { threads }: Evidence, posted: readonly LogMessage[]): readonly string[] {
  const found: string[] = [];
  for (const [thread, entries] of threads) {
    const doubts = entries.flatMap((one) => (one.kind === "change" && one.change.kind === "delivery" ? [one.change] : []));
    if (world.dedupes) found.push(...doubts.map((one) => `a delivery to ${one.to} is ${one.state}, though the chat can tell copies`));
    for (const prompt of promptsOf(entries)) {
      const end = endingsOf(entries, prompt)[0];
      for (const room of roomsOf(setting, thread)) {
        const here = posted.filter((one) => one.room === room);
        const isInDoubt = doubts.some((one) => one.to === `chat ${room}` && one.message === end?.id && one.state === "unknown");
        const wrong = marksOf(prompt.content).flatMap((mark) => {
          const shows = here.filter((one) => new RegExp(`${mark}(?!\\d)`).test(one.text));
          const lost = shows.filter((one) => !world.dedupes && isLostDraft(one)).length;
          const isTwice = shows.length - lost > 1 || lost > 1;
          return isTwice || (shows.length === 0 && !isInDoubt) ? [`“${mark}” is in ${room} ${shows.length} times: ${shows.map(shown).join(" | ")}`] : [];
        });
        found.push(...wrong.slice(0, 1));
        if (!prompt.content.startsWith("late") || !world.dedupes) continue;
        // The copy of the question, brought up to date, names what was to run; the line that it has expired names what was asked.
        const told = here.filter((one) => new RegExp(`May I be ${prompt.content}\\?`).test(one.text));
        if (told.length !== 1) found.push(`that ${prompt.content} expired is told in ${room} ${told.length} times: ${told.map(shown).join(" | ")}`);
      }
    }
  }
  if (world.dedupes) found.push(...posted.filter((one) => one.text.endsWith(" …")).map((one) => `a draft was left in ${one.room}: ${one.text}`));
  return found;
}

/** Killed before its receipt was kept: where the chat cannot tell copies, nobody can find it again to make it the answer. */
function isLostDraft({ nonce, was }: LogMessage): boolean {
  return nonce?.startsWith("draft.") === true && was.length === 0;
}

function shown({ id, nonce, text, was }: LogMessage): string {
  return `${id} (${nonce}, ${was.length} edits) ${text.slice(0, 30)}…${text.slice(-30)}`;
}

function marksOf(prompt: string): readonly string[] {
  const lines = prompt.startsWith("long") ? Array.from({ length: 60 }, (_none, i) => `line ${i} of ${prompt}`) : [];
  return [`begin-${prompt}`, ...lines, `end-${prompt}`];
}

/** Files are on disk as they were made, under their hash, and in the chats once. */
async function artifacts(world: KillWorld, setting: Setting, { threads }: Evidence, posted: readonly LogMessage[]): Promise<readonly string[]> {
  await using store = await openSqliteStore({
    path: join(world.home, "parley.db"),
    newId: () => {
      throw new Error("nothing is made here");
    },
    now: Date.now,
  });
  const found: string[] = [];
  if ((await store.openTurns()).length > 0) found.push("turns are still open");
  for (const [thread, entries] of threads) {
    for (const prompt of promptsOf(entries).filter((one) => one.content.startsWith("file"))) {
      const end = endingsOf(entries, prompt)[0];
      const wanted = [`a file for ${prompt.content}\n`, `another file for ${prompt.content}\n`].map(sha256);
      const ids = (end?.artifacts ?? []).map((one) => one.id).filter((id): id is ArtifactId => isId("art", id));
      const kept = await store.artifacts(ids);
      if (
        kept
          .map((one) => one.sha256)
          .toSorted()
          .join() !== wanted.toSorted().join()
      )
        found.push(`${prompt.content} has ${kept.length} files that are not the ones it made`);
      for (const one of kept)
        if (sha256(await readFile(join(world.home, "artifacts", one.path))) !== one.sha256) found.push(`a file of ${prompt.content} is not whole`);
      const isInDoubt = (room: string): boolean =>
        entries.some(
          (one) =>
            one.kind === "change" &&
            one.change.kind === "delivery" &&
            one.change.to === `chat ${room}` &&
            one.change.message === end?.id &&
            one.change.state === "unknown",
        );
      for (const room of roomsOf(setting, thread)) {
        for (const hash of wanted) {
          const times = posted.filter((one) => one.room === room && one.file?.sha256 === hash).length;
          if (times > 1 || (times === 0 && !isInDoubt(room))) found.push(`a file of ${prompt.content} is in ${room} ${times} times`);
        }
      }
    }
  }
  return found;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function messagesOf(entries: readonly Entry[]): readonly Message[] {
  return entries.flatMap((one) => (one.kind === "message" ? [one.message] : []));
}

function promptsOf(entries: readonly Entry[]): readonly Message[] {
  return messagesOf(entries).filter((one) => one.author_kind === "person" && one.turn !== null);
}

/** The script says something in every turn, so that its ending is always the agent's own line. */
function endingsOf(entries: readonly Entry[], prompt: Message): readonly Message[] {
  return messagesOf(entries).filter((one) => one.turn === prompt.turn && one.author_kind === "agent");
}

function questionsOf(entries: readonly Entry[]): readonly z.infer<typeof question>[] {
  return entries.flatMap((one) => (one.kind === "change" && one.change.kind === "asked" ? [one.change.question] : []));
}

function roomsOf(setting: Setting, thread: string): readonly string[] {
  return [...setting.sessions.values()].find((one) => one.thread === thread)?.rooms ?? [];
}
