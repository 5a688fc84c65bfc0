import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startPushService, type FakeBrowser, type PushService } from "#test/fakes/push-service";
import { Parley } from "./parley.ts";

const yaml = `
people:
  - { name: Ana, role: owner }
  - { name: Bo, role: member }
sessions:
  - { name: demo, cli_type: scripted, script: demo.script }
default_session: demo
notifications: { private_push_services: true }
`;
const script = `
on "ask"
  ask permission "May I?" argv ["rm", "-rf", "x"] in "/srv"
    when "allow"
      say "done"
on "fail"
  fail "no luck"
otherwise
  say "hello"
`;

let service: PushService;
let parley: Parley;
beforeEach(async () => {
  service = await startPushService();
  parley = await Parley.start({ yaml, files: { "demo.script": script } });
});
afterEach(async () => {
  await parley[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Somebody who is signed in with a browser. */
async function signIn(name: string): Promise<string> {
  const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name })).body);
  const { body } = await parley.api("POST", "/api/login", { secret: url.split("#login=")[1] }, null);
  return z.object({ token: z.string() }).parse(body).token;
}

async function notified(token: string): Promise<FakeBrowser> {
  const browser = service.browser();
  expect((await parley.api("POST", "/api/push", browser.subscription, token)).status).toBe(201);
  return browser;
}

const say = async (token: string, content: string): Promise<void> => {
  await parley.api("POST", `/api/threads/${await parley.threadOf("demo")}/messages`, { content }, token);
};
const kindsOf = ({ received }: FakeBrowser): readonly unknown[] => received.map(({ payload }) => payload["kind"]);
const expectKinds = (browser: FakeBrowser, kinds: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(kindsOf(browser)).toEqual(kinds), { timeout: 10_000, interval: 20 });

