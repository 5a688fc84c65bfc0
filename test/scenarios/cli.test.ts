import { say } from "#lib/words/words";
import { accessTexts } from "#hub/access/texts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { questionWire, threadWire } from "#protocol/wire";
import { desk, type Desk, type Ended, type Program } from "#test/fakes/program";
import { partOf } from "#test/part-of";

const script = `
on "push"
  ask permission "May I push?" argv ["git", "push", "a b\\u202e"] in "/srv/demo" env PATH
    when "allow"
      say "pushed"
    when "deny"
      say "left alone"
otherwise
  say "you said {prompt}"
`;
const yaml = `
people: [{ name: Bo, role: member, accounts: ["irc:bo"] }]
sessions: [{ name: helper, cli_type: scripted, script: helper.script }]
routing: { rules: [{ keywords: [never], session: nobody }, { name: pushes, keywords: [push*], session: helper }] }
bots: { discord: { enabled: true, token: "123456:a-secret-that-nobody-may-see-here-0", api_root: "http://127.0.0.1:1" } }
`;

let place: Desk;
let hub: Program;
/** The one thread that a session has. */
let thread = "";

beforeAll(async () => {
  place = desk();
  writeFileSync(join(place.dir, "helper.script"), script);
  writeFileSync(join(place.dir, "parley.yaml"), yaml);
  hub = await place.start();
  thread = (data(await place.parley("threads", "--json"))["threads"] as { id: string; topic: string }[]).find((one) => one.topic === "helper")?.id ?? "";
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

function data({ code, out, err }: Ended): Record<string, unknown> {
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as Record<string, unknown>;
}

function refused({ code, out }: Ended): Record<string, unknown> {
  expect(code).toBe(1);
  return JSON.parse(out) as Record<string, unknown>;
}

const lines = ({ out }: Ended): readonly string[] => out.trimEnd().split("\n");

describe("route", () => {
  it("shows rule by rule where a message would go, and sends nothing", async () => {
    const before = data(await place.parley("threads", "--json"));
    const { code, out, err } = await place.parley("route", "please", "push", "it", "--person", "Bo", "--address", "irc:#ops");
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      "rule 1 to nobody: does not hold [no keyword]",
      "rule 2 (pushes) to helper: holds [keyword: push*]",
      `It would go to helper: rule 2, thread helper (${thread}).`,
      "",
    ]);
    expect(data(await place.parley("route", "never", "--json"))).toMatchObject({ decision: "post", session: null, rules: [{ passed_over: "no-session" }, {}] });
    expect(refused(await place.parley("route", "x", "--person", "Nobody", "--json"))).toMatchObject({ error: "NotFound" });
    expect((await place.parley("route")).code).toBe(2);
    expect(data(await place.parley("threads", "--json"))).toEqual(before);
  });
});

describe("people", () => {
  it("are added, linked, listed and removed; a person of the file stays", async () => {
    expect(await place.parley("people", "add", "Ann", "--role", "owner", "--account", "irc:ann", "--account", "telegram:7")).toEqual({
      code: 0,
      out: "Ann is now owner.\n",
      err: "",
    });
    expect((await place.parley("people", "link", "ann", "discord:9")).out).toBe("discord:9 is now Ann.\n");
    expect(lines(await place.parley("people", "list"))).toEqual(["Bo   member  config  irc:bo", "Ann  owner   store   discord:9 irc:ann telegram:7"]);
    const added = data(await place.parley("people", "add", "Eve", "--role", "member", "--json"));
    expect(added).toMatchObject({ id: expect.stringMatching(/^per_/) as unknown, name: "Eve", role: "member", accounts: [], source: "store" });
    expect((await place.parley("people", "add", "eve", "--role", "admin")).err).toBe("The name eve is taken. Choose another one.\n");
    expect((await place.parley("people", "remove", "Eve")).out).toBe("Eve is removed, and their tokens no longer work.\n");
    expect(await place.parley("people", "remove", "Eve")).toMatchObject({
      code: 1,
      out: "",
      err: `${say("en", accessTexts.personUnknown, { name: "Eve" })}\n`,
    });
    expect((await place.parley("people", "remove", "Bo")).err).toContain(partOf(accessTexts.fromConfig));
    expect((await place.parley("people", "remove", "Ann")).err).toContain("only owner");
  });
});

