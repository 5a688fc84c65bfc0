import { expect } from "vitest";
import { screenText, type AgentEvent, type Screen, type Seat, type TurnEvent } from "#domain/agent";
import type { TurnId } from "#domain/ids";
import type { JsonValue } from "#domain/json";
import { withCan } from "#test/contracts/agent-rig";
import type { AgentCan, Case, Opened } from "#test/contracts/agent-rig";

/** What a seat reports besides its turns' words, and what it can be asked. */
export function agentSeatContract(can: AgentCan, test: Case): void {
  reports(can, test);
  comesAndGoes(can, test);
  isAsked(can, test);
}

function reports(can: AgentCan, test: Case): void {
  withCan(can.reports, test, "reports what it is doing, its plan and what it used, each as a whole, before the end", async (open, { prompt }) => {
    const turn = await open.begin(prompt);
    await open.ended(turn);
    const last = <K extends TurnEvent["kind"]>(kind: K) => open.hub.of(turn).findLast((event) => event.kind === kind);
    expect(last("status")).toMatchObject({ status: { doing: expect.stringMatching(/^(working|retrying|rate_limited|compacting)$/) as unknown } });
    const plan = last("plan");
    expect(plan?.kind === "plan" && plan.plan.length).toBeGreaterThan(0);
    const usage = last("usage");
    if (usage?.kind !== "usage") throw new Error("nothing was reported as used");
    expect(usage.usage.inputTokens + usage.usage.outputTokens).toBeGreaterThan(0);
    expect(usage.usage.model).not.toBe("");
    expect(open.hub.of(turn).at(-1)?.kind).toBe("ended");
  });

  withCan(can.settles, test, "reports an answer that was given at the terminal, and then goes on without the hub's", async (open, { prompt }) => {
    const turn = await open.begin(prompt);
    await open.ended(turn);
    const [question] = open.hub.questions(turn);
    const settled = open.hub.of(turn).find((event) => event.kind === "settled");
    expect(settled).toMatchObject({ key: question?.ask.key });
    expect(question?.state).toBe("answered");
    expect(open.hub.of(turn).some((event) => event.kind === "unasked")).toBe(false);
    const before = open.hub.events.length;
    await open.seat.answer(...open.hub.decide(turn, "deny"));
    await open.rest();
    expect(open.hub.events.length).toBe(before);
  });

  withCan(can.deskNow, test, "reports a desk turn again that came while another was under way, and then plays it", async (open, { prompt, typed }) => {
    open.hub.busyNext(2);
    const turn = await open.begin(prompt);
    const started = (): readonly AgentEvent[] => open.hub.events.filter((event) => event.kind === "started");
    await open.until(() => started().length > 0);
    expect(open.hub.endings(turn)).toHaveLength(1);
    const [desk] = started();
    if (desk?.kind !== "started") throw new Error("no desk turn");
    expect(desk.prompt).toBe(typed);
    await open.ended(desk.turn);
    expect(started()).toHaveLength(1);
  });

  withCan(can.remembers, test, "remembers what it was told over a restart", async (open, { first, second, expected }) => {
    await open.ended(await open.begin(first));
    open.sink.cut();
    await open.seat[Symbol.asyncDispose]();
    await using seat = await open.driver.open(open.spec, open.hub.sink(), new AbortController().signal);
    const turn = await begun(seat, open, second);
    await open.ended(turn);
    expect(open.hub.endings(turn)[0]?.text).toContain(expected);
  });

  withCan(can.resumes, test, "goes on with the older conversation that it is told, instead of the last one", async (open, { first, second, expected }) => {
    await open.ended(await open.begin(first));
    const older = (await open.seat.conversations?.())?.[0]?.id ?? "";
    // As the hub does it: what still runs is ended first.
    await ended(open, open.seat);
    open.sink.cut();
    await open.seat[Symbol.asyncDispose]();
    let kept: JsonValue | undefined;
    const memory = { get: async () => kept, set: async (value: JsonValue) => void (kept = value) };
    const fresh = { ...open.spec, memory };
    const next = await open.driver.open(fresh, open.hub.sink(), new AbortController().signal);
    const other = await begun(next, open, second);
    await open.ended(other);
    expect(open.hub.endings(other)[0]?.text).not.toContain(expected);
    await ended(open, next);
    await next[Symbol.asyncDispose]();
    await using seat = await open.driver.open({ ...fresh, resume: older }, open.hub.sink(), new AbortController().signal);
    const turn = await begun(seat, open, second);
    await open.ended(turn);
    expect(open.hub.endings(turn)[0]?.text).toContain(expected);
  });

  withCan(can.readsFiles, test, "is handed files, the room and the words that were replied to", async (open, { prompt, file, content, hasRoom = true }) => {
    const turn = open.newId("trn");
    const files = [{ path: file, name: "notes.txt", mime: "text/plain", bytes: 5 }];
    const taken = await open.seat.begin(turn, {
      text: prompt,
      by: "Ann",
      outside: false,
      files,
      room: { name: "ops", direct: false },
      replyTo: "what was said",
    });
    expect(taken).toEqual({ how: "taken" });
    await open.ended(turn);
    const text = open.hub.endings(turn)[0]?.text ?? "";
    for (const part of [content, "notes.txt", "what was said", ...(hasRoom ? ["ops"] : [])]) expect(text).toContain(part);
  });

  withCan(can.usesSeat, test, "uses what its seat gives: environment, secret, history, a structured call, a delivery", async (open, { prompt, expected }) => {
    const turn = await open.begin(prompt);
    await open.ended(turn);
    const [ending] = open.hub.endings(turn);
    expect(ending?.how).toBe("completed");
    for (const part of expected) expect(ending?.text).toContain(part);
    expect(JSON.stringify(open.hub.events)).not.toContain("open sesame");
  });
}

