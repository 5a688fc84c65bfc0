import { describe, expect, it } from "vitest";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
watchdog: { timeout: 5m }
limits: { agent_posts_per_minute: 2 }
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
on "hang"
  say "on it" every 0ms
  hang
on "ask"
  ask permission "May I?" argv ["make"] expires 10m
    when expired
      say "I was told: {answer}"
otherwise
  say "did {prompt}"
`,
};
const minutes = 60_000;
const hour = 60 * minutes;

describe("when the machine's time is set back by an hour", () => {
  it("nobody waits for longer than a limit's own window", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const token = await parley.token({ agent: "bee" });
    const { body: thread } = await parley.api("POST", "/api/threads", { topic: "rates" }, token);
    const post = (): Promise<Response> =>
      fetch(`${parley.url}/api/threads/${String(thread["id"])}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ content: "line" }),
      });
    const login = (): Promise<Response> => fetch(`${parley.url}/api/login`, { method: "POST", body: JSON.stringify({ secret: "wrong" }) });
    for (let n = 0; n < 2; n++) expect((await post()).status).toBe(201);
    for (let n = 0; n < 10; n++) expect((await login()).status).toBe(403);
    clock.shiftWall(-hour);
    for (const refused of [await post(), await login()]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
    clock.jump(minutes);
    expect([(await post()).status, (await login()).status]).toEqual([201, 403]);
  });

  it("a silent turn is given up, and a question expires, after their own time", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await bo.hears("on it …");
    clock.shiftWall(-hour);
    clock.jump(6 * minutes);
    await parley.untilState("work", "error");
    bo.say("ask");
    const { id } = await parley.openQuestion();
    clock.shiftWall(-hour);
    clock.jump(11 * minutes);
    await bo.hears(/I was told: Expired, nothing ran\./);
    expect((await parley.question(id)).state).toBe("expired");
  });

  it("what a chat did not take is sent again when it was to be", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "post", kind: "limit", retryAfterMs: 60_000, room: bo.room });
    bo.say("hello");
    await expect.poll(() => parley.logged.some(({ fields }) => "why" in fields && fields.why === "later"), { interval: 10, timeout: 10_000 }).toBe(true);
    clock.shiftWall(-hour);
    clock.jump(minutes);
    await bo.hears("did hello");
  });
});

describe("when the machine's time is set forward", () => {
  it("a question that is past its time expires at the next look, without an answer", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const bo = talk(parley, "bo");
    bo.say("ask");
    const { id } = await parley.openQuestion();
    clock.shiftWall(hour);
    clock.jump(minutes);
    await bo.hears(/I was told: Expired, nothing ran\./);
    expect((await parley.question(id)).state).toBe("expired");
  });
});
