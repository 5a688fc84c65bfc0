import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";
import type { World } from "./state.ts";

interface Session {
  readonly id: string;
  readonly events: { readonly op: 0; readonly s: number; readonly t: string; readonly d: unknown; readonly isNews: boolean }[];
  sequence: number;
  /** The last event that the client says it has. */
  acked: number;
  isAlive: boolean;
  socket?: WebSocket | undefined;
}

const identify = z.object({ token: z.string(), intents: z.number() });
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.number() });
const payload = z.object({ op: z.number(), d: z.unknown() });

const messageContent = 1 << 15;
const reconnect = 7;
const invalidSession = 9;

export interface GatewayOptions {
  readonly token: string;
  readonly world: () => World;
  readonly url: () => string;
  readonly heartbeatMs: number;
  readonly changed: () => void;
}

/** The gateway: sessions that outlive their connections, numbered events, heartbeats. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #sessions = new Map<string, Session>();
  readonly #mute = new WeakSet<WebSocket>();
  #made = 0;
  /** How often a session was begun and gone on with. */
  identified = 0;
  resumed = 0;
  heartbeats = 0;
  /** So many attempts to go on are left without an answer. */
  holdResumes = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  get connections(): number {
    return [...this.#sockets.clients].filter((socket) => socket.readyState === socket.OPEN).length;
  }
  get isReady(): boolean {
    return this.#live.some(({ socket }) => socket !== undefined);
  }
  /** What people said and did that the client does not have yet, as far as it says. A session that was begun later takes the place of older ones. */
  get unacked(): number {
    const { events, acked } = this.#live.at(-1) ?? { events: [], acked: 0 };
    return events.filter(({ s, isNews }) => isNews && s > acked).length;
  }
  get #live(): readonly Session[] {
    return [...this.#sessions.values()].filter(({ isAlive }) => isAlive);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#connected(client));
  }

  /** `isNews`: it is counted until the client has it. */
  dispatch(type: string, data: unknown, isNews: boolean): void {
    for (const session of this.#live) this.#event(session, type, data, isNews);
  }

  /** The server asks for another connection. */
  askReconnect(): void {
    for (const { socket } of this.#live) socket?.send(JSON.stringify({ op: reconnect, d: null }));
  }
  /** The sessions are gone. Whoever is connected is told, everybody else when they resume. */
  invalidate(): void {
    for (const session of this.#live) {
      session.isAlive = false;
      session.socket?.send(JSON.stringify({ op: invalidSession, d: false }));
    }
  }
  close(code: number): void {
    for (const { socket } of this.#live) socket?.close(code);
  }
  /** From now on the open connections are dead at this end: nothing is answered and nothing is sent, the sockets stay open. */
  mute(): void {
    for (const socket of this.#sockets.clients) this.#mute.add(socket);
  }
  /** The same, and nothing is read any more: not even a farewell is answered. */
  deafen(): void {
    this.mute();
    for (const socket of this.#sockets.clients) socket.pause();
  }

  #connected(socket: WebSocket): void {
    const { heartbeatMs, changed } = this.#options;
    this.#send(socket, { op: 10, d: { heartbeat_interval: heartbeatMs } });
    changed();
    socket.on("message", (data) => {
      if (!this.#mute.has(socket)) this.#heard(socket, payload.parse(JSON.parse((data as Buffer).toString("utf8"))));
      changed();
    });
    socket.on("close", (code) => {
      const session = this.#sessionOf(socket);
      if (session !== undefined) {
        session.socket = undefined;
        // A client that says goodbye does not come back.
        if (code === 1_000 || code === 1_001) session.isAlive = false;
      }
      changed();
    });
    socket.on("error", () => socket.terminate());
  }

  #heard(socket: WebSocket, { op, d }: z.infer<typeof payload>): void {
    const session = this.#sessionOf(socket);
    if (op === 1) {
      this.heartbeats += 1;
      if (session !== undefined && typeof d === "number") session.acked = Math.max(session.acked, d);
      return this.#send(socket, { op: 11 });
    }
    if (session !== undefined) return socket.close(4_005);
    if (op === 2) return this.#identify(socket, identify.parse(d));
    if (op === 6) return this.#resume(socket, resume.parse(d));
    socket.close(op === 3 || op === 4 || op === 8 ? 4_003 : 4_001);
  }

  #identify(socket: WebSocket, { token, intents }: z.infer<typeof identify>): void {
    const world = this.#options.world();
    if (token !== this.#options.token) return socket.close(4_004);
    if ((intents & messageContent) !== 0 && !world.readsMessages) return socket.close(4_014);
    this.identified += 1;
    world.startsLeft -= 1;
    const session: Session = { id: `session${++this.#made}x`, events: [], sequence: 0, acked: 0, isAlive: true, socket };
    this.#sessions.set(session.id, session);
    const guilds = [...world.guilds.values()];
    const ready = {
      v: 10,
      user: world.me,
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: this.#options.url(),
      shard: [0, 1],
      application: { id: world.application, flags: 0 },
    };
    this.#event(session, "READY", ready, false);
    for (const guild of guilds) {
      const within = [...world.channels.values()].filter((channel) => channel.guild_id === guild.id);
      const [threads, channels] = [within.filter(({ type }) => type === 11), within.filter(({ type }) => type !== 11)];
      const roles = [{ id: `${guild.id}9`, name: "Parley", tags: { bot_id: world.me.id } }];
      this.#event(session, "GUILD_CREATE", { ...guild, channels, threads, roles, unavailable: false }, false);
    }
  }

  #resume(socket: WebSocket, { token, session_id: id, seq }: z.infer<typeof resume>): void {
    if (token !== this.#options.token) return socket.close(4_004);
    const session = this.#sessions.get(id);
    if (session === undefined || !session.isAlive) return this.#send(socket, { op: invalidSession, d: false });
    if (seq > session.sequence) return socket.close(4_007);
    if (this.holdResumes > 0) return void (this.holdResumes -= 1);
    session.socket?.close(4_000);
    session.socket = socket;
    session.acked = seq;
    this.resumed += 1;
    for (const { isNews: _, ...event } of session.events) if (event.s > seq) this.#send(socket, event);
    this.#event(session, "RESUMED", {}, false);
  }

  #event(session: Session, t: string, d: unknown, isNews: boolean): void {
    session.sequence += 1;
    session.events.push({ op: 0, s: session.sequence, t, d, isNews });
    if (session.socket !== undefined) this.#send(session.socket, { op: 0, s: session.sequence, t, d });
  }

  #sessionOf(socket: WebSocket): Session | undefined {
    return [...this.#sessions.values()].find((session) => session.socket === socket);
  }

  #send(socket: WebSocket, message: unknown): void {
    if (!this.#mute.has(socket) && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }
}
