import { expect, it } from "vitest";
import { localDay } from "#lib/time/local-day";
import { ann, claude, hub, kit, roomA } from "#test/contracts/store/kit";
import type { Kit, OpenStore } from "#test/contracts/store/kit";
import { verifies } from "#test/verifies";

const dayMs = 86_400_000;

async function numbers(k: Kit, from = k.clock.now, to = k.clock.now): Promise<{ days: readonly string[]; shares: readonly string[] }> {
  const { days, shares } = await k.store.statistics({ from: localDay(from), to: localDay(to) });
  return {
    days: days.map(({ what, count, total }) => `${what} ${count} ${total}`),
    shares: shares.map(({ by, key, what, count, total }) => `${by} ${key} ${what} ${count} ${total}`),
  };
}

export function statisticsContract(open: OpenStore): void {
  verifies("C-14.2-2", "counts messages by day, person, agent and channel, and none of the hub's own", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread, { surface: "page" });
    await k.say(thread, { surface: "chat:tg", origin: { address: roomA } });
    await k.say(thread, { author: claude, role: "assistant", surface: "hub" });
    await k.say(thread, { author: hub, role: "system", surface: "hub" });
    const first = k.clock.now;
    k.clock.now += dayMs;
    await k.say(thread, { surface: "page" });
    await k.reopen();
    expect(await numbers(k, first, first)).toEqual({
      days: ["messages 3 0"],
      shares: ["person per_ann messages 2 0", "agent claude messages 1 0", "channel hub messages 1 0", "channel page messages 1 0", "channel tg messages 1 0"],
    });
    expect((await numbers(k, first)).days).toEqual(["messages 3 0", "messages 1 0"]);
    expect((await numbers(k, first)).shares).toContain("person per_ann messages 3 0");
  });

  verifies("C-14.2-2", "counts turns with their time, waits in line, and what models used and cost", async () => {
    await using k = await kit(open);
    const session = await k.session(await k.thread(), { name: "worker" });
    const turn = await k.prompt(session);
    k.clock.now += 2_000;
    await k.store.beginTurn(session.id, k.clock.now);
    await k.store.keepUsage(turn.id, { model: "m", inputTokens: 100, outputTokens: 10, cost: 0.25 });
    await k.store.keepUsage(turn.id, { model: "m", inputTokens: 150, outputTokens: 30, cost: 0.5 });
    k.clock.now += 5_000;
    const end = { turn: turn.id, at: k.clock.now, ending: { how: "failed", reason: "no" }, session: "failed", reason: "no" } as const;
    expect(await k.store.endTurn(end)).toMatchObject({ ended: true });
    expect(await k.store.endTurn(end)).toMatchObject({ ended: false });
    const { days, shares } = await numbers(k);
    expect(days).toEqual(["cost 1 0.5", "failed 1 0", "input 1 150", "messages 1 0", "output 1 30", "queued 1 2000", "turns 1 5000"]);
    expect(shares).toContain("agent worker turns 1 5000");
    expect(shares).toContain("agent worker cost 1 0.5");
    expect(shares).toContain(`person ${ann.id} input 1 150`);
  });

  verifies("C-14.2-2", "counts approvals with who waited for how long, and what expired", async () => {
    await using k = await kit(open);
    const turn = await k.begun(await k.session(await k.thread(), { name: "worker" }));
    const options = [
      { id: "yes", label: "Yes", grants: "allow" },
      { id: "no", label: "No", grants: "deny" },
    ] as const;
    const ask = async (key: string): Promise<`que_${string}`> => {
      const question = k.question(turn, { key, code: key, options, askedAt: k.clock.now, expiresAt: k.clock.now + 60_000 });
      return (await k.store.ask(question, [])).question.id;
    };
    const [one, two, three] = [await ask("aaaaa"), await ask("bbbbb"), await ask("ccccc")];
    k.clock.now += 3_000;
    await k.store.answer(one, k.given({ option: "yes", by: ann.id, surface: "page", at: k.clock.now }), k.record());
    await k.store.answer(one, k.given({ option: "no", by: ann.id, surface: "page", at: k.clock.now }), k.record());
    await k.store.answer(two, k.given({ option: "no", by: ann.id, surface: "chat:tg", at: k.clock.now }), k.record());
    await k.store.expire(three, k.clock.now, k.line(turn.thread, { author: hub }));
    const { days, shares } = await numbers(k);
    expect(days).toEqual(expect.arrayContaining(["answered 2 6000", "allowed 1 0", "denied 1 0", "expired 1 0"]));
    expect(shares).toEqual(
      expect.arrayContaining(["person per_ann answered 2 6000", "channel page allowed 1 0", "channel tg denied 1 0", "agent worker expired 1 0"]),
    );
  });

  it("keeps the count of a thread that is deleted before anybody looked", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    await k.say(thread);
    await k.store.deleteThread(thread, k.record());
    await k.say(await k.thread());
    expect((await numbers(k)).days).toEqual(["messages 2 0"]);
    await k.reopen();
    expect((await numbers(k)).days).toEqual(["messages 2 0"]);
  });

  it("counts nothing of what was refused, also when others wrote in the same batch", async () => {
    await using k = await kit(open);
    const thread = await k.thread();
    const outcomes = await Promise.allSettled([
      k.say(thread),
      k.store.accept({
        at: k.clock.now,
        message: k.line(thread),
        turn: { id: "trn_x", session: "ses_missing", thread, origin: "prompt", prompt: "", message: "msg_x", by: ann, beganBy: ann.id, at: 1 },
      }),
      k.say(thread),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await numbers(k)).days).toEqual(["messages 2 0"]);
  });
}
