import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileTexts } from "#hub/files/texts";
import { roadTexts } from "#hub/road/texts";
import { say } from "#lib/words/words";
import { reportPdf } from "#test/fakes/documents/samples";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley, type ParleyOptions } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { defined } from "#lib/defined";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
limits: { upload_mb: 1 }
`;
const files = {
  "work.script": `
otherwise
  say "did {prompt}" every 0ms
`,
};
const start = (more: Partial<ParleyOptions> = {}): Promise<Parley> => Parley.start({ yaml, files, ...more });
const fileOf = (name: string, content: string | Buffer, claims?: number) => ({
  name,
  mime: "image/png",
  content: Buffer.from(content),
  ...defined({ claims }),
});

async function artifactsIn(parley: Parley) {
  const entries = await parley.entries(await parley.threadOf("work"));
  return entries.flatMap((entry) => (entry.kind === "message" ? entry.message.artifacts : []));
}

describe("a file that somebody sends in a chat", () => {
  it("alone is a prompt that names it; it is in the thread and can be downloaded whole", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    const content = Buffer.from("a\0b\r\n你好");
    bo.say("", { files: [fileOf("../../photo of me.png", content)] });
    await bo.hears("did Files: photo of me.png");
    const [artifact, ...others] = await artifactsIn(parley);
    expect(others).toEqual([]);
    expect(artifact).toMatchObject({ name: "photo of me.png", mime: "image/png", bytes: content.length });
    const link = await parley.api("GET", `/api/artifacts/${artifact?.id ?? ""}/link`);
    const got = Buffer.from(await (await fetch(new URL(String(link.body["url"]), parley.url))).arrayBuffer());
    expect(createHash("sha256").update(got).digest("hex")).toBe(createHash("sha256").update(content).digest("hex"));
  });

  it("reaches the agent as a file that it can read, with its name, kind and size; one that failed is not among them", async () => {
    const script = 'on "read"\n  open "notes.txt"\n  say "{files}: {content}"\n';
    await using parley = await start({ files: { "work.script": script } });
    const bo = talk(parley, "bo");
    bo.say("read this", { files: [{ ...fileOf("notes.txt", "the word is 你好"), mime: "text/plain" }, fileOf("big.png", Buffer.alloc(1_500_000))] });
    await bo.hears("notes.txt (text/plain, 18 bytes): the word is 你好");
    const reason = say("en", fileTexts.incomingTooLarge, { max: "1.0 MB" });
    await bo.hears(say("en", fileTexts.incomingFailed, { name: "big.png", reason }));
    expect(bo.heard().some((text) => text.includes("big.png ("))).toBe(false);
  });

  it("is a document that its agent's commands can read, and no agent's that does not see the thread", async () => {
    const script = `on "extract"\n  exec "doc extract --in {shared}"\n  say "{shared} became {artifact}." every 0ms\n`;
    const other = `otherwise\n  exec "doc extract --in {prompt}"\n  say "exit {exit}: {stderr}" every 0ms\n`;
    const two = yaml.replace("sessions:", "sessions:\n  - { name: other, cli_type: scripted, script: other.script }");
    await using parley = await start({ yaml: two, files: { "work.script": script, "other.script": other } });
    const bo = talk(parley, "bo");
    bo.say("extract it", { files: [{ name: "report.pdf", mime: "application/pdf", content: Buffer.from(reportPdf()) }] });
    const [, shared = "", artifact = ""] = /(\S+) became (\S+)\./.exec((await bo.hears(/became \S/)).text.replaceAll("\\", "")) ?? [];
    expect(shared).toMatch(new RegExp(`^\\.agents/uploads/${await parley.threadOf("work")}/msg_\\w+-1-report\\.pdf$`));
    expect(await readFile(join(parley.home, artifact), "utf8")).toContain("Page 3 of the harvest report");
    bo.say("!!use other");
    await bo.hears("other");
    bo.say(shared);
    await bo.hears(say("en", fileTexts.fileMissing, { path: shared }));
  });

  it("is a change of the thread when it has come, so that a page that is open shows it", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    bo.say("look", { files: [fileOf("a.png", "1"), fileOf("b.png", "22")] });
    await bo.hears("did look");
    const changes = (await parley.entries(await parley.threadOf("work"))).flatMap((entry) => (entry.kind === "change" ? [entry.change] : []));
    expect(changes).toMatchObject([
      { kind: "file", artifact: { name: "a.png", bytes: 1 } },
      { kind: "file", artifact: { name: "b.png", bytes: 2 } },
    ]);
  });

  it("is with the agent when its turn begins, and the next prompt does not overtake it", async () => {
    const clock = jumpingClock();
    await using parley = await start({ clock });
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "download", kind: "hang-before" });
    bo.say("first", { files: [fileOf("a.png", "1")] });
    bo.say("second");
    await parley.chat.waitFor((chat) => chat.calls.some((call) => call.method === "download"));
    await parley.until(async () => (await parley.messages(await parley.threadOf("work"))).length === 2);
    expect((await parley.session("work")).state).toBe("idle");
    await parley.chat.waitFor((chat) => {
      clock.jump(5_000);
      return chat.posted.some((message) => message.text.includes("did second"));
    });
    const answers = bo.heard().filter((text) => text.startsWith("did"));
    expect(answers[0]).toContain("did first");
    expect(await artifactsIn(parley)).toHaveLength(1);
  });

  it.each([
    { what: "says that it is too large", claims: 5_000_000 },
    { what: "is larger than it says", claims: 10 },
  ])("that $what is told with the limit, and the prompt goes on with the rest", async ({ claims }) => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    bo.say("read these", { files: [fileOf("big.zip", Buffer.alloc(1_500_000), claims), fileOf("small.txt", "ok")] });
    const reason = say("en", fileTexts.incomingTooLarge, { max: "1.0 MB" });
    const told = say("en", fileTexts.incomingFailed, { name: "big.zip", reason });
    await bo.hears(told);
    const answer = await bo.hears("did read these");
    expect(answer.text).toContain(told);
    expect((await artifactsIn(parley)).map((artifact) => artifact.name)).toEqual(["small.txt"]);
    const thread = await parley.threadOf("work");
    expect(await readdir(join(parley.home, "artifacts", thread))).toHaveLength(1);
    expect(parley.chat.calls.filter((call) => call.method === "download")).toHaveLength(claims > 1_048_576 ? 1 : 2);
  });

  it("whose size is said to be less than nothing is fetched as one of unknown size", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    bo.say("odd", { files: [fileOf("a.png", "123", -1e12)] });
    await bo.hears("did odd");
    expect(await artifactsIn(parley)).toMatchObject([{ name: "a.png", bytes: 3 }]);
  });

  it("that the chat does not hand over is told, and a lost connection is tried again", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "download", kind: "refuse" });
    bo.say("one", { files: [fileOf("gone.png", "1")] });
    await bo.hears(say("en", fileTexts.incomingFailed, { name: "gone.png", reason: say("en", fileTexts.incomingNotGiven) }));
    await bo.hears("did one");
    parley.chat.fault({ on: "download", kind: "cut-before" });
    bo.say("two", { files: [fileOf("kept.png", "1")] });
    await bo.hears("did two");
    expect((await artifactsIn(parley)).map((artifact) => artifact.name)).toEqual(["kept.png"]);
  });

  it("is fetched after a restart that came between accepting and fetching it", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    parley.chat.fault({ on: "download", kind: "hang-before" });
    bo.say("later", { files: [fileOf("a.png", "1")] });
    await parley.chat.waitFor((chat) => chat.unacked.length === 0 && chat.calls.some((call) => call.method === "download"));
    await parley.restart();
    await bo.hears("did later");
    expect((await artifactsIn(parley)).map((artifact) => artifact.name)).toEqual(["a.png"]);
  });

  it("with a command is not read, and the sender is told so", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    bo.say("!!whoami", { files: [fileOf("a.png", "1")] });
    await bo.hears(say("en", roadTexts.filesLeftOut));
    expect(parley.chat.calls.some((call) => call.method === "download")).toBe(false);
  });

  it("beyond the bound of one message is left out, and the sender and the agent both read so", async () => {
    await using parley = await start();
    const bo = talk(parley, "bo");
    bo.say("all of these", { files: Array.from({ length: 52 }, (_, i) => fileOf(`${i}.png`, "1")) });
    const over = say("en", roadTexts.filesOver, { max: 50, count: 2 });
    await parley.chat.waitFor(() => bo.heard().includes(over));
    const answer = await bo.hears("did all of these");
    expect(answer.text).toContain(over);
    expect(answer.text).not.toContain("50.png");
    expect(await artifactsIn(parley)).toHaveLength(50);
  });

  it("of a stranger is never fetched", async () => {
    await using parley = await start();
    const eve = talk(parley, "eve");
    eve.say("", { files: [fileOf("a.png", "1")] });
    await eve.hears("chat:eve");
    expect(parley.chat.calls.some((call) => call.method === "download")).toBe(false);
  });
});
