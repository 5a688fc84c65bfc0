import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Prompt, Seat } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import { say } from "#lib/words/words";
import { acpRig } from "#test/fakes/acp/acp-rig";
import { processesWith } from "#test/fakes/processes";
import { seatHub, type SeatHub } from "#test/fakes/seat-hub";
import { acpTexts } from "./texts.ts";

type Rig = ReturnType<typeof acpRig>;

interface Stage extends AsyncDisposable {
  readonly rig: Rig;
  readonly hub: SeatHub;
  readonly seat: Seat;
  begin(text: string, more?: Partial<Prompt>): Promise<TurnId>;
  ended(turn: TurnId): Promise<void>;
  play(text: string, more?: Partial<Prompt>): Promise<string>;
}

async function stageOf(rig: Rig): Promise<Stage> {
  const hub = seatHub();
  const seat = await rig.driver.open(rig.spec, hub.sink(), new AbortController().signal);
  const begin = async (text: string, more: Partial<Prompt> = {}): Promise<TurnId> => {
    const turn = rig.newId("trn");
    expect(await seat.begin(turn, { text, by: "Ann", outside: false, files: [], ...more })).toEqual({ how: "taken" });
    return turn;
  };
  const ended = (turn: TurnId): Promise<void> => rig.until(() => hub.endings(turn).length > 0);
  const play = async (text: string, more: Partial<Prompt> = {}): Promise<string> => {
    const turn = await begin(text, more);
    await ended(turn);
    return hub.endings(turn)[0]?.text ?? "";
  };
  return { rig, hub, seat, begin, ended, play, [Symbol.asyncDispose]: () => seat[Symbol.asyncDispose]() };
}

async function asked(stage: Stage, prompt: string) {
  const turn = await stage.begin(prompt);
  await stage.rig.until(() => stage.hub.questions(turn).length > 0);
  const question = stage.hub.questions(turn)[0];
  if (question === undefined) throw new Error("nothing was asked");
  return { turn, question };
}

describe("a permission over ACP", () => {
  it("offers once before always, so that a plain yes or no changes nothing in the future", async () => {
    await using stage = await stageOf(acpRig());
    const { turn, question } = await asked(stage, "ask carefully");
    expect(question.ask.options).toEqual([
      { id: "go", label: "Yes", grants: "allow" },
      { id: "forever", label: "Always", grants: "allow" },
      { id: "stay", label: "No", grants: "deny" },
      { id: "never", label: "Never", grants: "deny" },
    ]);
    expect(question.ask.subject).toEqual({ detail: "git push", directory: "/w" });
    await stage.seat.answer(...stage.hub.decide(turn, "first"));
    await stage.ended(turn);
    expect(stage.hub.endings(turn)).toEqual([{ how: "completed", text: "It was go." }]);
  });

  it("is denied by a denial, an expiry and words that choose no option", async () => {
    await using stage = await stageOf(acpRig());
    for (const how of ["deny", "expired", { text: "yes" }] as const) {
      const { turn } = await asked(stage, "ask carefully");
      await stage.seat.answer(...stage.hub.decide(turn, how));
      await stage.ended(turn);
      expect(stage.hub.endings(turn)).toEqual([{ how: "completed", text: "It was stay." }]);
    }
  });

  it("shows the lines that an edit would change", async () => {
    await using stage = await stageOf(acpRig());
    const { turn, question } = await asked(stage, "change a file");
    expect(question.ask.prompt).toBe(say("en", acpTexts.mayChange, { file: "/w/a.txt" }));
    expect(question.ask.subject?.detail).toBe("/w/a.txt\n one\n-two\n+2\n three\n ");
    await stage.seat.answer(...stage.hub.decide(turn, "deny"));
    await stage.ended(turn);
  });

  it("of an agent that offers no way to refuse gets one, which stops the turn", async () => {
    await using stage = await stageOf(acpRig());
    const { turn, question } = await asked(stage, "ask without a no");
    expect(question.ask.options.map(({ grants }) => grants)).toEqual(["allow", "deny"]);
    await stage.seat.answer(...stage.hub.decide(turn, "deny"));
    await stage.ended(turn);
    expect(stage.hub.endings(turn)).toMatchObject([{ how: "stopped" }]);
  });
});