describe("notifications of browsers", () => {
  it("tell who began a turn how it ended, encrypted and signed, and nobody else", async () => {
    const [ana, bo] = [await signIn("Ana"), await signIn("Bo")];
    const [anas, bos] = [await notified(ana), await notified(bo)];
    await say(ana, "hi");
    await expectKinds(anas, ["finished"]);
    expect(anas.received[0]?.payload).toMatchObject({ title: "demo has finished", body: "hello", thread: await parley.threadOf("demo") });
    expect(anas.received[0]?.headers["content-encoding"]).toBe("aes128gcm");
    await say(ana, "fail");
    await expectKinds(anas, ["finished", "failed"]);
    expect(kindsOf(bos)).toEqual([]);
  });

  it("tell those who may answer a question, and those whom a message names", async () => {
    const [ana, bo] = [await signIn("Ana"), await signIn("Bo")];
    const [anas, bos] = [await notified(ana), await notified(bo)];
    await say(ana, "ask");
    await expectKinds(anas, ["question"]);
    expect(anas.received[0]?.payload).toMatchObject({ body: "rm -rf x (/srv)" });
    expect(kindsOf(bos)).toEqual([]);
    await say(ana, "see this, @Bo.");
    await expectKinds(bos, ["mention"]);
    await say(ana, "not for @Bob");
    await say(ana, "and again @bo");
    await expectKinds(bos, ["mention", "mention"]);
  });

  it("tell of the last message of a burst that names somebody, however many are committed at once, and of none before they were wanted", async () => {
    const [ana, bo] = [await signIn("Ana"), await signIn("Bo")];
    const { id: thread } = z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic: "burst" }, ana)).body);
    const post = (content: string) => parley.api("POST", `/api/threads/${thread}/messages`, { content }, ana);
    await post("too early, @Bo");
    const bos = await notified(bo);
    await Promise.all(Array.from({ length: 120 }, (_, n) => post(`@Bo ${n}`)));
    const last = (await parley.messages(thread)).at(-1)?.content;
    const bodies = (): readonly unknown[] => bos.received.map(({ payload }) => payload["body"]);
    await vi.waitFor(() => expect(bodies()).toContain(last), { timeout: 20_000, interval: 50 });
    expect(bodies()).not.toContain("too early, @Bo");
    expect(new Set(bodies()).size).toBe(bos.received.length);
  });

  it("keep quiet for what somebody turned off, muted, or has quiet hours for, and speak their language", async () => {
    const ana = await signIn("Ana");
    const anas = await notified(ana);
    const thread = await parley.threadOf("demo");
    const set = (settings: object) => parley.api("PUT", "/api/me/settings", settings, ana);
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    const around = { from: (minute + 1_430) % 1_440, to: (minute + 120) % 1_440, time_zone: "UTC" };
    const wholeTurn = async (): Promise<void> => {
      const before = (await parley.messages(thread)).length;
      await say(ana, "hi");
      await parley.until(async () => (await parley.messages(thread)).length >= before + 2);
    };
    for (const settings of [{ notices: { finished: false } }, { muted: [thread] }, { quiet: around }]) {
      await set(settings);
      await wholeTurn();
    }
    await set({ language: "zh-CN" });
    await wholeTurn();
    await expectKinds(anas, ["finished"]);
    expect(anas.received[0]?.payload).toMatchObject({ title: "demo 已完成" });
  });

  it("end with the sign-in, with the browser's own word, and with the push service's", async () => {
    const ana = await signIn("Ana");
    const [gone, left, staying] = [await notified(ana), await notified(ana), await notified(ana)];
    const other = await signIn("Ana");
    const signedOut = await notified(other);
    expect((await parley.api("DELETE", "/api/push", { endpoint: left.subscription.endpoint }, await signIn("Bo"))).body).toEqual({ ended: false });
    expect((await parley.api("DELETE", "/api/push", { endpoint: left.subscription.endpoint }, ana)).body).toEqual({ ended: true });
    await parley.api("POST", "/api/logout", undefined, other);
    gone.leave();
    await say(ana, "hi");
    await expectKinds(staying, ["finished"]);
    await say(ana, "hi");
    await expectKinds(staying, ["finished", "finished"]);
    expect([kindsOf(gone), kindsOf(left), kindsOf(signedOut)]).toEqual([[], [], []]);
  });

  it("reach others while a push service does not answer, redirects or answers without an end", async () => {
    const [ana, bo] = [await signIn("Ana"), await signIn("Bo")];
    for (const how of ["silent", "redirect", "endless"] as const) for (let n = 0; n < 3; n++) (await notified(ana)).misbehave(how);
    const [anas, bos] = [await notified(ana), await notified(bo)];
    await say(bo, "look, @Ana");
    await say(ana, "yes, @Bo");
    await vi.waitFor(() => expect(new Set(kindsOf(bos))).toEqual(new Set(["finished", "mention"])), { timeout: 10_000, interval: 20 });
    await vi.waitFor(() => expect(kindsOf(anas)).toContain("mention"), { timeout: 10_000, interval: 20 });
    expect(service.led).toBe(0);
  });

  it("cannot be turned away from a browser by somebody who knows its address", async () => {
    const [ana, bo] = [await signIn("Ana"), await signIn("Bo")];
    const anas = await notified(ana);
    const stolen = { endpoint: anas.subscription.endpoint, keys: service.browser().subscription.keys };
    expect((await parley.api("POST", "/api/push", stolen, bo)).status).toBe(403);
    await say(ana, "hi");
    await expectKinds(anas, ["finished"]);
    // The same browser, in which somebody else has signed in.
    expect((await parley.api("POST", "/api/push", anas.subscription, bo)).status).toBe(201);
    await say(ana, "hi");
    await say(bo, "hi");
    await vi.waitFor(() => expect(kindsOf(anas)).toHaveLength(2), { timeout: 10_000, interval: 20 });
  });

  it("are for browsers of people: not for tokens of programs, nor for agents", async () => {
    const { subscription } = service.browser();
    for (const token of [await parley.token({ person: "Ana" }), await parley.token({ agent: "bee" })])
      expect((await parley.api("POST", "/api/push", subscription, token)).status).toBe(403);
  });
});

