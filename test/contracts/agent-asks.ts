import { expect } from "vitest";
import { subjectDigest } from "#lib/digest";
import { like, withCan } from "#test/contracts/agent-rig";
import type { AgentCan, Case, Opened } from "#test/contracts/agent-rig";

/** Questions: asked once, answered once, never by an answer that was meant for another. */
export function agentAsksContract(can: AgentCan, test: Case): void {
  const asks = (what: string, run: (open: Opened, prompt: string) => Promise<void>): void =>
    withCan(can.asks, test, what, (open, { prompt }) => run(open, prompt));

  asks("asks with a key, options that allow and deny, and the whole subject, and goes on with the answer", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const [question] = open.hub.questions(turn);
    expect(question?.ask).toMatchObject({ kind: "permission", key: like(/./), prompt: like(/./) });
    expect(question?.ask.options.map((option) => option.grants).toSorted()).toEqual(["allow", "deny"]);
    expect(question?.digest).not.toBe(subjectDigest(undefined));
    await open.seat.answer(...open.hub.decide(turn, "allow"));
    await open.ended(turn);
    expect(open.hub.endings(turn)).toMatchObject([{ how: "completed" }]);
    expect(open.hub.questions(turn)).toHaveLength(1);
  });

  asks("waits as long as nobody answers", async (open, prompt) => {
    const turn = await asking(open, prompt);
    await open.rest();
    expect(open.hub.endings(turn)).toEqual([]);
    expect(open.hub.of(turn).at(-1)?.kind).toBe("asked");
  });

  asks("goes on after an expiry as after a denial", async (open, prompt) => {
    const turn = await asking(open, prompt);
    await open.seat.answer(...open.hub.decide(turn, "expired"));
    await open.ended(turn);
    expect(open.hub.endings(turn)).toMatchObject([{ how: "completed" }]);
  });

  asks("applies an answer once, though it comes three times", async (open, prompt) => {
    const once = await asking(open, prompt);
    await open.seat.answer(...open.hub.decide(once, "allow"));
    await open.ended(once);
    const often = await asking(open, prompt);
    const given = open.hub.decide(often, "allow");
    await Promise.all([open.seat.answer(...given), open.seat.answer(...given)]);
    await open.seat.answer(...given);
    await open.ended(often);
    await open.seat.answer(...given);
    await open.rest();
    // When it is seen what an agent is doing differs from turn to turn.
    const kinds = (turn: typeof once): readonly string[] => open.hub.of(turn).flatMap(({ kind }) => (kind === "status" ? [] : [kind]));
    expect(kinds(often)).toEqual(kinds(once));
  });

  asks("does not take an answer that was given for another subject", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const [id, answer] = open.hub.decide(turn, "allow");
    await open.seat.answer(id, { ...answer, digest: subjectDigest({ argv: ["something", "else"] }) });
    await open.rest();
    expect(open.hub.of(turn).at(-1)?.kind).toBe("asked");
    await open.seat.answer(id, answer);
    await open.ended(turn);
  });

  asks("takes its question back when it is stopped while asking, and an answer then changes nothing", async (open, prompt) => {
    const turn = await asking(open, prompt);
    const key = open.hub.questions(turn)[0]?.ask.key;
    await open.seat.interrupt(turn);
    await open.ended(turn);
    expect(open.hub.of(turn).slice(-2)).toMatchObject([
      { kind: "unasked", key, reason: like(/./) },
      { kind: "ended", ending: { how: "stopped" } },
    ]);
    const before = open.hub.events.length;
    await open.seat.answer(...open.hub.decide(turn, "allow"));
    await open.rest();
    expect(open.hub.events.length).toBe(before);
  });

  asks("does not let a late answer of one turn answer the next turn's question", async (open, prompt) => {
    const first = await asking(open, prompt);
    const late = open.hub.decide(first, "allow");
    await open.seat.interrupt(first);
    await open.ended(first);
    const second = await asking(open, prompt);
    await open.seat.answer(...late);
    await open.rest();
    expect(open.hub.of(second).at(-1)?.kind).toBe("asked");
    await open.seat.answer(...open.hub.decide(second, "deny"));
    await open.ended(second);
  });

  asks("ends an asking turn once when the session is ended", async (open, prompt) => {
    const turn = await asking(open, prompt);
    let isOver = false;
    const over = open.seat.end().then(() => {
      isOver = true;
    });
    await open.until(() => isOver);
    await over;
    expect(open.hub.endings(turn)).toMatchObject([{ how: "stopped" }]);
    expect(open.hub.questions(turn).map((question) => question.state)).toEqual(["withdrawn"]);
  });
}

export async function asking(open: Opened, prompt: string) {
  const turn = await open.begin(prompt);
  await open.until(() => open.hub.questions(turn).length > 0);
  return turn;
}