describe("an agent over ACP", () => {
  it("runs in the session's directory, with its environment, in a mode in which it asks", async () => {
    await using stage = await stageOf(acpRig([], { env: { REGION: { reveal: () => "north" } } }));
    expect(await stage.play("say where")).toBe(`${stage.rig.dir} north default`);
    await using auto = await stageOf(acpRig(["auto"], { cliType: "gemini", startCommand: acpRig(["auto"]).line }));
    expect(await auto.play("say where")).toContain(" default");
  });

  it("goes on when the agent prints what is not of the protocol", async () => {
    await using stage = await stageOf(acpRig());
    expect(await stage.play("garbage")).toBe("Still here.");
  });

  it("goes on with the conversation after a restart, by loading or resuming, and says nothing of what was said before", async () => {
    for (const traits of [[], ["resumes"]]) {
      const rig = acpRig(traits);
      await using first = await stageOf(rig);
      await first.play("learn");
      await first.seat[Symbol.asyncDispose]();
      await using second = await stageOf(rig);
      expect(await second.play("recall")).toBe("You told me: swordfish");
    }
  });

  it("begins a new conversation when the old one is gone, and shows that it did", async () => {
    const rig = acpRig(["forgetful"]);
    await using first = await stageOf(rig);
    await first.play("learn");
    await first.seat[Symbol.asyncDispose]();
    await using second = await stageOf(rig);
    expect(await second.play("recall")).toBe("You told me nothing.");
    expect(second.hub.events).toContainEqual(
      expect.objectContaining({ kind: "step", step: expect.objectContaining({ what: say("en", acpTexts.notResumed), state: "failed" }) as unknown }),
    );
  });

  it("sends a picture that came with the prompt along, and links other files", async () => {
    await using stage = await stageOf(acpRig());
    const path = join(stage.rig.dir, "a.png");
    execFileSync("cp", [join(import.meta.dirname, "../../../docs/page.png"), path]);
    const files = [{ path, name: "a.png", mime: "image/png", bytes: 10 }];
    expect(await stage.play("files", { files })).toContain("1 pictures");
    expect(await stage.play("files", { files: [{ path, name: "a.png", mime: "image/png", bytes: 50 * 1024 * 1024 }] })).toContain("0 pictures");
  });

  it("marks what a third party wrote", async () => {
    await using stage = await stageOf(acpRig());
    expect(await stage.play("files", { outside: true, by: "Mallory" })).toContain("[Written by “Mallory”, a third party.");
  });

  it("that ends a turn without a word has failed", async () => {
    await using stage = await stageOf(acpRig());
    const turn = await stage.begin("say nothing");
    await stage.ended(turn);
    expect(stage.hub.endings(turn)).toMatchObject([{ how: "failed", reason: say("en", acpTexts.noAnswer, { agent: "Fake Agent" }) }]);
  });
});

describe("an agent over ACP that misbehaves", () => {
  it("is reported gone with its last words, without secrets, and nothing of it is left", async () => {
    await using stage = await stageOf(acpRig());
    await stage.begin("die");
    await stage.rig.until(() => stage.hub.events.some(({ kind }) => kind === "gone"));
    const gone = stage.hub.events.find((event) => event.kind === "gone");
    expect(gone).toMatchObject({ reason: say("en", acpTexts.exitedSaying, { agent: "Fake Agent", words: "out of memory, token=[secret]" }) });
    expect(processesWith(`PARLEY_SEAT=${stage.rig.spec.session}`)).toEqual([]);
  });

  it("that cannot be started is reported gone, and the next prompt is refused with the reason", async () => {
    await using stage = await stageOf(acpRig(["exit"]));
    await stage.rig.until(() => stage.hub.events.some(({ kind }) => kind === "gone"));
    const turn = stage.rig.newId("trn");
    const prompt = { text: "speak", by: "Ann", outside: false, files: [] };
    expect(await stage.seat.begin(turn, prompt)).toMatchObject({ how: "busy" });
    await stage.rig.until(() => stage.hub.events.some(({ kind }) => kind === "back"));
    expect(await stage.seat.begin(turn, prompt)).toEqual({
      how: "refused",
      reason: say("en", acpTexts.exitedSaying, { agent: "The agent", words: "cannot find my settings" }),
    });
  });

  it("that is not logged in, or whose program or directory is missing, fails its turn with what to do", async () => {
    const cases = [
      [acpRig(["login"], { autoStart: false }), say("en", acpTexts.notLoggedIn, { agent: "Fake Agent", methods: "Log in with a browser" })],
      [acpRig([], { autoStart: false, startCommand: "no-such-agent --acp" }), say("en", acpTexts.programMissing, { command: "no-such-agent" })],
      [acpRig([], { autoStart: false, workDir: "/no/such/place" }), say("en", acpTexts.directoryMissing, { directory: "/no/such/place" })],
      [acpRig([], { autoStart: false, runAs: "nobody" }), say("en", acpTexts.runAsUnsupported)],
    ] as const;
    for (const [rig, reason] of cases) {
      await using stage = await stageOf(rig);
      const turn = await stage.begin("speak");
      await stage.ended(turn);
      expect(stage.hub.endings(turn)).toEqual([{ how: "failed", reason }]);
    }
  });

  it("that does not stop is ended, and the next prompt starts it again", async () => {
    await using stage = await stageOf(acpRig());
    const turn = await stage.begin("deaf");
    await stage.rig.until(() => stage.hub.said(turn) !== "");
    await stage.seat.interrupt(turn);
    await stage.ended(turn);
    expect(stage.hub.endings(turn)).toMatchObject([{ how: "stopped" }]);
    await stage.rig.rest();
    expect(await stage.play("speak")).toBe("one two three four five six");
  });

  it("that a killed hub left behind is ended when the session is opened again", async () => {
    const rig = acpRig();
    await using left = await stageOf(rig);
    await left.play("speak");
    const { pid } = (await left.seat.facts?.()) ?? {};
    await using again = await stageOf(rig);
    await again.play("speak");
    expect((await again.seat.facts?.())?.pid).not.toBe(pid);
    expect(processesWith(`PARLEY_SEAT=${rig.spec.session}`)).toHaveLength(1);
  });

  it("that never says hello can be stopped, and leaves nothing when the session is ended", async () => {
    const rig = acpRig(["silent"]);
    mkdirSync(join(rig.dir, "state"), { recursive: true });
    const stage = await stageOf(rig);
    const turn = await stage.begin("speak");
    await stage.rig.until(() => processesWith(`PARLEY_SEAT=${rig.spec.session}`).length > 0);
    await stage.seat.interrupt(turn);
    await stage.ended(turn);
    await stage.seat.end();
    expect(stage.hub.endings(turn)).toMatchObject([{ how: "stopped" }]);
    expect(processesWith(`PARLEY_SEAT=${rig.spec.session}`)).toEqual([]);
    expect(rig.timers()).toBe(0);
  });
});