function comesAndGoes(can: AgentCan, test: Case): void {
  withCan(can.busy, test, "answers busy with a reason, and takes the same turn later", async (open, { prompt }) => {
    const turn = open.newId("trn");
    const say = { text: prompt, by: "Ann", outside: false, files: [] };
    expect(await open.seat.begin(turn, say)).toMatchObject({ how: "busy", reason: expect.stringMatching(/\w/) as unknown });
    await open.rest();
    expect(open.hub.of(turn)).toEqual([]);
    expect(await open.seat.begin(turn, say)).toEqual({ how: "taken" });
    await open.ended(turn);
  });

  withCan(can.goes, test, "says that it is gone, and why, instead of ending the turn; and that it is back", async (open, { prompt, returns }) => {
    const turn = await open.begin(prompt);
    const seen = (kind: "gone" | "back"): boolean => open.hub.events.some((event) => event.kind === kind);
    await open.until(() => seen("gone"));
    const gone = open.hub.events.find((event) => event.kind === "gone");
    expect(gone).toMatchObject({ reason: expect.stringMatching(/\w/) as unknown });
    const next = open.newId("trn");
    const say = { text: can.says.prompt, by: "Ann", outside: false, files: [] };
    if (returns === undefined) {
      expect((await open.seat.begin(next, say)).how).toBe("busy");
      await open.until(() => seen("back"));
    }
    expect(await open.seat.begin(next, say)).toEqual({ how: "taken" });
    await open.ended(next);
    expect(open.hub.endings(turn)).toEqual([]);
  });
}

