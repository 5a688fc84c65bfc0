import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { vi } from "vitest";
import { z } from "zod";
import { tmuxSocket } from "#app/own-programs";
import { DialogueModel } from "#test/fakes/model/dialogue";
import type { Asked, Reply } from "#test/fakes/model/protocol";
import { processesWith } from "#test/fakes/processes";
import { type Program, startHub } from "#test/fakes/program";
import { deskClis, type DeskCli } from "./desk-clis.ts";
import { message, question, session, type Question } from "./desk-wire.ts";
import { realProgram } from "./programs.ts";

export interface DeskOptions {
  readonly answer: (asked: Asked) => Reply;
  /** Sessions by name; each works in the folder of that name unless it says otherwise. */
  readonly sessions?: Readonly<Record<string, { readonly dir?: string; readonly more?: string }>>;
  /** Claude Code unless it is given. */
  readonly cli?: Pick<DeskCli, "name" | "program" | "env" | "furnish">;
  /** More programs, by the names under which they are found. */
  readonly links?: Readonly<Record<string, DeskCli["program"]>>;
  /** Leaves the CLI as a new user finds it. */
  readonly isTrusted?: boolean;
  readonly yaml?: string;
  /** The list of people; one owner without accounts unless it is given. */
  readonly people?: string;
  /** More of the hub's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const slowMs = 60_000;
/** A whole picture. */
export const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=", "base64");

/** A hub as people run it, with a real CLI in tmux and a scripted model behind it. */
export class DeskStage implements AsyncDisposable {
  readonly dir: string;
  readonly model: DialogueModel;
  readonly #env: Readonly<Record<string, string>>;
  readonly #kept = new Map<string, string>();
  #hub: Program;

