import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keysTexts } from "#commands/keys/texts";
import { restartTexts } from "#commands/restart/texts";
import { resumeTexts } from "#commands/resume/texts";
import { accessTexts } from "#hub/access/texts";
import { roadTexts } from "#hub/road/texts";
import { turnTexts } from "#hub/turns/texts";
import { workWords } from "#lib/words/work-words";
import { say } from "#lib/words/words";
import { verifies } from "#test/verifies";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";
import { questionTexts } from "#hub/questions/texts";
import { partOf } from "#test/part-of";

const yaml = `${people}
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = {
  "work.script": `
screen
  | Welcome to the agent
facts pid 4711 memory 12 model "scripted-1"
conversation "c1" "About limits"
conversation "c2" "About names"
on "hang"
  status working "the long task"
  say "Hanging." every 0ms
  hang
on "ask"
  ask permission "Push?" argv ["git", "push"]
  say "Went on."
on "recall"
  say "I remember {memory}"
otherwise
  say "did {prompt}"
`,
};

describe("!!now", () => {
  it("interrupts the turn and comes before what is queued, as it was typed", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await parley.untilState("work", "processing");
    bo.say("queued");
    await bo.hears(say("en", roadTexts.queued, { session: "work", position: 1 }));
    bo.say('!!now first; then | "that"');
    await bo.hears(say("en", roadTexts.interrupting, { session: "work" }));
    await bo.hears('did first; then | "that"');
    await bo.hears("did queued");
    const said = (await parley.messages(await parley.threadOf("work"))).map((line) => line.content);
    expect(said.indexOf('did first; then | "that"')).toBeLessThan(said.indexOf("did queued"));
    expect(said).toContain('first; then | "that"');
    expect(await parley.records("stopped")).toHaveLength(1);
  });

  it("is a prompt whatever it looks like: no command, and no answer to the question it withdraws", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("ask");
    await bo.hears(partOf(questionTexts.asksPermission));
    bo.say("!!now yes");
    await bo.hears("did yes");
    const [question] = await parley.questions();
    expect(question?.state).toBe("withdrawn");
    bo.say("!!now !!help");
    await bo.hears("did !!help");
  });

  it("stops no turn of somebody else's for a member, and nothing is queued then", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [cy, bo] = [talk(parley, "cy"), talk(parley, "bo")];
    cy.say("hang");
    await parley.untilState("work", "processing");
    bo.say("!!now mine");
    await bo.hears(say("en", turnTexts.mayNotStop, { session: "work", who: "Cy" }));
    expect((await parley.session("work")).queue).toBe(0);
    expect((await parley.refusals()).map((one) => one.code)).toEqual(["NotAllowed"]);
    const thread = await parley.threadOf("work");
    expect((await parley.api("POST", `/api/threads/${thread}/messages`, { content: "over the API", now: true })).status).toBe(201);
    await cy.hears("did over the API");
  });

  it("needs a text and a session", async () => {
    await using parley = await Parley.start({ yaml: people, files });
    const bo = talk(parley, "bo");
    bo.say("!!now hello");
    await bo.hears(say("en", roadTexts.noSession, { prefix: "!!" }));
    bo.say("!!now");
    expect((await bo.hears("`!!now <text …>`")).room).toBe(bo.room);
  });
});

describe("!!keys", () => {
  it("presses keys of a list for admins, and never text", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, ada] = [talk(parley, "bo"), talk(parley, "ada")];
    bo.say("!!keys Enter");
    await bo.hears(say("en", accessTexts.roleNeeded, { role: "admin", mine: "member" }));
    ada.say("!!keys y 1 enter");
    await ada.hears(say("en", keysTexts.pressed, { session: "work", keys: "y 1 Enter", prefix: "!!" }));
    await parley.until(async () => (await parley.messages(await parley.threadOf("work"))).some((line) => line.content === "did y1"));
    for (const words of ["yes", "rm -rf x", "C-z", "\\; kill-server"]) {
      ada.say(`!!keys ${words}`);
      const key = words.split(" ")[0]?.replace("\\", "") ?? "";
      await ada.hears(say("en", keysTexts.unknownKey, { key, known: say("en", keysTexts.argKeys) }));
    }
    expect((await parley.records("typed")).map(({ data }) => data["keys"])).toEqual([3]);
  });

  verifies("C-11.4-2", "while a question is open: only for those who may answer it, and no text from anybody", async () => {
    await using parley = await Parley.start({ yaml: `${yaml}questions: { approvers: [Ana] }\n`, files });
    const [bo, ada] = [talk(parley, "bo"), talk(parley, "ada")];
    bo.say("ask");
    await bo.hears(partOf(questionTexts.asksPermission));
    ada.say("!!keys 1");
    await ada.hears(say("en", turnTexts.keysWhileAsked, { session: "work" }));
    const { id } = await parley.session("work");
    const owner = await parley.token({ person: "Ana", answers: true });
    expect((await parley.api("POST", `/api/sessions/${id}/keys`, { keys: ["no", "Enter"] }, owner)).status).toBe(400);
    expect((await parley.session("work")).state).toBe("waiting_input");
    expect((await parley.api("POST", `/api/sessions/${id}/keys`, { keys: ["1"] }, owner)).status).toBe(200);
    await bo.hears("Went on.");
  });
});

describe("!!screen", () => {
  verifies("C-11.6-1", "shows the terminal as text, and as a picture in the chat that asked", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, cy] = [talk(parley, "bo"), talk(parley, "cy")];
    cy.say("!!use work");
    await cy.hears("Switched");
    bo.say("!!screen");
    await bo.hears("Welcome to the agent");
    const picture = await parley.chat.waitFor((chat) => chat.posted.find((message) => message.file?.name.startsWith("screen.") === true));
    expect(picture.room).toBe(bo.room);
    expect(cy.heard()).toEqual(["Switched to work."]);
  });

  it("is watched over HTTP: a request waits until the screen is another one", async () => {
    await using parley = await Parley.start({ yaml, files });
    const { id } = await parley.session("work");
    const first = await parley.api("GET", `/api/sessions/${id}/screen`);
    const waiting = parley.api("GET", `/api/sessions/${id}/screen?after=${String(first.body["version"])}&wait=25`);
    await parley.api("POST", `/api/sessions/${id}/keys`, { keys: ["h"] });
    const next = await waiting;
    expect(next.body["text"]).toContain("> h");
    expect(next.body["version"]).not.toBe(first.body["version"]);
  });
});

describe("!!restart and !!resume", () => {
  verifies("C-11.5-6", "end the turn, start the agent anew and go on with what is queued", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, ada] = [talk(parley, "bo"), talk(parley, "ada")];
    bo.say("hang");
    await parley.untilState("work", "processing");
    bo.say("next");
    bo.say("!!restart");
    await bo.hears(say("en", accessTexts.roleNeeded, { role: "admin", mine: "member" }));
    ada.say("!!restart");
    await ada.hears(say("en", restartTexts.restarted, { session: "work" }));
    await bo.hears(say("en", turnTexts.turnStopped, { session: "work", who: "Ada" }));
    await bo.hears("did next");
    expect((await parley.untilState("work", "idle")).reason).toBe("");
    expect((await parley.records("restarted")).map(({ who }) => who)).toEqual([expect.stringMatching(/^per_/)]);
  });

  it("list the older conversations, and reopen one", async () => {
    await using parley = await Parley.start({ yaml, files });
    const [bo, ada] = [talk(parley, "bo"), talk(parley, "ada")];
    bo.say("!!resume");
    const list = await bo.hears(say("en", resumeTexts.head, { session: "work" }));
    expect(list.text).toMatch(/1\. About limits[^]*2\. About names/);
    bo.say("!!resume 2");
    await bo.hears(say("en", turnTexts.deskNotAllowed, { session: "work" }));
    ada.say("!!resume 3");
    await ada.hears(say("en", resumeTexts.noNumber, { number: "3", prefix: "!!" }));
    ada.say("!!resume 2");
    await ada.hears(say("en", resumeTexts.resumed, { session: "work", title: "About names" }));
    ada.say("recall");
    await ada.hears("I remember c2");
    const { id } = await parley.session("work");
    expect((await parley.api("POST", `/api/sessions/${id}/restart`, { conversation: "c9" })).status).toBe(404);
    expect((await parley.api("POST", `/api/sessions/${id}/restart`, { conversation: "c1" })).body).toMatchObject({ restarted: true });
    ada.say("recall");
    await ada.hears("I remember c1");
  });
});

describe("!!status", () => {
  it("says which process, its memory, since when, and what it is doing", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("hang");
    await parley.until(async () => (await parley.session("work")).status !== undefined);
    bo.say("!!status");
    const status = await bo.hears("process 4711");
    const working = workWords("en", { doing: "working", what: "the long task" });
    for (const part of ["12 MB", "up since", "scripted-1", working]) expect(status.text).toContain(part);
  });
});

describe("a new session", () => {
  const withRepository = async (parley: Parley): Promise<string> => {
    const repository = join(parley.home, "repo");
    mkdirSync(join(repository, "sub"), { recursive: true });
    writeFileSync(join(repository, "sub", "notes.txt"), "one\n");
    const git = (...args: readonly string[]): Buffer => execFileSync("git", ["-C", repository, "-c", "user.name=T", "-c", "user.email=t@example.com", ...args]);
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "First");
    return repository;
  };

  verifies("C-3.1-4", "takes its directory as a word, and a git worktree on request that is removed only when clean", async () => {
    await using parley = await Parley.start({ yaml: people });
    const repository = await withRepository(parley);
    const ada = talk(parley, "ada");
    ada.say("!!new plain scripted repo/sub");
    await ada.hears(`Created plain (scripted) in ${join(repository, "sub")}.`);
    ada.say("!!new apart scripted repo/sub --worktree");
    const place = join(realpathSync(parley.home), "worktrees", "apart", "sub");
    await ada.hears(`in ${join(parley.home, "worktrees", "apart", "sub")}`);
    expect(existsSync(join(place, "notes.txt"))).toBe(true);
    ada.say("!!new dirty scripted repo --worktree");
    await ada.hears("Created dirty");
    writeFileSync(join(parley.home, "worktrees", "dirty", "more.txt"), "x");
    const ends = async (name: string): Promise<number> => (await parley.api("DELETE", `/api/sessions/${(await parley.session(name)).id}`)).status;
    const { thread } = await parley.session("dirty");
    expect([await ends("apart"), await ends("dirty"), await ends("plain")]).toEqual([200, 200, 200]);
    expect(existsSync(place)).toBe(false);
    expect(existsSync(join(parley.home, "worktrees", "dirty", "more.txt"))).toBe(true);
    expect(existsSync(join(repository, "sub", "notes.txt"))).toBe(true);
    const kept = say("en", turnTexts.worktreeKept, { session: "dirty", path: join(parley.home, "worktrees", "dirty") });
    expect((await parley.messages(thread)).map((line) => line.content)).toContain(kept);
    ada.say("!!new lost scripted --worktree --dir .");
    await ada.hears(partOf(turnTexts.noWorktree));
  });

  it("is made over HTTP by those who may, who also see what could be run", async () => {
    await using parley = await Parley.start({ yaml: `${people}sessions: [{ name: tree, cli_type: scripted, work_dir: repo, worktree: true }]\n`, files });
    // The repository is not there when the hub starts.
    expect((await parley.session("tree")).state).toBe("dead");
    await withRepository(parley);
    await parley.restart();
    expect(await parley.session("tree")).toMatchObject({ state: "idle", work_dir: join(parley.home, "worktrees", "tree") });
    const bo = await parley.token({ person: "Bo" });
    expect((await parley.api("POST", "/api/sessions", { name: "x", cli_type: "scripted" }, bo)).status).toBe(403);
    expect((await parley.api("GET", "/api/clis", undefined, bo)).status).toBe(403);
    const made = await parley.api("POST", "/api/sessions", { name: "x", cli_type: "scripted", work_dir: "repo" });
    expect([made.status, made.body["work_dir"]]).toEqual([201, join(parley.home, "repo")]);
    const { clis } = (await parley.api("GET", "/api/clis")).body as unknown as { clis: { cli_type: string }[] };
    expect(clis.map((one) => one.cli_type)).toEqual(expect.arrayContaining(["claude", "scripted"]));
  });
});