function isAsked(can: AgentCan, test: Case): void {
  withCan(
    can.screen,
    test,
    "shows its screen, takes keys there, and an answer typed there settles the question",
    async (open, { asking, shows, clears = [] }) => {
      const { seat } = open;
      if (seat.screen === undefined || seat.press === undefined) throw new Error("no screen");
      await shown(open, shows);
      await seat.press(["h", "i"]);
      const screen = await shown(open, "hi");
      expect(screen.lines.flat().some((span) => span.color !== undefined)).toBe(true);
      await seat.press(clears);
      const turn = await begunSoon(open, asking);
      await open.until(() => open.hub.questions(turn).length > 0);
      await seat.press(["1"]);
      await open.ended(turn);
      expect(open.hub.of(turn).some((event) => event.kind === "settled")).toBe(true);
    },
  );

  withCan(can.screen, test, "tells whoever watches its screen of every change, until they look away", async ({ seat, until, rest }) => {
    if (seat.watchScreen === undefined || seat.press === undefined) throw new Error("no screen to watch");
    let [seen, others] = [0, 0];
    const stop = seat.watchScreen(() => seen++);
    const stopOther = seat.watchScreen(() => others++);
    await seat.press(["h"]);
    await until(() => seen > 0 && others > 0);
    await rest();
    stop();
    const before = [seen, others];
    await seat.press(["i"]);
    await until(() => others > (before[1] ?? 0));
    await rest();
    expect(seen).toBe(before[0]);
    stopOther();
    stopOther();
  });

  withCan(can.facts, test, "knows facts of its process and older conversations", async ({ seat, begin, ended }, { pid }) => {
    await ended(await begin(can.says.prompt));
    expect(await seat.facts?.()).toMatchObject({ pid: pid === "any" ? (expect.any(Number) as unknown) : pid, startedAt: expect.any(Number) as unknown });
    expect((await seat.conversations?.())?.length).toBeGreaterThan(0);
  });

  withCan(can.hooks, test, "answers a hook at once, or with a question that is the same for the same payload", async (open, { prompt, asks, replies }) => {
    const { seat } = open;
    if (seat.signal === undefined || seat.hookOutput === undefined) throw new Error("no hooks");
    const { signal } = new AbortController();
    if (replies !== undefined) expect((await seat.signal(replies, { tool: "x" }, signal)).output).toBeDefined();
    expect(await seat.signal("an event that nobody knows", {}, signal)).toEqual({});
    const turn = await open.begin(prompt);
    await open.until(() => open.hub.of(turn).length > 0);
    const first = await seat.signal(asks, { command: "rm -rf x" }, signal);
    expect(first.question).toBeDefined();
    expect(await seat.signal(asks, { command: "rm -rf x" }, signal)).toEqual(first);
    expect((await seat.signal(asks, { command: "ls" }, signal)).question).not.toBe(first.question);
    const [, answer] = open.hub.decide(turn, "deny");
    expect(JSON.stringify(seat.hookOutput(answer))).toContain("deny");
  });
}

async function begun(seat: Seat, open: Opened, text: string): Promise<TurnId> {
  const turn = open.newId("trn");
  expect(await seat.begin(turn, { text, by: "Ann", outside: false, files: [] })).toEqual({ how: "taken" });
  return turn;
}

/** Its screen, once it shows that. */
async function shown({ seat, until }: Opened, words: string): Promise<Screen> {
  let screen = await seat.screen?.();
  const isShown = (): boolean => screen !== undefined && screenText(screen).includes(words);
  if (!isShown())
    await until(() => {
      seat.screen?.().then(
        (seen) => (screen = seen),
        () => {},
      );
      return isShown();
    });
  if (screen === undefined) throw new Error("no screen");
  return screen;
}

/** As the hub does it: tried again while it is busy, for example because somebody has just typed there. */
async function begunSoon({ seat, until, newId }: Opened, text: string): Promise<TurnId> {
  const turn = newId("trn");
  const begin = () => seat.begin(turn, { text, by: "Ann", outside: false, files: [] });
  let { how } = await begin();
  let isTrying = false;
  const again = async (): Promise<void> => {
    isTrying = true;
    ({ how } = await begin());
    isTrying = false;
  };
  if (how !== "taken")
    await until(() => {
      if (!isTrying && how !== "taken") again().catch(() => {});
      return how === "taken";
    });
  return turn;
}

async function ended(open: Opened, seat: Seat): Promise<void> {
  let isOver = false;
  const over = seat.end().then(() => (isOver = true));
  await open.until(() => isOver);
  await over;
}
