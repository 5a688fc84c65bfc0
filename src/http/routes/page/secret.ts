import type { ServerResponse } from "node:http";
import { readBytes } from "#http/door/body";
import { safeHeaders } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { httpTexts } from "#http/texts";
import { say } from "#lib/words/words";

const mostBytes = 8_192;

/** One page without a script for one secret: what is typed goes to the terminal that waits for it, and is kept nowhere. */
export function secretRoutes({ app, door, deps: { secretLinks, language } }: Routes): void {
  if (secretLinks === undefined) return;

  app.get(
    "/secret/:link",
    door.anybody(async (ask) => {
      const session = secretLinks.sessionOf(ask.req.param("link") ?? "");
      if (session === undefined) return show(ask.env.outgoing, 410, `<p>${escaped(say(language, httpTexts.secretOver))}</p>`);
      const label = escaped(say(language, httpTexts.secretAsked, { session }));
      const send = escaped(say(language, httpTexts.secretSend));
      const field = '<input type="password" name="secret" autocomplete="off" required autofocus>';
      return show(ask.env.outgoing, 200, `<form method="post"><p><label>${label}<br>${field}</label></p><p><button>${send}</button></p></form>`);
    }),
  );

  app.post(
    "/secret/:link",
    door.anybody(async (ask) => {
      const { incoming, outgoing } = ask.env;
      const typed = new URLSearchParams((await readBytes(incoming, mostBytes)).toString()).get("secret") ?? "";
      const isTyped = typed !== "" && (await secretLinks.use(ask.req.param("link") ?? "", typed));
      return show(outgoing, isTyped ? 200 : 410, `<p>${escaped(say(language, isTyped ? httpTexts.secretTyped : httpTexts.secretOver))}</p>`);
    }),
  );
}

function show(outgoing: ServerResponse, status: number, body: string): undefined {
  const policy = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  // Without a referrer policy of its own a browser would send its form with the origin null.
  const headers = { ...safeHeaders, "Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "Content-Type": "text/html; charset=utf-8" };
  outgoing.writeHead(status, headers);
  outgoing.end(`<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parley</title>${body}`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
