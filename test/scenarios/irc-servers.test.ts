import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ircTexts } from "#commands/irc/texts";
import { questionTexts } from "#hub/questions/texts";
import { terminalTexts } from "#hub/terminal/texts";
import { sha256 } from "#lib/digest";
import { say } from "#lib/words/words";
import { freePort } from "#test/fakes/irc/daemon";
import { Parley } from "./parley.ts";
import { people, talk } from "./talk.ts";

const secrets = ".agents/skills/irc-cli/secrets/.env";
const env = (port: number): string => `IRC_SERVER=127.0.0.1\nIRC_PORT=${port}\nIRC_TLS=0\nIRC_CHANNEL=#lemon\nIRC_NICK=kestrel\n`;

interface Ran {
  readonly error_code: string | null;
  readonly error_message: string | null;
}

/** Ports where nobody listens: a run that may connect fails in the network, one that may not says `NotAllowed`. */
async function hub() {
  const [first, second] = [await freePort(), await freePort()];
  const parley = await Parley.start({ yaml: people, files: { [secrets]: env(first) } });
  const exec = async (token: string, command = "irc connect"): Promise<Ran> =>
    (await parley.api("POST", "/api/exec", { command }, token)).body as unknown as Ran;
  return {
    parley,
    second,
    exec,
    moveTo: (port: number) => writeFile(join(parley.home, secrets), env(port)),
    answer: async (id: string, choice: string, token?: string) => (await parley.api("POST", `/api/questions/${id}/answer`, { choice }, token)).status,
    [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose](),
  };
}

describe("a changed IRC server", () => {
  it("is not allowed by the admin who connects to it, nor by the owner of the agent that does; an owner allows it", async () => {
    await using at = await hub();
    const { parley, second, exec } = at;
    const [ana, ada] = [await parley.token({ person: "Ana" }), await parley.token({ person: "Ada" })];
    const bee = z.object({ token: z.string() }).parse((await parley.api("POST", "/api/agents/register", { ide: "Bee", model: "m" }, ada)).body).token;
    for (const token of [ada, bee]) expect((await exec(token)).error_code).not.toBe("NotAllowed");
    await at.moveTo(second);
    for (const token of [ada, bee]) {
      const running = exec(token);
      const { id } = await parley.openQuestion();
      expect(await at.answer(id, "allow", ada)).toBe(403);
      expect((await parley.question(id)).state).toBe("open");
      expect(await at.answer(id, "allow", ana)).toBe(200);
      expect((await running).error_code).not.toBe("NotAllowed");
    }
  });

  it("is asked about for a new agent too, with any command, while the question of its person is open and after", async () => {
    await using at = await hub();
    const { parley, second, exec } = at;
    const [ana, ada] = [await parley.token({ person: "Ana" }), await parley.token({ person: "Ada" })];
    expect((await exec(ada)).error_code).not.toBe("NotAllowed");
    await at.moveTo(second);
    const hers = exec(ada);
    const first = await parley.openQuestion();
    const bee = z.object({ token: z.string() }).parse((await parley.api("POST", "/api/agents/register", { ide: "Bee", model: "m" }, ada)).body).token;
    const status = (await parley.api("POST", "/api/exec", { command: "irc status" }, bee)).body;
    expect(status["result"]).toMatchObject({ state: "not_initialized", last_error: { error_code: "NeedsApproval" } });
    const its = exec(bee);
    const other = await parley.until(async () => (await parley.questions()).find(({ id, state }) => state === "open" && id !== first.id));
    expect(other.prompt).toMatch(new RegExp(` ${second} plain`));
    expect(await at.answer(other.id, "allow", ada)).toBe(403);
    expect(await at.answer(other.id, "deny", ada)).toBe(200);
    expect((await its).error_code).toBe("NotAllowed");
    expect(await at.answer(first.id, "allow", ana)).toBe(200);
    expect((await hers).error_code).not.toBe("NotAllowed");
    // What an owner has allowed is the workspace's server from then on.
    const cat = z.object({ token: z.string() }).parse((await parley.api("POST", "/api/agents/register", { ide: "Cat", model: "m" }, ada)).body).token;
    expect((await exec(cat)).error_code).not.toBe("NotAllowed");
  });

  it("that two runs wait for is asked about once, and both go on with the yes", async () => {
    await using at = await hub();
    const { parley, second, exec } = at;
    const bee = await parley.token({ agent: "bee", may: [] });
    await exec(bee);
    await at.moveTo(second);
    const running = [exec(bee), exec(bee, "irc send --text hello")];
    const { id } = await parley.openQuestion();
    await parley.until(
      async () =>
        ((await parley.api("GET", "/api/runs?limit=10")).body as unknown as { ended_at: unknown }[]).filter((run) => run.ended_at === null).length === 2,
    );
    expect((await parley.questions()).filter(({ state }) => state === "open")).toHaveLength(1);
    expect(await at.answer(id, "allow")).toBe(200);
    for (const run of await Promise.all(running)) expect(run.error_code).not.toBe("NotAllowed");
  });

  it("that was refused stays refused for agents that register anew, over a restart, until an admin's connection is allowed", async () => {
    await using at = await hub();
    const { parley, second, exec } = at;
    const [ana, ada] = [await parley.token({ person: "Ana" }), await parley.token({ person: "Ada" })];
    const register = async (ide: string) =>
      z.object({ token: z.string() }).parse((await parley.api("POST", "/api/agents/register", { ide, model: "m" }, ana)).body).token;
    const bee = await register("Bee");
    await exec(bee);
    await at.moveTo(second);
    const refused = exec(bee);
    expect(await at.answer((await parley.openQuestion()).id, "deny", ada)).toBe(200);
    expect((await refused).error_code).toBe("NotAllowed");

    const stays = say("en", ircTexts.ircServerStaysRefused, { after: `127.0.0.1 ${second} plain` });
    const anew = await register("Cat");
    expect(await exec(anew)).toMatchObject({ error_code: "NotAllowed", error_message: stays });
    await parley.restart();
    expect(await exec(await register("Dog"))).toMatchObject({ error_code: "NotAllowed", error_message: stays });
    expect((await parley.questions()).filter(({ state }) => state === "open")).toEqual([]);
    const records = (await parley.records("access")).map(({ data }) => data["did"]);
    expect(records).toContain("refused for everybody");

    const lifted = exec(ada);
    const question = await parley.openQuestion();
    expect(question.prompt).toBe(say("en", ircTexts.ircAskRefused, { after: `127.0.0.1 ${second} plain` }));
    expect(await at.answer(question.id, "allow", ada)).toBe(403);
    expect(await at.answer(question.id, "allow", ana)).toBe(200);
    expect((await lifted).error_code).not.toBe("NotAllowed");
    expect((await exec(anew)).error_code).not.toBe("NotAllowed");
  });
});

