import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect } from "vitest";
import { z } from "zod";
import { desk, startHub, type Program } from "#test/fakes/program";
import { Waiting } from "#test/fakes/waiting";
import { verifies } from "#test/verifies";

const waiters = 50;
const crew = ["ada", "ben", "cleo", "dan", "eve"] as const;

/** Notes that it was started, joins, and stays until it is told to leave. A hub that is away is waited for. */
const agentScript = `
import { appendFileSync, existsSync } from "node:fs";
const { PARLEY_URL, PARLEY_TOKEN, PARLEY_THREAD, PARLEY_AGENT } = process.env;
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
appendFileSync("started.txt", PARLEY_AGENT + " " + process.pid + "\\n");
const say = async (content) => {
  for (;;) {
    try {
      const { status } = await fetch(PARLEY_URL + "/api/threads/" + PARLEY_THREAD + "/messages", { method: "POST", headers: { authorization: "Bearer " + PARLEY_TOKEN, "idempotency-key": PARLEY_AGENT + content }, body: JSON.stringify({ content }) });
      if (status === 201) return;
      throw new Error("refused with " + status);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      await pause();
    }
  }
};
await say("here");
while (!existsSync("leave")) await pause();
await say("leaving");
`;

const line = z.object({ seq: z.number(), author_name: z.string(), content: z.string() });
const run = z.object({ agent_name: z.string(), state: z.string(), exit_code: z.number().nullable() });
const woken = z.object({ messages: z.array(z.object({ seq: z.number(), content: z.string() })), current_seq: z.number(), reply_token: z.string() });

/** The hub's home and address, which outlive the hub. */
class Stage {
  readonly #desk = desk();
  readonly changed = new Waiting();
  hub: Program | undefined;
  url = "";

