import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { questionTexts } from "#hub/questions/texts";
import { say } from "#lib/words/words";
import { jumpingClock } from "#test/fakes/jumping-clock";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const yaml = `${people}
watchdog: { timeout: 5m }
sessions: [{ name: helper, cli_type: scripted, script: helper.script }]
default_session: helper
`;
const files = {
  "helper.script": `
on "overwrite"
  exec "irc status --out ./theirs.json --confirm"
  say "it ended with {exit}"
on "stop it"
  say "stopped"
otherwise
  say "you said {prompt}"
`,
  "theirs.json": "a person's",
};
const minutes = 60_000;
const allowOnce = say("en", questionTexts.optionAllowOnce);

async function noticesOf(parley: Parley): Promise<readonly unknown[]> {
  const threads = (await parley.api("GET", "/api/threads?limit=100")).body as unknown as { threads: readonly { id: string; topic: string }[] };
  const notices = threads.threads.find(({ topic }) => topic === "Notices");
  return notices === undefined ? [] : (await parley.questions()).filter(({ thread }) => thread === notices.id);
}

interface RunRow {
  readonly line: string;
  readonly exit_code: number | null;
  readonly code: string | null;
  readonly question: string | null;
}

const runs = async (parley: Parley): Promise<readonly RunRow[]> => (await parley.api("GET", "/api/runs?limit=10")).body as unknown as readonly RunRow[];

describe("a command that a session runs and that needs approval", () => {
  it("asks inside the session's own turn, holds its timeout, and goes on with the yes", async () => {
    const clock = jumpingClock();
    await using parley = await Parley.start({ yaml, files, clock });
    const ada = talk(parley, "ada");
    ada.say("overwrite");
    const question = await parley.openQuestion();
    const { id, thread } = await parley.session("helper");
    expect(question).toMatchObject({
      asker: "run",
      session: id,
      session_name: "helper",
      thread,
      title: say("en", questionTexts.titleSessionRun, { session: "helper" }),
    });
    expect(question.turn).not.toBeNull();
    expect(await noticesOf(parley)).toEqual([]);
    await parley.untilState("helper", "waiting_input");
    // Not while the question is on its way to the chat: that would take minutes too.
    await parley.until(async () => (await parley.api("GET", "/api/status")).body["due_deliveries"] === 0);
    clock.jump(8 * minutes);
    expect((await parley.session("helper")).state).toBe("waiting_input");
    await ada.press(allowOnce);
    await ada.hears("it ended with");
    // It ran as far as it gets without a server, instead of being refused.
    const [run] = await runs(parley);
    expect(run).toMatchObject({ question: null });
    expect(run?.code).not.toBe("NotAllowed");
    expect((await parley.messages(thread)).filter((line) => line.author_kind === "hub")).toEqual([]);
  });

  it("is not allowed by the member who gave the session the work; an owner is reached and allows it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ana = talk(parley, "ana");
    ana.say("here I am");
    await ana.hears("you said here I am");
    const bo = talk(parley, "bo");
    bo.say("overwrite");
    const { id } = await parley.openQuestion();
    expect(await bo.press(allowOnce)).toBe(say("en", questionTexts.notYourOwn));
    expect(await parley.question(id)).toMatchObject({ state: "open" });
    await ana.press(allowOnce);
    await bo.hears("it ended with");
  });

  it("does not run when the turn is stopped while it waits", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ada = talk(parley, "ada");
    ada.say("overwrite");
    const { id } = await parley.openQuestion();
    ada.say("!!stop");
    await parley.until(async () => (await parley.question(id)).state === "withdrawn");
    await parley.untilState("helper", "idle");
    await parley.until(async () => (await runs(parley)).some(({ line, code }) => line.startsWith("irc status") && code === "Stopped"));
    expect(await readFile(join(parley.home, "theirs.json"), "utf8")).toBe("a person's");
  });

  it("is withdrawn with a reason by a restart; the turn goes on and hears that nothing ran", async () => {
    await using parley = await Parley.start({ yaml, files });
    const ada = talk(parley, "ada");
    ada.say("overwrite");
    const before = await parley.openQuestion();
    await parley.restart();
    expect(await parley.question(before.id)).toMatchObject({ state: "withdrawn", reason: say("en", questionTexts.askedRestart) });
    await ada.hears("it ended with 1");
    expect(await runs(parley)).toMatchObject([{ exit_code: 1, question: null }]);
  });
});

describe("a command that a person types and that needs approval", () => {
  it("asks where it was typed, with no session, and not the one who typed it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = talk(parley, "bo");
    bo.say("!!exec skill list");
    const question = await parley.openQuestion();
    expect(question).toMatchObject({ asker: "run", session: null, turn: null, thread: (await parley.session("helper")).thread });
    expect((await parley.session("helper")).state).toBe("idle");
    expect((await parley.api("GET", "/api/sessions")).body).toHaveLength(1);
    bo.say(`yes ${question.code}`);
    await bo.hears(say("en", questionTexts.notYourOwn));
    talk(parley, "ada").say(`yes ${question.code}`);
    await bo.hears("irc-cli");
  });
});

describe("an agent that a member registered", () => {
  it("runs nothing without approval that the member may not, and the member does not allow it", async () => {
    await using parley = await Parley.start({ yaml, files });
    const bo = await parley.token({ person: "Bo" });
    const registered = (await parley.api("POST", "/api/agents/register", { ide: "x", model: "y" }, bo)).body as unknown as { token: string };
    const { thread } = await parley.session("helper");
    // Its commands belong to the thread it waited in last, which Bo sees.
    const waits = parley.api("GET", `/api/threads/${thread}/wait?after_seq=0`, undefined, registered.token);
    await parley.until(async () => JSON.stringify((await parley.api("GET", "/api/threads")).body).includes('"display_name":"x (y)"'));
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "hello" }, bo);
    await waits;
    const run = (await parley.api("POST", "/api/exec", { command: "skill list", timeout_ms: 100 }, registered.token)).body;
    expect(run).toMatchObject({ error_code: "NeedsApproval" });
    const { id } = await parley.openQuestion();
    expect(await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, bo)).toMatchObject({ status: 403 });
    expect(await parley.question(id)).toMatchObject({ state: "open" });
    const ada = await parley.token({ person: "Ada" });
    expect(await parley.api("POST", `/api/questions/${id}/answer`, { choice: "allow" }, ada)).toMatchObject({ status: 200 });
    await parley.until(async () => (await runs(parley)).some(({ line, exit_code: exit }) => line === "skill list" && exit === 0));
  });
});
