import type { ServerResponse } from "node:http";
import { pageBytes } from "#domain/page";
import { roleOf, whoIs, type Actor } from "#domain/people";
import { revOf, type Thread } from "#domain/thread";
import type { FeedEvent } from "#hub/hub";
import type { Auth } from "#http/door/auth";
import { usualBounds, type HttpDeps } from "#http/deps";
import { jsonWith, type AgentFrames } from "./agent-frames.ts";
import { agentsFrame, type Framer } from "./frames.ts";
import { takeSnapshot } from "./snapshot.ts";
import { openSse, type Sse } from "./sse.ts";

const catchUpPage = 200;
/** Events that wait while something is read for an earlier one, or the snapshot is still on its way. */
const mostWaiting = 1_000;

export interface Viewer {
  readonly actor: Actor;
  readonly token: string;
  /** The thread whose entries are wanted, as the viewer saw it at the start. */
  readonly thread?: Thread;
  /** The rev of it that the viewer has already. */
  readonly afterRev?: number;
}

export interface StreamDeps extends Pick<HttpDeps, "hub" | "store" | "policy" | "clock" | "log" | "version" | "language" | "prefix" | "bounds"> {
  readonly auth: Auth;
  readonly framer: Framer;
  readonly agents: AgentFrames;
}

/** What one client watches, until it leaves, is cut off, or loses the right to look. */
export class Stream implements Disposable {
  readonly #deps: StreamDeps;
  readonly #viewer: Viewer;
  readonly #sse: Sse;
  readonly #onClose: () => void;
  readonly #waiting: FeedEvent[] = [];
  readonly #lateDrafts = new Map<string, FeedEvent>();
  readonly #unwatch: () => void;
  /** Version of the list of agents that was sent last: only another one is sent. */
  #lastAgents = "";
  #isLive = false;
  #isPumping = false;

  constructor(deps: StreamDeps, viewer: Viewer, outgoing: ServerResponse, onClose: () => void) {
    this.#deps = deps;
    this.#viewer = viewer;
    this.#onClose = onClose;
    const { actor, thread } = viewer;
    this.#sse = openSse(outgoing, {
      clock: deps.clock,
      mostBytes: deps.bounds?.streamBytes ?? usualBounds.streamBytes,
      onCut: () => deps.log.info({ who: whoIs(actor) }, "a stream's reader fell too far behind and was cut off"),
      onClose: () => this.#closed(),
      onCaughtUp: () => this.#sendLateDrafts(),
    });
    // Watching starts before the snapshot is read, so that nothing can happen between the two unseen.
    const where = thread === undefined ? {} : { thread: thread.id, afterRev: thread.rev };
    this.#unwatch = deps.hub.feed.watch({ by: actor, notices: actor.kind === "person", ...where }, (event) => this.#happened(event));
  }

  /** Resolves once the stream is live. */
  async begin(): Promise<void> {
    const { actor, thread, afterRev } = this.#viewer;
    try {
      const { agents, ...rest } = await takeSnapshot(this.#deps, actor, thread, afterRev !== undefined);
      this.#lastAgents = agents.version;
      this.#sse.write(`event: snapshot\ndata: ${jsonWith(agents, rest)}\n\n`);
      await this.#sse.drained();
      if (thread !== undefined && afterRev !== undefined) await this.#catchUp(thread, afterRev);
      this.#isLive = true;
      await this.#pump();
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Looks again whether the token still is who it was. Another role sees other things: the client comes back and gets them from the start. */
  async recheck(): Promise<void> {
    const { actor, token } = this.#viewer;
    const now = await this.#deps.auth.identify(token);
    if (now === undefined || roleOf(now) !== roleOf(actor) || whoIs(now) !== whoIs(actor)) this.#sse.end();
  }

  [Symbol.dispose](): void {
    this.#sse.end();
  }

  #closed(): void {
    this.#unwatch();
    this.#waiting.length = 0;
    this.#onClose();
  }

  #happened(event: FeedEvent): void {
    if (!this.#sse.isOpen) return;
    this.#waiting.push(event);
    if (this.#waiting.length > mostWaiting) return this.#fail(new Error("too many events wait to be sent"));
    this.#pump().catch((cause: unknown) => this.#fail(cause));
  }

  /** In order, though some events need something read before they can be written. */
  async #pump(): Promise<void> {
    if (this.#isPumping || !this.#isLive) return;
    this.#isPumping = true;
    try {
      for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
        if (this.#isHeldBack(event)) continue;
        const made = event.kind === "agents" ? this.#newAgents(event) : this.#deps.framer(event, this.#viewer.actor);
        const ready = typeof made === "string" ? made : await made;
        if (ready !== "") this.#sse.write(ready);
      }
    } finally {
      this.#isPumping = false;
    }
  }

  /** Empty when it is what the reader has. */
  async #newAgents(event: Extract<FeedEvent, { kind: "agents" }>): Promise<string> {
    const list = await this.#deps.agents.at(event, this.#viewer.actor);
    if (list.version === this.#lastAgents) return "";
    this.#lastAgents = list.version;
    return agentsFrame(list);
  }

  /** A draft is worth only as much as it is new: whoever is behind gets the latest one after catching up. */
  #isHeldBack(event: FeedEvent): boolean {
    if (event.kind === "draft_ended") this.#lateDrafts.delete(event.turn);
    if (event.kind !== "draft" || !this.#sse.isBehind) return false;
    this.#lateDrafts.set(event.draft.turn, event);
    return true;
  }

  #sendLateDrafts(): void {
    const late = [...this.#lateDrafts.values()];
    this.#lateDrafts.clear();
    for (const event of late) this.#happened(event);
  }

  async #catchUp(thread: Thread, from: number): Promise<void> {
    const reader = this.#deps.policy.reader(this.#viewer.actor);
    let rev = from;
    while (rev < thread.rev && this.#sse.isOpen) {
      const entries = await this.#deps.store.entries(reader, thread.id, {
        afterRev: rev,
        limit: Math.min(catchUpPage, thread.rev - rev),
        mostBytes: pageBytes,
      });
      for (const entry of entries) {
        this.#sse.write(await this.#deps.framer({ kind: "entry", thread: thread.id, entry }, this.#viewer.actor));
        rev = revOf(entry);
        await this.#sse.drained();
      }
      if (entries.length === 0) return;
    }
  }

  #fail(cause: unknown): void {
    this.#deps.log.error({ cause }, "a stream could not go on and was cut off");
    this.#sse.end();
  }
}
