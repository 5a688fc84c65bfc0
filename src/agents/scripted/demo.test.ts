import { describe, expect, it } from "vitest";
import type { NewId, TurnId } from "#domain/ids";
import { sortableIds } from "#lib/sortable-id";
import { like } from "#test/contracts/agent-rig";
import { fakeClock } from "#test/fakes/clock";
import { fakeSpec, seatHub } from "#test/fakes/seat-hub";
import { createScriptedDriver } from "./driver.ts";

async function demoSeat() {
  const clock = fakeClock();
  const next = sortableIds(() => clock.now());
  const newId: NewId = (kind) => `${kind}_${next()}` as never;
  const hub = seatHub();
  const driver = createScriptedDriver({ clock, newId, readScript: () => Promise.reject(new Error("the demo reads no file")) });
  const spec = fakeSpec();
  const seat = await driver.open(spec, hub.sink(), new AbortController().signal);
  const begin = async (text: string): Promise<TurnId> => {
    const turn = newId("trn");
    await seat.begin(turn, { text, by: "Ann", outside: false, files: [] });
    return turn;
  };
  const ended = async (turn: TurnId) => {
    await clock.until(() => hub.endings(turn).length > 0);
    return hub.endings(turn)[0];
  };
  const asked = (turn: TurnId): Promise<void> => clock.until(() => hub.questions(turn).length > 0);
  return { clock, hub, seat, begin, ended, asked };
}

describe("the demo", () => {
  it("answers hello in a stream with steps and every kind of Markdown", async () => {
    const { hub, begin, ended } = await demoSeat();
    const turn = await begin("Hello there");
    const ending = await ended(turn);
    for (const part of [/^## Hello$/m, /^- lists/m, /^\| --- \| --- \|$/m, /^```ts$/m, /`code`/]) expect(ending?.text).toMatch(part);
    expect(ending?.text).toContain("return `Hello, ${name}`;");
    expect(hub.of(turn).filter((event) => event.kind === "delta").length).toBeGreaterThan(20);
    expect(hub.of(turn).filter((event) => event.kind === "step").length).toBeGreaterThan(2);
  });

  it.each([
    ["ask me something", "Allow once", "Deny", "git push origin main", "nothing ran"],
    ["问我", "允许一次", "拒绝", "git push origin main", "什么都没有执行"],
  ])("asks for a permission on %j with everything that would run, and says what came of it", async (prompt, allow, deny, ran, denied) => {
    const { hub, seat, begin, ended, asked } = await demoSeat();
    const first = await begin(prompt);
    await asked(first);
    expect(hub.questions(first)[0]?.ask).toMatchObject({
      kind: "permission",
      subject: { argv: ["git", "push", "origin", "main"], directory: "/srv/demo", environment: ["PATH", "HOME"] },
      options: [{ label: allow }, { label: deny }],
    });
    await seat.answer(...hub.decide(first, "allow"));
    expect((await ended(first))?.text).toContain(ran);
    for (const how of ["deny", "expired"] as const) {
      const turn = await begin(prompt);
      await asked(turn);
      await seat.answer(...hub.decide(turn, how));
      expect(await ended(turn)).toMatchObject({ how: "completed", text: like(new RegExp(denied)) });
    }
  });

  it.each(["choose for me", "which one?", "帮我选择"])("offers a choice on %j and names what was chosen", async (prompt) => {
    const { hub, seat, begin, ended, asked } = await demoSeat();
    const turn = await begin(prompt);
    await asked(turn);
    const label = hub.questions(turn)[0]?.ask.options[0]?.label ?? "none";
    await seat.answer(...hub.decide(turn, "first"));
    expect((await ended(turn))?.text).toContain(`**${label}**`);
  });

  it.each([
    ["make a file, will you", "notes.md", "You said: make a file, will you"],
    ["做个文件", "笔记.md", "你说：做个文件"],
  ])("makes a Markdown file on %j", async (prompt, name, line) => {
    const { hub, begin, ended } = await demoSeat();
    const turn = await begin(prompt);
    await ended(turn);
    const files = hub.of(turn).flatMap((event) => (event.kind === "made" ? [event.file] : []));
    expect(files).toMatchObject([{ name, mime: "text/markdown" }]);
    const content = files[0]?.content;
    expect(content && "bytes" in content && new TextDecoder().decode(content.bytes)).toContain(line);
  });

  it("takes more than ten seconds over slow, hangs on hang until it is stopped, and fails on fail", async () => {
    const { clock, hub, seat, begin, ended } = await demoSeat();
    const slow = await begin("slow");
    await clock.advance(8_000);
    expect(hub.endings(slow)).toEqual([]);
    expect(await ended(slow)).toMatchObject({ how: "completed" });
    const hang = await begin("hang");
    await clock.advance(3_600_000);
    expect(hub.endings(hang)).toEqual([]);
    await seat.interrupt(hang);
    expect(await ended(hang)).toMatchObject({ how: "stopped" });
    expect(await ended(await begin("fail"))).toMatchObject({ how: "failed" });
  });

  it("asks for words on tell you, and repeats them", async () => {
    const { hub, seat, begin, ended, asked } = await demoSeat();
    const turn = await begin("let me tell you");
    await asked(turn);
    await seat.answer(...hub.decide(turn, { text: "the milk" }));
    expect((await ended(turn))?.text).toContain("the milk");
  });

  it.each(["hello", "ask me", "which", "tell you", "make a file", "slow", "hang", "fail", "help"])(
    "lists %s in its help and where it knows no answer",
    async (word) => {
      const { begin, ended } = await demoSeat();
      expect((await ended(await begin("help")))?.text).toContain(word);
      const echo = (await ended(await begin("something quite different")))?.text;
      expect(echo).toContain("You said: something quite different");
      expect(echo).toContain(`**${word}**`);
    },
  );

  it.each([
    ["你好", "演示智能体"],
    ["帮助", "做个文件"],
    ["天气怎么样", "你说：天气怎么样"],
  ])("answers %j in Chinese", async (prompt, words) => {
    const { begin, ended } = await demoSeat();
    expect((await ended(await begin(prompt)))?.text).toContain(words);
  });
});