describe("threads, questions and answers", () => {
  it("a line is posted, its answer comes, and a command comes back as its text", async () => {
    const posted = data(await place.parley("post", thread, "hello", "there", "--json"));
    expect(posted).toMatchObject({
      seq: 1,
      content: "hello there",
      surface: "shell",
      author: expect.any(String) as unknown,
      turn: expect.stringMatching(/^trn_/) as unknown,
    });
    expect((await place.parley("post", thread, "--", "--5 degrees")).out).toMatch(/^msg_\w+ is line \d+.*\.\n$/);
    const status = await place.parley("post", thread, "!!sessions");
    expect([status.code, status.out]).toEqual([0, expect.stringContaining("helper")]);
    expect(await place.parley("post", thread, "!!nonsense")).toMatchObject({ code: 1, err: "" });
    const [listed] = (data(await place.parley("threads", "--json"))["threads"] as unknown[]).map((one) => threadWire.parse(one));
    expect(listed).toMatchObject({ id: thread, topic: "helper" });
    expect(lines(await place.parley("threads"))[0]).toMatch(new RegExp(`^${thread} {2}\\S+ {2}open {2,}\\d+ +helper$`));
    const byTopic = data(await place.parley("post", " Helper ", "by its topic", "--json"));
    expect(byTopic).toMatchObject({ thread_id: thread, content: "by its topic" });
    expect(refused(await place.parley("post", "no such topic", "x", "--json"))).toMatchObject({ error: "NotFound", problem: "threadUnknown" });
    expect(await place.parley("post", "thr_1", "x")).toEqual({ code: 1, out: "", err: "There is no thread here that you may see.\n" });
  });

  it("a question is shown whole with nothing hidden, and answered once by its code", async () => {
    await place.parley("post", thread, "push");
    const asked = await untilAsked();
    const shown = await place.parley("questions");
    expect(shown.out).toContain(`${asked.id} ${asked.code}  "helper" asks "May I push?"`);
    expect(shown.out).toContain('  command      "git" "push" "a b⟨U+202E⟩"\n  directory    "/srv/demo"\n  environment  "PATH"\n');
    expect(await place.parley("answer", asked.code, "perhaps")).toMatchObject({ code: 1, out: "" });
    const answered = questionWire.parse(data(await place.parley("answer", asked.code, "deny", "--json")));
    expect(answered).toMatchObject({ id: asked.id, state: "answered", answer: { surface: "shell" } });
    const late = await place.parley("answer", asked.id, "allow");
    expect([late.code, late.out]).toEqual([1, ""]);
    expect(late.err).toMatch(/answered/);
    expect(await place.parley("questions")).toEqual({ code: 0, out: "", err: "There are no open questions.\n" });
    await place.parley("post", thread, "push");
    const again = await untilAsked();
    expect(questionWire.parse(data(await place.parley("answer", again.code, "yes", "--json")))).toMatchObject({
      id: again.id,
      state: "answered",
      answer: { option: "allow" },
    });
    expect(await place.parley("answer", "zzzzz", "yes")).toMatchObject({ code: 1, err: expect.stringContaining("zzzzz") as unknown });
  });

  /** Every look is a process of its own, so it takes a while by itself. */
  async function untilAsked(): Promise<{ id: string; code: string }> {
    for (;;) {
      const [open] = JSON.parse((await place.parley("questions", "--json")).out) as unknown[];
      if (open !== undefined) return questionWire.parse(open);
    }
  }
});

describe("the terminal from a shell", () => {
  it("gets every word of the line, options included, and its own options wherever they stand", async () => {
    const refusal = refused(await place.parley("exec", "ls", "-la", "--json"));
    expect(refusal).toMatchObject({ error_code: "UnknownCommand", result: { problem: "unknownFileCommand", name: "ls" } });
    const shown = await place.parley("exec", "skill", "show", "hello-world", "--no-such-flag");
    expect(shown).toMatchObject({ code: 1, err: expect.stringContaining("--no-such-flag") as unknown });
    expect((await place.parley("exec", "--timeout=5000", "hello")).code).toBe(0);
    expect((await place.parley("exec", "hello", "--timeout", "5000")).code).toBe(0);
    expect((await place.parley("exec", "hello", "--timeout", "soon")).code).toBe(2);
  });
});

describe("the address of the running hub", () => {
  it("is in status and config, and not in config when none runs", async () => {
    const { url } = hub;
    expect(lines(await place.parley("status"))[0]).toContain(` at ${url},`);
    expect(data(await place.parley("config", "--json"))["running"]).toEqual({ url, pid: hub.pid });
    expect(lines(await place.parley("config"))[0]).toBe(`running    ${url} (process ${hub.pid})`);
    using other = desk();
    expect(data(await other.parley("config", "--json"))["running"]).toBeNull();
  });
});

describe("what works on the files alone", () => {
  it("doctor finds everything in order beside the running hub, and says what it cannot give", async () => {
    const doctor = await place.parley("doctor");
    expect(doctor.code).toBe(0);
    expect(lines(doctor).map((line) => line.split(/\s+/).slice(0, 2).join(" "))).toEqual(
      expect.arrayContaining(["node ok", "home ok", "config ok", "port ok", "store ok", "workspace warning", "discord warning", "agents ok"]),
    );
  });

  it("config shows what is in force and from where, and no secret", async () => {
    const config = await place.parley("config");
    expect([config.code, config.err]).toEqual([0, ""]);
    expect(config.out).toContain(join(place.dir, "parley.yaml"));
    expect(config.out).toContain("command_prefix");
    expect(config.out).not.toContain("a-secret-that-nobody-may-see");
    expect(JSON.stringify(data(await place.parley("config", "--json")))).not.toContain("a-secret-that-nobody-may-see");
  });

  it("audit verify walks the chain while the hub runs", async () => {
    const verdict = data(await place.parley("audit", "verify", "--json"));
    expect(verdict).toEqual({ ok: true, records: expect.any(Number) as unknown });
    expect((await place.parley("audit", "verify")).out).toMatch(/^The chain holds: \d+ records, none changed, removed or reordered\.\n$/);
  });
});
