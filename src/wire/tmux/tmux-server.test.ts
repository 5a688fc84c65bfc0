import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "#lib/time/clock";
import { quoteCommand } from "./quote-command.ts";
import { TmuxPane } from "./tmux-pane.ts";
import { TmuxServer } from "./tmux-server.ts";

/** A tmux server of the test's own, gone at the end. */
class Bench implements AsyncDisposable {
  readonly dir = mkdtempSync(join(tmpdir(), "parley-tmux-"));
  readonly socket = `parley-test-${process.pid}-${this.dir.slice(-6)}`;
  readonly server: TmuxServer;

  constructor() {
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.dir, LANG: "C.UTF-8" };
    this.server = new TmuxServer({ socket: this.socket, program: "/usr/bin/tmux", env, clock: systemClock });
  }

  /** As somebody else with a shell. */
  tmux(...argv: readonly string[]): string {
    return execFileSync("tmux", ["-L", this.socket, ...argv], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  async pane(...argv: readonly string[]): Promise<string> {
    const [id = ""] = await this.server.run("new-session", "-d", "-s", "one", "-x", "80", "-y", "24", "-P", "-F", "#{pane_id}", ...argv);
    return id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    try {
      execFileSync("tmux", ["-L", this.socket, "kill-server"], { stdio: "ignore" });
    } catch {
      // The test has ended it already.
    }
    rmSync(this.dir, { recursive: true, force: true });
  }
}

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000, interval: 20 });

describe("a connection to tmux", () => {
  it("hands every argument over as it is", async () => {
    await using bench = new Bench();
    const file = join(bench.dir, "buffer");
    const words = [
      "plain",
      "a b",
      'it\'s "q" $HOME ~ #{pane_id} \\ ; {x}',
      ";",
      "a;",
      "~/x",
      "$",
      "line\nline\ttab\r\x1b[31m",
      "你好 😀",
      "-x",
      "%output",
      "#c",
      "x".repeat(50_000),
    ];
    for (const word of words) {
      await bench.server.run("set-buffer", "-b", "q", "--", word);
      await bench.server.run("save-buffer", "-b", "q", file);
      expect(readFileSync(file, "utf8")).toBe(word);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), async (word) => {
        const expected = word.replaceAll("\0", "");
        fc.pre(expected !== "" && expected.isWellFormed());
        await bench.server.run("set-buffer", "-b", "q", "--", word);
        await bench.server.run("save-buffer", "-b", "q", file);
        expect(readFileSync(file, "utf8")).toBe(expected);
      }),
      { numRuns: 60 },
    );
    expect(quoteCommand(["a", "b c"])).toBe('a "b c"');
  });

  it("matches replies to commands that are sent at once, and rejects with tmux's own words", async () => {
    await using bench = new Bench();
    const replies = await Promise.allSettled([
      bench.server.run("display-message", "-p", "one"),
      bench.server.run("no-such-command"),
      bench.server.run("display-message", "-p", "three"),
      bench.server.run("kill-session", "-t", "=missing"),
    ]);
    expect(replies).toMatchObject([
      { status: "fulfilled", value: ["one"] },
      { status: "rejected", reason: { message: expect.stringContaining("no-such-command") as unknown } },
      { status: "fulfilled", value: ["three"] },
      { status: "rejected", reason: { message: expect.stringContaining("missing") as unknown } },
    ]);
  });

  it("follows a pane: what it shows, what is typed, its size and its end", async () => {
    await using bench = new Bench();
    const id = await bench.pane("cat");
    let isClosed = false;
    using pane = await TmuxPane.open(bench.server, id, { wake: () => {}, closed: () => (isClosed = true) });
    await pane.type("hello");
    await pane.press(["Enter"]);
    await until(() => pane.screen.lines()[1] === "hello");
    await pane.paste("two\nlines 你好\n");
    await until(() => pane.screen.lines().join("\n").includes("lines 你好"));
    await until(() => pane.screen.lines().filter((line) => line.includes("你好")).length === 2);
    expect(pane.screen.lines()).toEqual(await pane.capture());
    await bench.server.run("resize-window", "-t", "=one:", "-x", "100", "-y", "30");
    await until(() => pane.screen.columns === 100 && pane.screen.rows === 30);
    await pane.press(["C-c"]);
    await until(() => isClosed);
  });

  it("knows that a pane is gone when somebody kills its session", async () => {
    await using bench = new Bench();
    const id = await bench.pane("cat");
    let isClosed = false;
    using _pane = await TmuxPane.open(bench.server, id, { wake: () => {}, closed: () => (isClosed = true) });
    bench.tmux("kill-session", "-t", "=one");
    await until(() => isClosed);
    expect(bench.tmux("list-panes", "-a", "-F", "#{pane_id}")).not.toContain(id);
  });

  it("connects again when its client is thrown out, and goes on where the pane is now", async () => {
    await using bench = new Bench();
    const id = await bench.pane("cat");
    using pane = await TmuxPane.open(bench.server, id, { wake: () => {}, closed: () => {} });
    bench.tmux("detach-client", "-s", "=parley-hub");
    bench.tmux("send-keys", "-t", "=one:", "meanwhile", "Enter");
    await until(() => pane.screen.lines()[1] === "meanwhile");
    await pane.type("and after");
    await until(() => pane.screen.lines().includes("and after"));
    expect(pane.isOpen).toBe(true);
  });

  it("closes its panes when the server ends, and can start another", async () => {
    await using bench = new Bench();
    const id = await bench.pane("cat");
    let isClosed = false;
    using _pane = await TmuxPane.open(bench.server, id, { wake: () => {}, closed: () => (isClosed = true) });
    bench.tmux("kill-server");
    await until(() => isClosed);
    expect(await bench.server.run("display-message", "-p", "back")).toEqual(["back"]);
  });

  it("leaves sessions behind when it is disposed, and no server that has none", async () => {
    await using bench = new Bench();
    await bench.pane("cat");
    await bench.server[Symbol.asyncDispose]();
    expect(bench.tmux("list-sessions", "-F", "#{session_name}")).toBe("one\nparley-hub\n");
    await using empty = new Bench();
    await empty.server.run("display-message", "-p", "up");
    await empty.server[Symbol.asyncDispose]();
    expect(() => empty.tmux("list-sessions")).toThrow("list-sessions");
  });

  it("asks tmux for a screen again only when the pane has written something since", async () => {
    await using bench = new Bench();
    const asked: string[] = [];
    const { server } = bench;
    const runNow = server.runNow.bind(server);
    server.runNow = (argv, heard) => {
      asked.push(argv[0]);
      return runNow(argv, heard);
    };
    const pane = await TmuxPane.open(server, await bench.pane("cat"), { wake: () => {}, closed: () => {} });
    const captures = (): number => asked.filter((name) => name === "capture-pane").length;
    const first = await pane.capture();
    const before = captures();
    expect(await pane.captureChanged()).toBe(first);
    expect(captures()).toBe(before);
    await pane.type("words");
    await until(() => pane.screen.lines().some((line) => line.includes("words")));
    expect((await pane.captureChanged()).join()).toContain("words");
    expect(captures()).toBe(before + 1);
    expect(await pane.capture()).not.toBe(await pane.capture());
    pane[Symbol.dispose]();
  });
});