describe("what is piped into a command that needs approval", () => {
  const asked = async (parley: Parley, stdin: string) => {
    const bo = await parley.token({ person: "Bo" });
    const running = parley.api("POST", "/api/exec", { command: "irc send --text-stdin", stdin }, bo);
    const question = await parley.openQuestion();
    return { question, deny: async () => (await parley.api("POST", `/api/questions/${question.id}/answer`, { choice: "deny" }), running) };
  };

  it("is shown whole in the question, with its length and hash, hidden characters included", async () => {
    await using parley = await Parley.start({ yaml: people, files: { [secrets]: env(1) } });
    const ana = talk(parley, "ana");
    ana.say("!!whoami");
    await ana.hears("You: Ana");
    const stdin = "the plan is \u202ereversed\nand has two lines";
    const { question, deny } = await asked(parley, stdin);
    const facts = say("en", terminalTexts.inputFacts, { chars: Array.from(stdin).length, hash: sha256(stdin) });
    expect(question.subject?.detail).toBe(`${facts}\n${stdin}`);
    const shown = await ana.hears(say("en", questionTexts.detailLabel));
    expect(shown.text).toContain("the plan is ⟨U+202E⟩reversed");
    await deny();
  });

  it("is cut where it is long, and says so", async () => {
    await using parley = await Parley.start({ yaml: people, files: { [secrets]: env(1) } });
    const stdin = `${"好".repeat(2_000)}the end`;
    const { question, deny } = await asked(parley, stdin);
    const detail = question.subject?.detail ?? "";
    expect(detail).toContain(say("en", terminalTexts.inputFacts, { chars: 2_007, hash: sha256(stdin) }));
    expect(detail).toContain(say("en", terminalTexts.inputCut, { chars: 7 }));
    expect(detail).not.toContain("the end");
    await deny();
  });
});
