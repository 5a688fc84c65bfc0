import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ParleyError, type ErrorCode } from "#domain/errors";
import type { Actor } from "#domain/people";
import { say } from "#lib/words/words";
import type { HttpDeps } from "#http/deps";
import { accessTexts } from "#hub/access/texts";
import { httpTexts } from "#http/texts";

export interface Auth {
  /** Who asks. Throws NeedsToken, BadToken or NoOwner, each recorded. */
  actor(incoming: IncomingMessage): Actor | Promise<Actor>;
  /** The same for MCP, where an agent's token, and only an agent's, may stand in the address. */
  caller(incoming: IncomingMessage, queryToken: string | undefined): Promise<{ readonly actor: Actor; readonly token: string; readonly inQuery: boolean }>;
  /** Who a token is at this moment; undefined when it is nobody's any more. */
  identify(token: string): Promise<Actor | undefined>;
  /** Records a refusal that was decided before anybody was known, and makes the error to throw. */
  turnAway(incoming: IncomingMessage, code: ErrorCode, sentence: string, data?: Readonly<Record<string, unknown>>): Promise<ParleyError>;
}

const operator: Actor = { kind: "operator" };

export function createAuth({ hub, log, language, operatorToken }: Pick<HttpDeps, "hub" | "log" | "language" | "operatorToken">): Auth {
  if (operatorToken === "") throw new ParleyError("Internal", "The operator's token is empty. An empty secret would open the door to everybody.");
  const operatorBytes = Buffer.from(operatorToken);
  let isOwned = false;

  const given = Buffer.alloc(operatorBytes.length);
  const isOperator = (token: string): boolean =>
    Buffer.byteLength(token) === operatorBytes.length && given.write(token) === operatorBytes.length && timingSafeEqual(given, operatorBytes);

  const identify = async (token: string): Promise<Actor | undefined> => (isOperator(token) ? operator : hub.access.bearer(token));

  const turnAway: Auth["turnAway"] = async (incoming, code, sentence, data) => {
    const remote = remoteOf(incoming);
    try {
      await hub.access.refuse({ who: `http:${remote}`, name: remote, code, about: aboutOf(incoming) });
    } catch (cause) {
      log.error({ cause, code }, "a refusal could not be recorded");
    }
    return new ParleyError(code, sentence, data === undefined ? {} : { data });
  };

  const actor: Auth["actor"] = (incoming) => {
    const token = bearerOf(incoming);
    return token !== undefined && isOperator(token) ? operator : lookUp(incoming, token);
  };

  const lookUp = async (incoming: IncomingMessage, token: string | undefined): Promise<Actor> => {
    isOwned ||= await hub.access.hasOwner();
    if (!isOwned) throw await turnAway(incoming, "NoOwner", say(language, accessTexts.noOwner));
    if (token === undefined) throw await turnAway(incoming, "NeedsToken", say(language, httpTexts.needsToken));
    return holderOf(incoming, token);
  };

  const holderOf = async (incoming: IncomingMessage, token: string): Promise<Actor> => {
    const holder = await hub.access.bearer(token);
    if (holder === undefined) throw await turnAway(incoming, "BadToken", say(language, accessTexts.badToken));
    return holder;
  };

  return {
    identify,
    turnAway,
    actor,
    caller: async (incoming, queryToken) => {
      const token = bearerOf(incoming);
      if (token !== undefined || queryToken === undefined || queryToken === "") return { actor: await actor(incoming), token: token ?? "", inQuery: false };
      isOwned ||= await hub.access.hasOwner();
      if (!isOwned) throw await turnAway(incoming, "NoOwner", say(language, accessTexts.noOwner));
      const holder = await holderOf(incoming, queryToken);
      // Addresses end up in histories and logs of others: what opens more than a thread does not belong there.
      if (holder.kind !== "agent") throw await turnAway(incoming, "BadToken", say(language, accessTexts.badToken));
      return { actor: holder, token: queryToken, inQuery: true };
    },
  };
}

export function bearerOf(incoming: IncomingMessage): string | undefined {
  const header = incoming.headers.authorization;
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  const token = header.slice(7).trim();
  return token === "" ? undefined : token;
}

export function remoteOf(incoming: IncomingMessage): string {
  return incoming.socket.remoteAddress ?? "unknown";
}

/** What was asked for, fit for a record: no query (it may hold a signature), no link that still works, bounded. The foreign name is the point of that refusal. */
function aboutOf(incoming: IncomingMessage): string {
  const { host, origin } = incoming.headers;
  const path = ((incoming.url ?? "").split("?", 1)[0] ?? "").replace(/^\/secret\/.+/, "/secret/…");
  return `${incoming.method ?? ""} ${path} host ${host ?? "none"}${origin === undefined ? "" : ` origin ${origin}`}`.slice(0, 300);
}