describe("an answer from a notification", () => {
  interface Offer {
    readonly secret: string;
    readonly choices: readonly { readonly id: string }[];
  }

  const offerOf = async (browser: FakeBrowser): Promise<Offer> => {
    await vi.waitFor(() => expect(kindsOf(browser)).toContain("question"), { timeout: 10_000, interval: 20 });
    const payload = browser.received.findLast(({ payload: { kind } }) => kind === "question")?.payload;
    return z.object({ secret: z.string(), choices: z.array(z.object({ id: z.string() })) }).parse(payload);
  };
  const answer = (secret: string, choice: string) => parley.api("POST", "/api/push/answer", { secret, choice }, null);
  const lastAnswer = async (): Promise<unknown> => (await parley.questions())[0]?.answer;

  it("counts as its person's, once, and is recorded as such", async () => {
    const ana = await signIn("Ana");
    const anas = await notified(ana);
    await say(ana, "ask");
    const { secret, choices } = await offerOf(anas);
    expect(choices.map(({ id }) => id)).toEqual(["allow", "deny"]);
    expect((await answer(secret, "allow")).status).toBe(200);
    expect(await lastAnswer()).toMatchObject({ option: "allow", surface: "notification" });
    await expectKinds(anas, ["question", "finished"]);
    expect((await answer(secret, "deny")).body).toMatchObject({ error: "LinkUnknown" });
    const { body } = await parley.api("GET", "/api/audit?kind=answered");
    expect(JSON.stringify(body)).toContain('"surface":"notification"');
  });

  it("is refused for other choices, other secrets, and after its browser was signed out or unsubscribed", async () => {
    const ana = await signIn("Ana");
    const anas = await notified(ana);
    const refused = async (secret: string, choice: string): Promise<void> =>
      expect((await answer(secret, choice)).body).toMatchObject({ error: "LinkUnknown" });
    await say(ana, "ask");
    const first = await offerOf(anas);
    await refused("A".repeat(43), "allow");
    await refused(first.secret, "session");
    await refused(first.secret, "allow");
    const { id } = await parley.openQuestion();
    await parley.api("POST", `/api/questions/${id}/answer`, { choice: "deny" }, ana);
    for (const end of [
      () => parley.api("DELETE", "/api/push", { endpoint: anas.subscription.endpoint }, ana),
      () => parley.api("POST", "/api/logout", undefined, ana),
    ]) {
      await parley.api("POST", "/api/push", anas.subscription, ana);
      anas.received.length = 0;
      await parley.untilState("demo", "idle");
      await say(ana, "ask");
      const { secret } = await offerOf(anas);
      await end();
      await refused(secret, "allow");
      const open = await parley.openQuestion();
      await parley.api("POST", `/api/questions/${open.id}/answer`, { choice: "deny" });
    }
  });

  it("does not open anything else, and is not offered to whoever turned it off", async () => {
    const ana = await signIn("Ana");
    const anas = await notified(ana);
    await say(ana, "ask");
    const { secret } = await offerOf(anas);
    expect((await parley.api("GET", "/api/me", undefined, secret)).status).toBe(401);
    await answer(secret, "deny");
    await parley.untilState("demo", "idle");
    await parley.api("PUT", "/api/me/settings", { answer_in_notices: false }, ana);
    anas.received.length = 0;
    await say(ana, "ask");
    await vi.waitFor(() => expect(kindsOf(anas)).toContain("question"), { timeout: 10_000, interval: 20 });
    const payload = anas.received.find(({ payload: { kind } }) => kind === "question")?.payload;
    expect(payload).toMatchObject({ choices: [] });
    expect(payload).not.toHaveProperty("secret");
  });
});

describe("a hub that does not allow private push services", () => {
  it.each([
    "http://push.example.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/x",
    "https://localhost/x",
    "https://router.local/x",
    "https://intranet/x",
    "https://push.example.com:8443/x",
    "https://user:secret@push.example.com/x",
    "file:///etc/passwd",
  ])("refuses a subscription that names %s", async (endpoint) => {
    await using other = await Parley.start({ yaml: yaml.replace(/notifications.*\n/, ""), files: { "demo.script": script } });
    const { url } = z.object({ url: z.string() }).parse((await other.api("POST", "/api/login-links", { name: "Ana" })).body);
    const { body } = await other.api("POST", "/api/login", { secret: url.split("#login=")[1] }, null);
    const { keys } = service.browser().subscription;
    expect((await other.api("POST", "/api/push", { endpoint, keys }, String(body["token"]))).status).toBe(400);
  });
});
