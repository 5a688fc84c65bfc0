import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { JsonObject } from "#domain/json";
import { command, withAgents } from "#test/scenarios/invitations";
import { verifies } from "#test/verifies";
import { openBrowser } from "./browser.ts";
import { type BusClient, official } from "./bus-client.ts";

const yaml = "sessions: [{ name: work, cli_type: scripted, script: work.script }]\ndefault_session: work\n";
const files = { "work.script": `otherwise\n  say "did {prompt}"\n` };
const entries = { "talk-cli": { name: "Talker", invoke_command: command("talk") } };

const line = z.object({ msg_id: z.string(), seq: z.number(), content: z.string(), author_name: z.string() });
type Line = z.infer<typeof line>;
const woken = z.object({ messages: z.array(line), current_seq: z.number(), reply_token: z.string() });
const got = z.object({
  message: z.object({
    content: z.string(),
    edit_version: z.number(),
    reply_to_msg_id: z.string().nullable(),
    reactions: z.array(z.object({ reaction: z.string(), agent_name: z.string() })),
  }),
});

/** An agent that waits on a held connection, as an editor's would. */
class Bee {
  readonly lines: Line[] = [];
  readonly #client: BusClient;
  readonly #thread: string;
  #at = 0;

  constructor(client: BusClient, thread: string) {
    this.#client = client;
    this.#thread = thread;
  }

  async hears(words: string): Promise<Line> {
    for (;;) {
      const heard = this.lines.find(({ content }) => content.includes(words));
      if (heard !== undefined) return heard;
      await this.#wait();
    }
  }

  /** Right after what it has read; out of step it reads on and tries again. */
  async says(content: string): Promise<void> {
    for (let isSaid = false; !isSaid;) {
      const { current_seq, reply_token } = await this.#wait({ timeout_ms: 1 });
      const post = { thread_id: this.#thread, author: "bee", content, expected_last_seq: current_seq, reply_token };
      isSaid = !(await this.#client.call("msg_post", post)).isError;
    }
  }

  async asks<T>(tool: string, args: JsonObject, shape: z.ZodType<T>): Promise<T> {
    const { texts, isError } = await this.#client.call(tool, args);
    if (isError) throw new Error(`${tool}: ${texts.join("\n")}`);
    return shape.parse(JSON.parse(texts[0] ?? ""));
  }

  async #wait(more: JsonObject = {}): Promise<z.infer<typeof woken>> {
    const heard = await this.asks("msg_wait", { thread_id: this.#thread, after_seq: this.#at, return_format: "json", ...more }, woken);
    this.lines.push(...heard.messages);
    this.#at = heard.current_seq;
    return heard;
  }
}

/** What a person does with lines, in the browser. */
function handsOn(page: Page) {
  const log = page.getByRole("log");
  const field = page.getByRole("textbox", { name: "Message" });
  const lineWith = (words: string): Locator => log.getByRole("article").filter({ hasText: words }).last();
  return {
    log,
    field,
    lineWith,
    async write(text: string): Promise<void> {
      await field.fill(text);
      await field.press("Enter");
    },
    async press(words: string, name: string): Promise<void> {
      await lineWith(words).hover();
      await lineWith(words).getByRole("button", { name, exact: true }).click();
    },
  };
}

describe("a person in the browser, a scripted agent, a waiting one over MCP and an invited one, in one thread", () => {
  verifies(
    ["AW-MODE-3", "AW-MODE-2"],
    "each sees every line once, in order; the waiting agent sees what the person answered, edited and thought of its line",
    async () => {
      await using parley = await withAgents(entries, { yaml, files });
      const thread = await parley.threadOf("work");
      const { url } = z.object({ url: z.string() }).parse((await parley.api("POST", "/api/login-links", { name: "Ola" })).body);
      await using client = await official({ url: parley.url, token: await parley.token({ agent: "bee" }) });
      const bee = new Bee(client, thread);
      await using browser = await openBrowser();
      const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(url);
      await page.getByRole("button", { name: "Sign in" }).click();
      const { log, field, lineWith, write, press } = handsOn(page);

      await write("build it");
      await bee.hears("did build it");
      await bee.says("I read the build");
      await press("I read the build", "React");
      await page.getByRole("dialog", { name: "React" }).getByRole("button", { name: "Agree", exact: true }).click();
      await lineWith("I read the build").getByRole("button", { name: "👍 1", pressed: true }).waitFor();
      await press("I read the build", "Reply");
      await write("which part?");
      const answered = await bee.hears("which part?");
      await bee.hears("did which part?");
      await log.getByRole("link", { name: /^bee \(agent\) #3 I read the build/ }).waitFor();

      await field.press("ArrowUp");
      await expect.poll(() => field.inputValue()).toBe("which part?");
      await field.fill("which part of it?");
      await field.press("Enter");
      await lineWith("which part of it?").getByRole("button", { name: "Edited, 2 versions" }).waitFor();

      const own = bee.lines.find(({ content }) => content === "I read the build");
      expect((await bee.asks("msg_get", { message_id: own?.msg_id ?? "" }, got)).message.reactions).toMatchObject([{ reaction: "👍", agent_name: "Ola" }]);
      expect((await bee.asks("msg_get", { message_id: answered.msg_id }, got)).message).toMatchObject({
        content: "which part of it?",
        edit_version: 1,
        reply_to_msg_id: own?.msg_id,
      });
      expect(await bee.asks("msg_edit_history", { message_id: answered.msg_id }, z.unknown())).toMatchObject({ edits: [{ old_content: "which part?" }] });

      await page.getByRole("button", { name: "Invite agent" }).click();
      await page.getByRole("button", { name: "Invite Talker into this thread" }).first().click();
      await page.keyboard.press("Escape");
      await bee.hears("Talker left");
      await bee.says("all read");
      await lineWith("all read").waitFor();

      const all = await parley.messages(thread);
      expect(all.map(({ author_kind, author_name, content }) => `${author_kind} ${author_name}: ${content.replace(/after .*/, "after")}`)).toEqual([
        "person Ola: build it",
        "agent work: did build it",
        "agent bee: I read the build",
        "person Ola: which part of it?",
        "agent work: did which part?",
        "hub Parley: Ola invited Talker.",
        "agent Talker: hello from the invited one",
        "hub Parley: Talker left: exit 0 after",
        "agent bee: all read",
      ]);
      const seqs = all.map(({ seq }) => seq);
      // Its own last line it never waits for.
      expect(bee.lines.map(({ seq }) => seq)).toEqual(seqs.slice(0, -1));
      expect(await log.locator(".at a").allTextContents()).toEqual(seqs.map((seq) => `#${seq}`));
      expect(complaints).toEqual([]);
    },
    90_000,
  );
});
