import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionTexts } from "#commands/kit/session-texts";
import { questionTexts } from "#hub/questions/texts";
import { turnTexts } from "#hub/turns/texts";
import { say } from "#lib/words/words";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script, env: { REGION: north-by-northwest }, token: sesame-open-4711 }
  - { name: slow, cli_type: scripted, script: work.script, timeout: 30m }
default_session: work
`;
const files = {
  "work.script": `
begin "when free" busy "somebody types" for 1s
begin "never" refused "it wants something else"
on "both"
  desk now "typed meanwhile"
  wait 100ms
  say "I went on."
on "report"
  status rate_limited "the model" for 1m
  plan done "read" doing "write"
  usage "scripted-1" in 100 out 20 cost "0.5" context 900
  say "Reported." every 0ms
  hang
on "settle"
  ask permission "Push?" argv ["git", "push"] settled "allow" after 300ms
  say "Settled."
on "die"
  say "About to." every 0ms
  gone "the pane was closed" back after 300ms
on "leave"
  gone "the pane was closed"
on "powers"
  env REGION "north-by-northwest"
  secret token "sesame-open-4711"
  remember "{prompt}"
  history 1
  call "skill show" with ["name", "hello-world"]
  say "{history} / {stdout}"
on "recall"
  say "{memory}"
on "hang"
  hang
otherwise
  say "did {prompt}"
`,
};

describe("somebody who types at the desk", () => {
  it("while a turn is under way is told to wait: the turn ends, then theirs begins", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("both");
    await bo.hears("I went on.");
    await bo.hears("did typed meanwhile");
    expect((await parley.untilState("work", "idle")).queue).toBe(0);
  });

  it("settles a question there: the chat sees the choice, and nobody's later answer counts", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("settle");
    const asked = await bo.hears("git push");
    await bo.hears("Settled.");
    await bo.hears(say("en", questionTexts.settled, { span: "0:00", choice: "Allow once" }));
    const [question] = await parley.questions();
    expect(question).toMatchObject({ state: "answered", answer: { surface: "desk", option: "allow" } });
    expect(await bo.pressOn(asked, "Deny")).toBe(say("en", questionTexts.alreadySettled, { choice: "Allow once" }));
    expect((await parley.question(question?.id ?? "")).answer).toMatchObject({ surface: "desk", option: "allow" });
  });
});

describe("an agent that does not take a prompt", () => {
  it("because it is busy gets it later, and the people who wait are told once", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("when free");
    await bo.hears(say("en", turnTexts.busy, { session: "work", reason: "somebody types" }));
    await bo.hears("did when free");
    expect(bo.heard().filter((text) => text.includes("somebody types"))).toHaveLength(1);
    await parley.untilState("work", "idle");
  });

  it("and says why is quoted, and the next prompt is served", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("never");
    await bo.hears("it wants something else");
    bo.say("again");
    await bo.hears("did again");
    expect((await parley.untilState("work", "idle")).reason).toBe("");
  });
});

describe("an agent whose process dies", () => {
  it("loses its turn with the reason, is dead meanwhile, and the queued prompt waits until it is back", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("die");
    bo.say("next");
    await bo.hears(say("en", turnTexts.turnLost, { session: "work", reason: "the pane was closed" }));
    await bo.hears("did next");
    expect((await parley.untilState("work", "idle")).reason).toBe("");
  });

  it("for good is shown as dead with the reason, and a prompt fails with it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("leave");
    expect(await parley.untilState("work", "dead")).toMatchObject({ reason: "the pane was closed" });
    bo.say("next");
    await bo.hears(/work failed: the pane was closed/);
    expect((await parley.session("work")).state).toBe("dead");
  });
});

describe("what an agent reports of its work", () => {
  it("is in the stream, in the list of sessions and in status, and what it used outlives a restart", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    const thread = await parley.threadOf("work");
    const stream = await parley.stream(thread);
    bo.say("report");
    const plan = [
      { text: "read", state: "done" },
      { text: "write", state: "in_progress" },
    ];
    const working = await parley.until(async () => {
      const session = await parley.session("work");
      return session.usage !== undefined && session.plan !== undefined && session;
    });
    expect(working).toMatchObject({ plan, status: { doing: "rate_limited", what: "the model" }, usage: { input_tokens: 100, output_tokens: 20, turns: 1 } });
    let draft = await stream.next("draft");
    while (!JSON.stringify(draft.data).includes("in_progress")) draft = await stream.next("draft");
    expect(draft.data).toMatchObject({ plan, status: { doing: "rate_limited" } });
    stream.close();
    bo.say("!!stop");
    await parley.untilState("work", "idle");
    await parley.restart();
    bo.say("!!status");
    await bo.hears(say("en", sessionTexts.statusUsage, { model: "scripted-1", turns: 1, input: 100, output: 20 }).trim());
    expect((await parley.session("work")).status).toBeUndefined();
  });

  it("keeps a session's own time: another one's turn is overdue long before", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    await parley.api("POST", `/api/threads/${await parley.threadOf("slow")}/messages`, { content: "hang" });
    await parley.api("POST", `/api/threads/${await parley.threadOf("work")}/messages`, { content: "hang" });
    await parley.untilState("slow", "processing");
    await parley.untilState("work", "processing");
    clock.jump(10 * 60_000);
    await parley.untilState("work", "error");
    expect((await parley.session("slow")).state).toBe("processing");
    clock.jump(25 * 60_000);
    await parley.untilState("slow", "error");
  });
});

describe("what a seat is given", () => {
  it("reaches the agent: environment, secret, history, a structured call, and memory that outlives a restart", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("powers");
    await bo.hears(/powers \/ [\s\S]*hello/);
    await parley.restart();
    bo.say("recall");
    await bo.hears(/^powers$/);
    expect((await parley.session("work")).state).not.toBe("error");
  });

  it("leaves no secret in the store, the list of sessions or the log", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("powers");
    await bo.hears(/powers \//);
    const shown = JSON.stringify([(await parley.api("GET", "/api/sessions")).body, parley.logged]);
    await parley.down();
    const stored = await Promise.all(
      (await readdir(parley.home)).filter((name) => name.startsWith("parley.db")).map((name) => readFile(join(parley.home, name), "latin1")),
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const place of [shown, ...stored]) {
      expect(place).not.toContain("north-by-northwest");
      expect(place).not.toContain("sesame-open-4711");
    }
    expect(stored.join("")).toContain("work.script");
    await parley.up();
  });

  it("has a folder of its own that nobody else may read", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("x");
    await bo.hears("did x");
    const folder = join(parley.home, "sessions", "work");
    const modes = await Promise.all([folder, join(folder, "secret")].map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
  });
});
