import { describe, expect, it } from "vitest";
import { ParleyError } from "#domain/errors";
import { like } from "#test/contracts/agent-rig";
import { scriptedRig } from "#test/fakes/scripted-rig";
import { seatHub } from "#test/fakes/seat-hub";
import { createScriptedDriver } from "./driver.ts";
import { scriptedSettings } from "./index.ts";

const script = 'otherwise\n  say "hello"\n';

describe("the scripted driver", () => {
  async function play(source: string, text: string) {
    const parts = scriptedRig(source);
    const hub = seatHub();
    const seat = await parts.driver.open(parts.spec, hub.sink(), new AbortController().signal);
    const turn = parts.newId("trn");
    await seat.begin(turn, { text, by: "Ann", outside: false, files: [] });
    return { ...parts, hub, seat, turn, ended: () => parts.until(() => hub.endings(turn).length > 0) };
  }

  it("reads the script below the session's directory", async () => {
    const asked: string[] = [];
    const { clock, newId, spec } = scriptedRig(script);
    const readScript = async (path: string): Promise<string> => {
      asked.push(path);
      return script;
    };
    const driver = createScriptedDriver({ clock, newId, readScript });
    await driver.open({ ...spec, settings: { script: "agents/a.script" } }, seatHub().sink(), new AbortController().signal);
    await driver.open({ ...spec, settings: { script: "/etc/b.script" } }, seatHub().sink(), new AbortController().signal);
    await driver.open({ ...spec, settings: {} }, seatHub().sink(), new AbortController().signal);
    expect(asked).toEqual(["/w/agents/a.script", "/etc/b.script"]);
  });

  it("does not open with a script that is missing or wrong, and says which and why", async () => {
    const { clock, newId, spec, driver } = scriptedRig("on hello\n  say hello\n");
    const missing = createScriptedDriver({ clock, newId, readScript: () => Promise.reject(new Error("ENOENT")) });
    const signal = new AbortController().signal;
    await expect(missing.open(spec, seatHub().sink(), signal)).rejects.toThrow(/\/w\/a\.script cannot be read/);
    await expect(driver.open(spec, seatHub().sink(), signal)).rejects.toThrow(/\/w\/a\.script, line 1: expected a text or a pattern/);
    await expect(driver.open(spec, seatHub().sink(), signal)).rejects.toBeInstanceOf(ParleyError);
    await expect(scriptedRig(script).driver.open(spec, seatHub().sink(), AbortSignal.abort())).rejects.toThrow("aborted");
  });

  it("knows one setting and refuses others", () => {
    expect(scriptedSettings.parse({ script: "a" })).toEqual({ script: "a" });
    expect(scriptedSettings.safeParse({ scirpt: "a" }).success).toBe(false);
    expect(scriptedSettings.safeParse({ script: "" }).success).toBe(false);
  });

  it("shows a step running and then done with its detail and time", async () => {
    const { hub, turn, ended } = await play('otherwise\n  step run "npm test" failed "1 of 3" after 200ms\n  step read "a" done\n', "x");
    await ended();
    expect(hub.of(turn).flatMap((event) => (event.kind === "step" ? [event.step] : []))).toEqual([
      { id: "step-1", verb: "run", what: "npm test", state: "running" },
      { id: "step-1", verb: "run", what: "npm test", state: "failed", detail: "1 of 3", ms: 200 },
      { id: "step-2", verb: "read", what: "a", state: "running" },
      { id: "step-2", verb: "read", what: "a", state: "done", ms: 0 },
    ]);
  });

  it("speaks at the pace the script names", async () => {
    const { hub, turn, clock } = await play('otherwise\n  say "a b c d e" every 40ms by 2 words\n', "x");
    await clock.advance(0);
    expect(hub.said(turn)).toBe("a b ");
    await clock.advance(39);
    expect(hub.said(turn)).toBe("a b ");
    await clock.advance(1);
    expect(hub.said(turn)).toBe("a b c d ");
    await clock.advance(40);
    expect(hub.endings(turn)).toEqual([{ how: "completed", text: "a b c d e" }]);
  });

  it("plays the first block that matches, else otherwise, else says that there is none", async () => {
    const script = 'on "One" /^t.o$/i\n  say "first"\non "one"\n  say "second"\n';
    const endings = await Promise.all(
      ["ONE more", "TWO", "three"].map(async (text) => {
        const { hub, turn, ended } = await play(script, text);
        await ended();
        return hub.endings(turn)[0];
      }),
    );
    expect(endings).toMatchObject([{ text: "first" }, { text: "first" }, { how: "failed", reason: like(/no block for this prompt/) }]);
  });

  it("puts what people typed into its text as it is, never read as a placeholder again", async () => {
    const { hub, seat, turn, ended, until } = await play('otherwise\n  ask text "Why {prompt}?"\n  say "{prompt} | {answer} | {other}"\n', "{answer} $& $1");
    await until(() => hub.questions(turn).length > 0);
    expect(hub.questions(turn)[0]?.ask).toMatchObject({ kind: "text", prompt: "Why {answer} $& $1?", options: [] });
    await seat.answer(...hub.decide(turn, { text: "{prompt} {answer}" }));
    await ended();
    expect(hub.endings(turn)).toEqual([{ how: "completed", text: "{answer} $& $1 | {prompt} {answer} | {other}" }]);
  });

  it("takes the branch of the option by label or id, in any case, else otherwise, else goes on below", async () => {
    const script = `otherwise
  ask choice "Which?" "A" "B" "C" expires 30s
    when "a"
      say "it was A"
    when "option-2"
      say "it was B"
  say "end of {answer}"
`;
    const spoken = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const { hub, seat, turn, until, ended } = await play(script, "x");
        await until(() => hub.questions(turn).length > 0);
        const [question] = hub.questions(turn);
        const option = question?.ask.options[index];
        if (!question || !option) throw new Error("no such option");
        expect(question.ask.expiresMs).toBe(30_000);
        await seat.answer(question.id, { key: question.ask.key, digest: question.digest, how: "given", option, by: "Ann" });
        await ended();
        return hub.said(turn);
      }),
    );
    expect(spoken).toEqual(["it was A\n\nend of A", "it was B\n\nend of B", "end of C"]);
  });

  it("checks the prompt with expect", async () => {
    const right = await play('otherwise\n  expect /^\\d+$/\n  say "ok"\n', "42");
    await right.ended();
    expect(right.hub.endings(right.turn)).toMatchObject([{ how: "completed" }]);
    const wrong = await play('otherwise\n  expect /^\\d+$/\n  say "ok"\n', "many");
    await wrong.ended();
    expect(wrong.hub.endings(wrong.turn)).toMatchObject([{ how: "failed", reason: like(/\/\^\\d\+\$\//) }]);
  });

  const permission = 'ask permission "Push?" argv ["git", "push"] in "/w" env PATH';
  it.each([
    ["other arguments", 'run-approved argv ["git", "push", "--force"] in "/w" env PATH', "allow", "SubjectChanged"],
    ["another directory", 'run-approved argv ["git", "push"] in "/" env PATH', "allow", "SubjectChanged"],
    ["another environment", 'run-approved argv ["git", "push"] in "/w" env PATH LD_PRELOAD', "allow", "SubjectChanged"],
    ["what was denied", 'run-approved argv ["git", "push"] in "/w" env PATH', "deny", "NotAllowed"],
    ["what expired", 'run-approved argv ["git", "push"] in "/w" env PATH', "expired", "NotAllowed"],
    ["what another question approved", 'run-approved argv ["git", "push"] in "/w" env PATH as other', "allow", "NotAllowed"],
  ] as const)("does not run %s, fails the turn, and says that nothing ran", async (_what, run, how, code) => {
    const { hub, seat, turn, until, ended } = await play(`otherwise\n  ${permission} as push\n  ${run}\n  say "ran"\n`, "x");
    await until(() => hub.questions(turn).length > 0);
    await seat.answer(...hub.decide(turn, how));
    await ended();
    expect(hub.endings(turn)).toMatchObject([{ how: "failed", reason: like(new RegExp(`^${code}: Nothing ran`)) }]);
    expect(hub.of(turn).some((event) => event.kind === "step")).toBe(false);
  });

  it("runs, in pretence, what was approved under that name", async () => {
    const { hub, seat, turn, until, ended } = await play(
      `otherwise\n  ${permission} as push\n  ask permission "Delete?" argv ["rm", "x"]\n  run-approved argv ["git", "push"] in "/w" env PATH as push\n`,
      "x",
    );
    await until(() => hub.questions(turn).length === 1);
    await seat.answer(...hub.decide(turn, "allow"));
    await until(() => hub.questions(turn).length === 2);
    await seat.answer(...hub.decide(turn, "deny"));
    await ended();
    expect(hub.of(turn).flatMap((event) => (event.kind === "step" ? [event.step.what] : []))).toEqual(["git push", "git push"]);
    expect(hub.endings(turn)).toMatchObject([{ how: "completed" }]);
  });

  it("asks anew when the script has changed under an open turn, and does not take the old answer for the new subject", async () => {
    const before = await play('otherwise\n  ask permission "Run?" argv ["ls"]\n  say "ran"\n', "x");
    await before.until(() => before.hub.questions(before.turn).length === 1);
    const old = before.hub.decide(before.turn, "allow");
    await before.seat[Symbol.asyncDispose]();
    const { driver, spec, until, rest } = scriptedRig('otherwise\n  ask permission "Run?" argv ["rm", "-rf", "/"]\n  say "ran"\n');
    const seat = await driver.open({ ...spec, openTurn: before.hub.openTurn(before.turn, "x") }, before.hub.sink(), new AbortController().signal);
    await seat.answer(...old);
    await until(() => before.hub.questions(before.turn).length === 2);
    await rest();
    expect(before.hub.endings(before.turn)).toEqual([]);
    await seat[Symbol.asyncDispose]();
  });

  it.each([false, true])("goes on after a restart with a question that stands in for a withdrawn one, whichever is listed first", async (isReversed) => {
    const before = await play('otherwise\n  ask permission "Run?" argv ["ls"]\n  say "ran"\n', "x");
    await before.until(() => before.hub.questions(before.turn).length === 1);
    await before.seat[Symbol.asyncDispose]();
    const open = before.hub.openTurn(before.turn, "x");
    const both = [...open.asked.map((asked) => ({ ...asked, question: "que_0" as const, state: "withdrawn" as const })), ...open.asked];
    const seat = await before.driver.open(
      { ...before.spec, openTurn: { ...open, asked: isReversed ? both.toReversed() : both } },
      before.hub.sink(),
      new AbortController().signal,
    );
    await seat.answer(...before.hub.decide(before.turn, "allow"));
    await before.ended();
    expect(before.hub.endings(before.turn)).toMatchObject([{ how: "completed", text: "ran" }]);
  });

  it("says everything again after a restart, because a draft dies with the hub", async () => {
    const first = await play('otherwise\n  say "one two three four" every 10ms by 1 word\n', "x");
    await first.until(() => first.hub.said(first.turn) !== "");
    await first.seat[Symbol.asyncDispose]();
    const since = first.hub.events.length;
    const second = scriptedRig('otherwise\n  say "one two three four" every 10ms by 1 word\n');
    await second.driver.open({ ...second.spec, openTurn: first.hub.openTurn(first.turn, "x") }, first.hub.sink(), new AbortController().signal);
    await second.until(() => first.hub.endings(first.turn).length > 0);
    expect(first.hub.said(first.turn, since)).toBe("one two three four");
  });

  it("stops a turn that waits behind another one at once", async () => {
    const { hub, seat, newId, until, turn } = await play('on "x"\n  hang\notherwise\n  step read "a" done\n  say "b"\n', "x");
    const second = newId("trn");
    expect(await seat.begin(second, { text: "y", by: "Ann", outside: false, files: [] })).toEqual({ how: "taken" });
    await seat.interrupt(second);
    await until(() => hub.endings(second).length > 0);
    expect(hub.of(second)).toMatchObject([{ kind: "ended", ending: { how: "stopped" } }]);
    expect(hub.endings(turn)).toEqual([]);
  });

  it("has somebody type at the desk so long after it was opened, behind the turn under way", async () => {
    const { hub, turn, clock, seat } = await play(
      'desk after 500ms "from the desk"\non "desk"\n  say "typed: {prompt}"\notherwise\n  wait 2s\n  say "ok"\n',
      "x",
    );
    await clock.advance(1_999);
    expect(hub.events).toEqual([]);
    await clock.advance(1_000);
    expect(hub.events.filter((event) => event.kind !== "delta")).toMatchObject([
      { kind: "ended", turn },
      { kind: "started", origin: "desk", prompt: "from the desk" },
      { kind: "ended", ending: { how: "completed", text: "typed: from the desk" } },
    ]);
    await seat[Symbol.asyncDispose]();
    expect(clock.pending).toBe(0);
  });

  it("forgets a desk that has not been reached when it is let go", async () => {
    const { clock, seat } = await play('desk after 1h "never"\notherwise\n  hang\n', "x");
    await clock.settle();
    await seat[Symbol.asyncDispose]();
    expect(clock.pending).toBe(0);
  });
});
