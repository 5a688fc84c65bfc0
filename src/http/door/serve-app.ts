import type { IncomingMessage, ServerResponse } from "node:http";

/** What a route returns to hono: the answer went to the node response. */
export const alreadySent = {} as Response;

interface App {
  readonly fetch: (request: Request, env: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }) => Response | Promise<Response>;
}

/**
 * Lets hono find the route, and nothing else. Routes read the node request and write the node response, so that hono gets the method and
 * the address alone. A real Request would bring Node's whole fetch with it, which takes 15 MB.
 */
export function serveApp(app: App): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    // Node leaves the body of an answer to HEAD out by itself.
    const method = incoming.method === "HEAD" ? "GET" : incoming.method;
    const request = { method, url: addressOf(incoming.url ?? "/") };
    const answer = await app.fetch(request as Request, { incoming, outgoing });
    if (answer !== alreadySent) throw new Error(`hono answered ${method} by itself, with ${answer.status}`);
  };
}

/** With `.` and `..` resolved, as browsers do before they ask: no route may be found by what is not its address. */
function addressOf(target: string): string {
  const address = `http://localhost${target}`;
  return /\/(?:\.|%2e)/i.test(target) && URL.canParse(address) ? new URL(address).href : address;
}
