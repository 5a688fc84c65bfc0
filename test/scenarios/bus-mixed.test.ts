import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verifies } from "#test/verifies";
import { busTexts } from "#hub/bus/texts";
import { say } from "#lib/words/words";
import { command, leaving, withAgents } from "./invitations.ts";
import type { Parley } from "./parley.ts";
import { talk } from "./talk.ts";

const yaml = `
limits: { agent_posts: 8 }
sessions:
  - { name: work, cli_type: scripted, script: work.script }
default_session: work
`;
const files = { "work.script": `otherwise\n  say "did {prompt}"\n` };
const entries = { "talk-cli": { name: "Talker", invoke_command: command("talk") } };

const line = z.object({ seq: z.number(), content: z.string(), author_name: z.string(), author_kind: z.string() });
const woken = z.object({ messages: z.array(line), current_seq: z.number(), reply_token: z.string() });
const wordsOf = (lines: readonly z.infer<typeof line>[]): readonly string[] =>
  lines.map(({ author_kind, author_name, content }) => `${author_kind} ${author_name}: ${content.replace(/after .*/, "after")}`);

/** An agent that waits for lines, over REST, and answers the ones it is asked in. */
class Waiter {
  readonly lines: z.infer<typeof line>[] = [];
  readonly #parley: Parley;
  readonly #token: string;
  readonly #thread: string;
  #at = 0;

  constructor(parley: Parley, token: string, thread: string) {
    this.#parley = parley;
    this.#token = token;
    this.#thread = thread;
  }

  /** Goes on until a line reads so, and answers when it has an answer; out of step it reads on and tries again. */
  async until(words: string, answer?: string): Promise<void> {
    while (!this.lines.some(({ content }) => content.includes(words))) await this.#wait();
    for (let isSaid = answer === undefined; !isSaid;) {
      const { current_seq, reply_token } = await this.#wait("&timeout_ms=0");
      const { status } = await this.#parley.api(
        "POST",
        `/api/threads/${this.#thread}/messages`,
        { content: answer, expected_last_seq: current_seq, reply_token },
        this.#token,
      );
      isSaid = status === 201;
    }
  }

  async #wait(more = ""): Promise<z.infer<typeof woken>> {
    const { body } = await this.#parley.api("GET", `/api/threads/${this.#thread}/wait?after_seq=${this.#at}${more}`, undefined, this.#token);
    const got = woken.parse(body);
    this.lines.push(...got.messages);
    this.#at = got.current_seq;
    return got;
  }
}

describe("a thread with people and agents of every kind", () => {
  verifies(["AW-MODE-3", "AW-MODE-2"], "shows each of them every line once, in order, with its author's real identity", async () => {
    await using parley = await withAgents(entries, { yaml, files });
    const ann = await parley.person("Ann", "admin");
    const waiting = await parley.token({ agent: "bee" });
    const thread = await parley.threadOf("work");
    const page = await parley.stream(thread, { token: ann });
    await page.next("snapshot");
    const bee = new Waiter(parley, waiting, thread);
    const ola = talk(parley, "ola");

    const answered = bee.until("did build it", "I read the build");
    ola.say("build it");
    await answered;
    await ola.hears("I read the build");
    await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, ann);
    await leaving(parley, thread, "Talker left");
    await parley.api("POST", `/api/threads/${thread}/messages`, { content: "thanks" }, ann, { origin: parley.url });
    await bee.until("did thanks");

    const all = z.array(line).parse((await parley.api("GET", `/api/threads/${thread}/messages`)).body);
    expect(wordsOf(all)).toEqual([
      "person Ola: build it",
      "agent work: did build it",
      "agent bee: I read the build",
      "hub Parley: Ann invited Talker.",
      "agent Talker: hello from the invited one",
      "hub Parley: Talker left: exit 0 after",
      "person Ann: thanks",
      "agent work: did thanks",
    ]);
    expect(bee.lines.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq));
    const shown: unknown[] = [];
    while (shown.length < all.length) {
      const { entry } = z.object({ entry: z.object({ kind: z.string(), message: line.optional() }) }).parse((await page.next("entry")).data);
      if (entry.message !== undefined) shown.push(entry.message.seq);
    }
    expect(shown).toEqual(all.map(({ seq }) => seq));
    for (const words of ["did build it", "I read the build", "hello from the invited one", "did thanks"]) {
      await ola.hears(words);
      expect(ola.heard().filter((text) => text.includes(words))).toHaveLength(1);
    }
    page.close();
  });

  it("cuts agents that only write to each other, says so in the chat, and goes on after a person's line there", async () => {
    await using parley = await withAgents(entries, { yaml, files });
    const [bee, cee] = [await parley.token({ agent: "bee" }), await parley.token({ agent: "cee" })];
    const thread = await parley.threadOf("work");
    const ola = talk(parley, "ola");
    ola.say("begin");
    await ola.hears("did begin");
    const post = async (token: string, content: string): Promise<number> =>
      (await parley.api("POST", `/api/threads/${thread}/messages`, { content }, token)).status;
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push(await post(n % 2 === 0 ? bee : cee, `line ${n}`));
    // The session's answer is an agent's line too.
    expect(statuses).toEqual([...Array<number>(7).fill(201), ...Array<number>(5).fill(429)]);
    const cut = say("en", busTexts.loopBudget, { topic: "work" });
    await ola.hears(cut);
    ola.say("go on");
    await ola.hears("did go on");
    expect(await post(bee, "after that")).toBe(201);
    expect(ola.heard().filter((text) => text.includes(cut))).toHaveLength(1);
  });
});