  async up(): Promise<void> {
    const port = this.url === "" ? [] : ["--port", new URL(this.url).port];
    this.hub = await startHub(["--home", this.#desk.home, "--config", join(this.dir, "parley.yaml"), ...port], { cwd: this.dir });
    this.url = this.hub.url;
    this.changed.changed();
  }

  get dir(): string {
    return this.#desk.dir;
  }

  async kill(): Promise<void> {
    const { hub } = this;
    this.hub = undefined;
    await hub?.stop("SIGKILL");
  }

  async api(method: string, path: string, body?: object): Promise<unknown> {
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(this.#desk.home, "hub.json"), "utf8")));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async token(agent: string): Promise<string> {
    return z.object({ token: z.string() }).parse(await this.api("POST", "/api/tokens", { agent })).token;
  }

  async thread(topic: string): Promise<string> {
    return z.object({ id: z.string() }).parse(await this.api("POST", "/api/threads", { topic })).id;
  }

  async lines(thread: string): Promise<readonly z.infer<typeof line>[]> {
    return z.array(line).parse(await this.api("GET", `/api/threads/${thread}/messages?limit=500`));
  }

  async runs(): Promise<readonly z.infer<typeof run>[]> {
    return z.array(run).parse(await this.api("GET", "/api/agents/runs"));
  }

  async waiting(thread: string): Promise<number> {
    const [{ text }] = z.tuple([z.object({ text: z.string() })]).parse(await this.api("POST", "/api/mcp/tool/thread_wait_state_get", { thread_id: thread }));
    return z.object({ count: z.number() }).parse(JSON.parse(text)).count;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hub?.stop("SIGKILL");
    this.#desk[Symbol.dispose]();
  }
}

/** A stock client that asks again from its cursor, whatever happened to the last call. */
class Waiter {
  readonly heard: string[] = [];
  readonly #stage: Stage;
  readonly #client: Client;
  #cursor = 0;

  static async connect(stage: Stage, name: string): Promise<Waiter> {
    const token = await stage.token(name);
    const client = new Client({ name, version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${stage.url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
    return new Waiter(stage, client);
  }

  private constructor(stage: Stage, client: Client) {
    this.#stage = stage;
    this.#client = client;
  }

  async call<T>(name: string, args: Record<string, unknown>, shape: z.ZodType<T>): Promise<T> {
    const { content } = await this.#client.callTool({ name, arguments: args });
    return shape.parse(JSON.parse(z.tuple([z.object({ text: z.string() })]).parse(content)[0].text));
  }

  /** Until the line `last` is heard. */
  async listen(thread: string, last: string): Promise<void> {
    while (this.heard.at(-1) !== last) {
      try {
        const { messages } = await this.call("msg_wait", { thread_id: thread, after_seq: this.#cursor, return_format: "json" }, woken);
        for (const { seq, content } of messages) {
          this.#cursor = seq;
          this.heard.push(content);
        }
        this.#stage.changed.changed();
      } catch (cause) {
        if (cause instanceof z.ZodError) throw cause;
        await this.#stage.changed.for(
          () => this.#stage.hub !== undefined,
          () => "the hub to come back",
          { timeoutMs: 60_000 },
        );
      }
    }
    await this.#client.close();
  }
}

/** One that has ended and whom nobody has collected yet does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("a hub that is killed while fifty wait and five invited ones run", () => {
  verifies(
    ["AW-BG-1", "AW-PRIN-4"],
    "wakes everybody at their cursor after its restart, knows its processes and starts none twice",
    async () => {
      await using stage = new Stage();
      mkdirSync(join(stage.dir, "config"));
      const entries = crew.map((name) => [name, { invoke_command: `"${process.execPath}" agent.mjs` }]);
      writeFileSync(join(stage.dir, "config", "available-agents.json"), JSON.stringify(Object.fromEntries(entries)), { mode: 0o644 });
      writeFileSync(join(stage.dir, "agent.mjs"), agentScript);
      writeFileSync(join(stage.dir, "parley.yaml"), "server: { port: 0 }\npeople: [{ name: Ola, role: owner }]\n");
      await stage.up();
      const [watch, deck, quiet] = [await stage.thread("Watch"), await stage.thread("Deck"), await stage.thread("Quiet")];
      const say = (content: string) => stage.api("POST", `/api/threads/${watch}/messages`, { content });
      const started = () => readFileSync(join(stage.dir, "started.txt"), "utf8").trim().split("\n");

      const all = await Promise.all(Array.from({ length: waiters }, (_, i) => Waiter.connect(stage, `waiter-${i}`)));
      const listening = Promise.all(all.map((one) => one.listen(watch, "good night")));
      for (const agent_name of crew) await stage.api("POST", "/api/agents/invite", { agent_name, thread_id: deck });
      await expect.poll(async () => (await stage.lines(deck)).filter((one) => one.content === "here").length, { timeout: 60_000 }).toBe(crew.length);
      for (const words of ["one", "two", "three"]) await say(words);
      await stage.changed.for(
        () => all.every((one) => one.heard.length === 3),
        () => "everybody to hear three lines",
        { timeoutMs: 60_000 },
      );
      await expect.poll(() => stage.waiting(watch), { timeout: 60_000 }).toBe(waiters);
      const [poster] = all;
      if (poster === undefined) throw new Error("nobody waits");
      const before = await poster.call("bus_connect", { thread_id: quiet }, woken.omit({ messages: true }));

      await stage.kill();
      await stage.up();

      // Some of this is said before the last waiter is back.
      for (const words of ["four", "five"]) await say(words);
      for (const agent_name of crew) {
        await expect(stage.api("POST", "/api/agents/invite", { agent_name, thread_id: deck })).rejects.toThrow(`${agent_name} is still in this thread`);
      }
      const runs = (await stage.runs()).filter((one) => one.state !== "refused");
      expect(runs.map((one) => one.agent_name).toSorted()).toEqual(crew);
      expect(new Set(runs.map((one) => one.state))).toEqual(new Set(["joined"]));
      const pids = started().map((one) => Number(one.split(" ")[1]));
      expect(pids.filter(isRunning)).toHaveLength(crew.length);
      const posted = {
        thread_id: quiet,
        author: "waiter-0",
        content: "with a token from before",
        expected_last_seq: before.current_seq,
        reply_token: before.reply_token,
      };
      await poster.call("msg_post", posted, z.object({ seq: z.literal(1) }));

      appendFileSync(join(stage.dir, "leave"), "");
      // Whose child it was no longer lives: that it ended is known, how is not, and neither is made up.
      await expect.poll(async () => (await stage.runs()).filter((one) => one.state === "lost").length, { timeout: 60_000 }).toBe(crew.length);
      await say("good night");
      await listening;

      for (const one of all) expect(one.heard).toEqual(["one", "two", "three", "four", "five", "good night"]);
      expect(
        started()
          .map((one) => one.replace(/ .*/, ""))
          .toSorted(),
      ).toEqual(crew);
      expect(pids.filter(isRunning)).toEqual([]);
      const said = (await stage.lines(deck)).filter((one) => one.author_name !== "Parley").map((one) => `${one.author_name} ${one.content}`);
      expect(said.toSorted()).toEqual(crew.flatMap((name) => [`${name} here`, `${name} leaving`]).toSorted());
    },
    180_000,
  );
});