  static async start(options: DeskOptions): Promise<DeskStage> {
    const model = await DialogueModel.start(options.answer);
    const dir = realpathSync(mkdtempSync(join(tmpdir(), "parley-desk-")));
    const bin = join(dir, "bin");
    mkdirSync(bin);
    const cli = options.cli ?? deskClis.claude;
    symlinkSync(realProgram(cli.program), join(bin, cli.name));
    for (const [name, program] of Object.entries(options.links ?? {})) symlinkSync(realProgram(program), join(bin, name));
    const sessions = Object.entries(options.sessions ?? { work: {} });
    const folders = sessions.map(([name, { dir: folder }]) => join(dir, folder ?? name));
    // A folder of a repository: some CLIs ask about no other.
    for (const folder of folders) execFileSync("git", ["init", "--quiet", folder]);
    cli.furnish(dir, model.url, options.isTrusted === false ? [] : folders);
    const given = Object.entries(cli.env(dir)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const listed = sessions.map(
      ([name, { dir: folder, more }]) =>
        `  - { name: ${name}, cli_type: ${cli.name}, work_dir: ${join(dir, folder ?? name)}, env: { ${given.join(", ")} }${more ?? ""} }`,
    );
    const people = `logging: { level: debug }\npeople: ${options.people ?? "[{ name: Ola, role: owner }]"}`;
    writeFileSync(join(dir, "parley.yaml"), ["server: { port: 0 }", people, `sessions:\n${listed.join("\n")}`, options.yaml ?? ""].join("\n"));
    const env = { HOME: dir, LANG: "C.UTF-8", PATH: [bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter), ...options.env };
    const hub = await startHub(["--home", join(dir, "home"), "--config", join(dir, "parley.yaml")], { cwd: dir, env });
    return new DeskStage(dir, hub, model, env);
  }

  private constructor(dir: string, hub: Program, model: DialogueModel, env: Readonly<Record<string, string>>) {
    this.dir = dir;
    this.model = model;
    this.#hub = hub;
    this.#env = env;
  }

  get hub(): Program {
    return this.#hub;
  }

  async api(method: string, path: string, body?: object, bearer?: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const token = bearer ?? z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(this.dir, "home", "hub.json"), "utf8"))).token;
    const response = await fetch(`${this.#hub.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async sessions(): Promise<readonly z.output<typeof session>[]> {
    return z.array(session).parse((await this.api("GET", "/api/sessions")).body);
  }

  async session(name = "work"): Promise<z.output<typeof session>> {
    const found = (await this.sessions()).find((one) => one.name === name);
    if (found === undefined) throw new Error(`no session ${name}`);
    return found;
  }

  async prompt(content: string, name = "work"): Promise<unknown> {
    const { thread } = await this.session(name);
    return (await this.api("POST", `/api/threads/${thread}/messages`, { content })).body;
  }

  /** As the page does with a picture that is pasted into it. */
  async uploadPicture(): Promise<{ readonly url: string }> {
    return z.object({ url: z.string() }).parse(await this.#send("/api/upload/image", onePixel, "image/png"));
  }

  /** As the page does with a file that is dropped into a thread. */
  async dropFile(name: string, content: string): Promise<void> {
    const { thread } = await this.session();
    await this.#send(`/api/threads/${thread}/files?name=${encodeURIComponent(name)}`, Buffer.from(content), "application/octet-stream");
  }

  async #send(path: string, bytes: Buffer, type: string): Promise<unknown> {
    const token = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(this.dir, "home", "hub.json"), "utf8"))).token;
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    const response = await fetch(`${this.#hub.url}${path}`, { method: "POST", headers, body: new Uint8Array(bytes) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async messages(name = "work"): Promise<readonly z.output<typeof message>[]> {
    const { thread } = await this.session(name);
    return z.array(message).parse((await this.api("GET", `/api/threads/${thread}/messages?limit=500`)).body);
  }

  /** What the session's agent has answered. */
  async answers(name = "work"): Promise<readonly string[]> {
    return (await this.messages(name)).filter((one) => one.role === "assistant").map((one) => one.content);
  }

  /** Everything the thread says, for a test that looks for one line of it. */
  async until<T>(look: () => Promise<T | undefined | false>, timeout = slowMs): Promise<T> {
    try {
      return await vi.waitFor(
        async () => {
          const found = await look();
          if (found === undefined || found === false) throw new Error("it did not come to be");
          return found;
        },
        { timeout, interval: 100 },
      );
    } catch (cause) {
      const screens = this.tmux("list-sessions", "-F", "#{session_name}").map((name) => `${name}:\n${this.screenOf(name)}`);
      const lines = (await this.messages().catch(() => [])).slice(-6).map((one) => `${one.author_name}: ${one.content.slice(0, 500)}`);
      const asked = (await this.questions().catch(() => [])).map((one) => `${one.state}: ${one.prompt}`);
      const log = readFileSync(join(this.dir, "home", "logs", "parley.log"), "utf8")
        .split("\n")
        .slice(-12);
      throw new Error([String(cause), ...log, ...lines, ...asked, ...screens, this.#hub.err].join("\n"), { cause });
    }
  }

  async answered(words: string, name = "work"): Promise<string> {
    return this.until(async () => (await this.answers(name)).find((text) => text.includes(words)));
  }

  async state(state: string, name = "work", timeout = slowMs): Promise<z.output<typeof session>> {
    return this.until(async () => {
      const found = await this.session(name);
      return found.state === state && found;
    }, timeout);
  }

  async questions(): Promise<readonly Question[]> {
    return z.array(question).parse((await this.api("GET", "/api/questions")).body);
  }

  async openQuestion(isWanted: (question: Question) => boolean = () => true): Promise<Question> {
    return this.until(async () => (await this.questions()).find((one) => one.state === "open" && isWanted(one)));
  }

  async answer(id: string, choice: string): Promise<number> {
    return (await this.api("POST", `/api/questions/${id}/answer`, { choice })).status;
  }

  /** The answer as far as it has come. */
  async draft(): Promise<string> {
    const token = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(join(this.dir, "home", "hub.json"), "utf8"))).token;
    const response = await fetch(`${this.#hub.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    let seen = "";
    for await (const chunk of response.body ?? []) {
      seen += new TextDecoder().decode(chunk as Uint8Array);
      const data = /^data: (.*)$/m.exec(seen)?.[1];
      if (!seen.includes("\n\n") || data === undefined) continue;
      return z
        .object({ drafts: z.array(z.object({ text: z.string() })) })
        .parse(JSON.parse(data))
        .drafts.map(({ text }) => text)
        .join();
    }
    return "";
  }

  async kill(): Promise<void> {
    await this.#hub.stop("SIGKILL");
  }

  async restart(): Promise<void> {
    this.#hub = await startHub(["--home", join(this.dir, "home"), "--config", join(this.dir, "parley.yaml")], { cwd: this.dir, env: this.#env });
  }

  /** Parley's own tmux server, as somebody with a shell uses it. */
  tmux(...argv: readonly string[]): readonly string[] {
    try {
      const out = execFileSync("tmux", ["-L", this.#socket, ...argv], { encoding: "utf8", env: { ...this.#env }, stdio: ["ignore", "pipe", "ignore"] });
      return out.split("\n").slice(0, -1);
    } catch {
      return [];
    }
  }

  async key(...keys: readonly string[]): Promise<void> {
    // Typed text and the key that sends it are not one stroke.
    await new Promise((resolve) => setTimeout(resolve, 300));
    this.tmux("send-keys", "-t", "=work:", ...keys);
  }

  /** A menu that was drawn this moment may not take keys yet; pressed once too often, they would be typed. */
  async pressUntilGone(keys: readonly string[], line: string): Promise<void> {
    const isGone = (): void => {
      if (this.screenOf().includes(line)) throw new Error("it is still there");
    };
    await this.until(async () => {
      this.tmux("send-keys", "-t", "=work:", ...keys);
      return vi.waitFor(isGone, { timeout: 4_000, interval: 100 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Somebody who attaches to the session, until it is disposed. */
  attach(name: string): Disposable {
    const own = `${this.#socket}-desk`;
    const run = (...argv: readonly string[]): void => void execFileSync("tmux", ["-L", own, ...argv], { env: { ...this.#env, TERM: "screen-256color" } });
    run("-f", "/dev/null", "new-session", "-d", "-x", "200", "-y", "50", `tmux -L ${this.#socket} attach -t =${name}`);
    return { [Symbol.dispose]: () => run("kill-server") };
  }

  /** Remembers what these files of the user's own hold. */
  keep(paths: readonly string[]): void {
    for (const path of paths) this.#kept.set(path, readFileSync(join(this.dir, path), "utf8"));
  }

  /** Those that are not as they were. */
  changed(): readonly string[] {
    return [...this.#kept].filter(([path, content]) => readFileSync(join(this.dir, path), "utf8") !== content).map(([path]) => path);
  }

  get #socket(): string {
    return tmuxSocket(join(this.dir, "home"), this.dir);
  }

  screenOf(name = "work"): string {
    return this.tmux("capture-pane", "-p", "-t", `=${name}:`).join("\n").trimEnd();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Ended as an owner would: a CLI that is only hung up on may go on without its terminal.
    for (const { id } of await this.sessions().catch(() => [])) await this.api("DELETE", `/api/sessions/${id}`).catch(() => {});
    await this.#hub.stop();
    this.tmux("kill-server");
    await vi.waitFor(
      () => {
        if (processesWith(`HOME=${this.dir}`).length > 0) throw new Error("programs of the stage still run");
      },
      { timeout: slowMs, interval: 100 },
    );
    await this.model[Symbol.asyncDispose]();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
