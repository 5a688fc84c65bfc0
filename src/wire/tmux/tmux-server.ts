import { outputOf, startTalking } from "#wire/child";
import type { Talking } from "#wire/child-kinds";
import { pause, type Clock } from "#lib/time/clock";
import { ControlParser, type ControlEvent } from "./control-parser.ts";
import { quoteCommand } from "./quote-command.ts";
import { TmuxError } from "./tmux-error.ts";

/** A session of ours that has every watched window linked into it: a control client hears the panes of one session only. */
const holder = "parley-hub";
const commandWithinMs = 10_000;
const firstWaitMs = 50;
const mostWaitMs = 5_000;

export interface TmuxServerSpec {
  /** The socket's name (`tmux -L`); undefined is the user's own server. */
  readonly socket: string | undefined;
  /** The absolute path of tmux. */
  readonly program: string;
  /** The environment that a server gets when this client is the one that starts it. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** Called in the order in which tmux reports things. */
export interface PaneListener {
  /** What the program in the pane wrote. */
  output(bytes: Buffer): void;
  /** The pane has another size, or the connection was established again: what was shown before is not to be relied on. */
  changed(): void;
  /** The pane is gone, for good. */
  closed(): void;
}

interface Pending {
  readonly resolve: (lines: readonly string[]) => void;
  readonly reject: (cause: Error) => void;
}

/** One control-mode connection to one tmux server. It is made when it is first needed and again when it breaks. */
export class TmuxServer implements AsyncDisposable {
  readonly #spec: TmuxServerSpec;
  readonly #stop = new AbortController();
  readonly #listeners = new Map<string, PaneListener>();
  readonly #pending: Pending[] = [];
  #client: Promise<Talking> | undefined;
  #isReconciling = false;

  constructor(spec: TmuxServerSpec) {
    this.#spec = spec;
  }

