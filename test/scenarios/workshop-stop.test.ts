import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import type { Line } from "#test/fakes/model/script";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { bash, end, longMs, openStage, readme, waitMs, write, type Stage, type StageOptions } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const never = Promise.withResolvers<void>().promise;
const long = { timeout_seconds: 86_400 };
const made = [write("hello.sh", "echo hi\n"), write("README.md", readme), end({ archive_name: "made" })];

interface Moment {
  readonly when: string;
  readonly script: readonly Line[];
  readonly options?: StageOptions;
  /** There is an archive by then, which is kept. */
  readonly isMade?: boolean;
  readonly isReached: (stage: Stage) => boolean;
}

const shown = ({ parley }: Stage, words: string): boolean => parley.chat.posted.some(({ text }) => text.includes(words));

/** None of them ends by itself while the test runs: what ends it is the stop. */
const moments: readonly Moment[] = [
  { when: "a command runs that sleeps for a day", script: [bash("sleep 86400", long)], isReached: (stage) => shown(stage, "sleep 86400") },
  {
    when: "a command runs that ignores every signal it can, with children in sessions of their own",
    script: [bash("trap '' TERM INT HUP; setsid sleep 86400 & (trap '' TERM; while :; do sleep 86400; done) & wait", long)],
    isReached: (stage) => shown(stage, "trap"),
  },
  { when: "the model does not answer", script: [bash("true")], options: { before: () => never }, isReached: ({ model }) => model.exchanges.length === 1 },
  {
    when: "the model is tried again and again",
    script: [bash("true")],
    options: { fails: () => 503, settings: "  llm_max_retries_per_request: 20\n" },
    isReached: ({ model }) => model.headers.length >= 2,
  },
  {
    when: "the chat lets the archive wait",
    script: made,
    isMade: true,
    isReached: ({ parley }) => parley.chat.calls.some(({ method }) => method === "upload"),
  },
];

describe("stopping a delivery", () => {
  for (const { when, script, options = {}, isReached, isMade = false } of moments)
    it(
      `interrupts it while ${when}, says so, and leaves a clean machine`,
      async () => {
        await using stage = await openStage(daemon, { "wait long": script }, { settings: "  task_timeout: 24h\n", ...options });
        const { parley } = stage;
        const ada = talk(parley, "ada");
        parley.chat.fault({ on: "upload", kind: "limit", retryAfterMs: 86_400_000, room: ada.room });
        ada.say("!!deliver wait long");
        await expect.poll(() => isReached(stage), { timeout: waitMs }).toBe(true);
        const [task] = z.array(z.object({ id: z.string(), session: z.object({ name: z.string() }) })).parse((await parley.api("GET", "/api/tasks")).body);
        ada.say(`!!stop ${task?.session.name}`);
        await parley.until(async () => ["idle", "error"].includes((await parley.session(task?.session.name ?? "")).state), waitMs);
        const name = task?.session.name ?? "";
        const said = (await parley.messages(await parley.threadOf(name))).at(-1)?.content ?? "";
        expect(said).toContain(isMade ? ".agents/artifacts" : say("en", turnTexts.deliveryStopped, { who: "Ada", session: name }));
        await expect.poll(async () => [await stage.containers(), stage.folders()], { timeout: waitMs }).toEqual([[], []]);
      },
      longMs,
    );
});
