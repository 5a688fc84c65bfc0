import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { JsonValue } from "#domain/json";
import { bearerOf } from "#http/door/auth";
import { checked } from "#http/door/bad-input";
import { readAnyJson } from "#http/door/body";
import type { HttpDeps } from "#http/deps";
import { ok, refused, type HttpReply } from "#http/door/reply";
import type { Routes } from "#http/routes/route";

const hookQuery = z.object({ session: z.string().min(1).max(100), event: z.string().min(1).max(100) });
const pollQuery = z.object({ wait: z.coerce.number().min(0).max(3_600).default(0) });

/** Hooks of a session's own CLI. The session's secret is the bearer: no other token opens them, and it opens nothing else. */
export function hookRoutes({ app, door, deps }: Routes): void {
  const answer = hookAnswers(deps);
  for (const path of ["/hook", "/hook/:question"])
    app.all(
      path,
      door.anybody(async ({ env: { incoming, outgoing } }) => answer(incoming, outgoing)),
    );
}

/** For the router and for the port that knows nothing but hooks. Undefined for an address that is not one of theirs. */
export function hookAnswers({ hub }: Pick<HttpDeps, "hub">): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<HttpReply | undefined> {
  const posted = async (incoming: IncomingMessage, url: URL): Promise<HttpReply> => {
    const { session, event } = checked(hookQuery, Object.fromEntries(url.searchParams));
    const payload = (await readAnyJson(incoming)) as JsonValue;
    return ok(await hub.hooks.signal(session, bearerOf(incoming), event, payload));
  };

  const polled = async (incoming: IncomingMessage, url: URL, outgoing: ServerResponse): Promise<HttpReply> => {
    const { wait } = checked(pollQuery, Object.fromEntries(url.searchParams));
    const left = new AbortController();
    outgoing.once("close", () => left.abort());
    return ok(await hub.hooks.poll(url.pathname.slice("/hook/".length), bearerOf(incoming), wait * 1_000, left.signal));
  };

  return async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://localhost");
    if (url.pathname === "/hook" && incoming.method === "POST") return posted(incoming, url);
    if (/^\/hook\/[^/]+$/.test(url.pathname) && incoming.method === "GET") return polled(incoming, url, outgoing);
    if (!/^\/hook(\/|$)/.test(url.pathname)) return undefined;
    return { ...refused("BadRequest", "Use POST /hook, then GET /hook/QUESTION."), status: 405 };
  };
}