  /** How somebody attaches to a session of this server from a shell. */
  attachArgv(session: string): readonly [string, ...string[]] {
    return [this.#spec.program, ...socketFlags(this.#spec.socket), "attach-session", "-t", `=${session}`];
  }

  /** One command, its arguments as they are. Rejects with tmux's own words. */
  async run(...argv: readonly [string, ...string[]]): Promise<readonly string[]> {
    return this.runNow(argv, (lines) => lines);
  }

  /** The same; `heard` is called before anything that tmux printed after the reply is handled. */
  async runNow<T>(argv: readonly [string, ...string[]], heard: (lines: readonly string[]) => T): Promise<T> {
    const client = await this.#connected();
    return new Promise((resolve, reject) => {
      const cancel = this.#spec.clock.after(commandWithinMs, () => {
        // Replies are matched by their order, so a connection that owes one is of no more use.
        client.kill();
        reject(new TmuxError(`tmux did not answer ${argv[0]} in time.`));
      });
      this.#pending.push({
        resolve: (lines) => {
          cancel();
          resolve(heard(lines));
        },
        reject: (cause) => {
          cancel();
          reject(cause);
        },
      });
      client.write(`${quoteCommand(argv)}\n`);
    });
  }

  /** Hears what happens in a pane until it is disposed or the pane is closed. Links the pane's window so that its output arrives here. */
  async listen(pane: string, listener: PaneListener): Promise<Disposable> {
    this.#listeners.set(pane, listener);
    await this.#link(pane);
    return {
      [Symbol.dispose]: () => {
        if (this.#listeners.get(pane) === listener) this.#listeners.delete(pane);
      },
    };
  }

  /** Ends the connection; the server and its sessions go on. A server of our own without any other session is ended too. */
  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    const sessions = client === undefined ? [] : await this.run("list-sessions", "-F", "#{session_name}").catch(() => []);
    this.#stop.abort();
    this.#listeners.clear();
    client?.end();
    await client?.ended;
    await this.#tidy(sessions);
  }

  async #tidy(sessions: readonly string[]): Promise<void> {
    // Only after the client: a server that is killed under a control client lingers, and the client with it.
    const { program, socket, env } = this.#spec;
    if (socket !== undefined && sessions.length === 1 && sessions[0] === holder) await outputOf([program, ...socketFlags(socket), "kill-server"], env);
    // On the user's server nothing of ours stays; windows that were linked into our session live on in theirs.
    if (socket === undefined && sessions.includes(holder)) await outputOf([program, "kill-session", "-t", `=${holder}`], env);
  }

  #connected(): Promise<Talking> {
    if (this.#stop.signal.aborted) return Promise.reject(new TmuxError("The connection to tmux is closed."));
    return (this.#client ??= this.#connect().catch((cause: unknown) => {
      this.#client = undefined;
      throw cause;
    }));
  }

  async #connect(): Promise<Talking> {
    const { program, socket, env } = this.#spec;
    const flags = socket === undefined ? [] : ["-f", "/dev/null"];
    const start = ["new-session", "-A", "-s", holder, "-x", "200", "-y", "50", "sleep", "infinity"];
    const parser = new ControlParser();
    const greeted = Promise.withResolvers<void>();
    const client = await startTalking({
      argv: [program, "-u", ...flags, ...socketFlags(socket), "-C", ...start],
      env,
      heard: (chunk) => {
        for (const event of parser.push(chunk)) {
          if (event.kind === "reply" && !event.isOwn) greeted.resolve();
          this.#heard(event);
        }
      },
    });
    client.ended.then(
      () => {
        greeted.reject(new TmuxError(`tmux could not be started: ${client.complaint().trim() || "it ended at once"}`));
        this.#lost();
      },
      () => {},
    );
    await greeted.promise;
    return client;
  }

  #heard(event: ControlEvent): void {
    if (event.kind === "output") this.#listeners.get(event.pane)?.output(event.bytes);
    else if (event.kind === "reply" && event.isOwn) {
      const pending = this.#pending.shift();
      if (event.isOk) pending?.resolve(event.lines);
      else pending?.reject(new TmuxError(event.lines.join(" ")));
    } else if (event.kind === "notice") this.#noticed(event.name, event.words);
  }

  #noticed(name: string, words: readonly string[]): void {
    if (/^(unlinked-)?window-close$|^sessions-changed$|^layout-change$/.test(name)) this.#reconcile(name === "layout-change");
    // tmux holds output back for a client that reads slowly; we always go on.
    if (name === "pause" && words[0] !== undefined) this.run("refresh-client", "-A", `${words[0]}:continue`).catch(() => {});
  }

  /** Several notices come at once for one change; one look answers them all. */
  #reconcile(isResized: boolean): void {
    if (isResized) for (const listener of this.#listeners.values()) listener.changed();
    if (this.#isReconciling) return;
    this.#isReconciling = true;
    queueMicrotask(() => {
      this.#isReconciling = false;
      this.#closeLost().catch(() => {});
    });
  }

  async #closeLost(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const lines = await this.run("list-panes", "-a", "-F", "#{pane_id} #{window_id} #{session_name}");
    const homes = new Map<string, Set<string>>();
    for (const line of lines) {
      const [pane = "", , ...session] = line.split(" ");
      homes.set(pane, (homes.get(pane) ?? new Set()).add(session.join(" ")));
    }
    for (const [pane, listener] of this.#listeners) {
      const where = homes.get(pane);
      const isHeldOnly = where?.size === 1 && where.has(holder);
      if (where !== undefined && !isHeldOnly) continue;
      this.#listeners.delete(pane);
      // Somebody killed its session, and only our link keeps it alive.
      if (isHeldOnly) await this.run("kill-pane", "-t", pane).catch(() => {});
      listener.closed();
    }
  }

  async #link(pane: string): Promise<void> {
    const lines = await this.run("list-panes", "-a", "-F", "#{pane_id} #{session_name}");
    if (!lines.includes(`${pane} ${holder}`)) await this.run("link-window", "-d", "-s", pane, "-t", `${holder}:`);
  }

  /** The connection broke, or the server ended: panes that still exist are linked again, the others are closed. */
  #lost(): void {
    this.#client = undefined;
    for (const pending of this.#pending.splice(0)) pending.reject(new TmuxError("The connection to tmux was lost."));
    if (!this.#stop.signal.aborted && this.#listeners.size > 0) this.#comeBack().catch(() => {});
  }

  async #comeBack(): Promise<void> {
    const { clock } = this.#spec;
    for (let tries = 0; !this.#stop.signal.aborted; tries++) {
      try {
        await this.#closeLost();
        for (const [pane, listener] of this.#listeners) {
          await this.#link(pane);
          listener.changed();
        }
        return;
      } catch {
        await pause(clock, Math.min(firstWaitMs * 2 ** tries, mostWaitMs), this.#stop.signal);
      }
    }
  }
}

function socketFlags(socket: string | undefined): readonly string[] {
  return socket === undefined ? [] : ["-L", socket];
}
