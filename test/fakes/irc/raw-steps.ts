import type { IrcEnd } from "./end.ts";
import type { HeardLink } from "./heard-link.ts";
import type { RawIrcServer } from "./raw-server.ts";

/** Never aborts. */
export const never = new AbortController().signal;
export const chan = { name: "#chan" };

/** The server's end of a link to #chan that is welcomed and joined. */
export async function upAndIn(server: RawIrcServer, heard: HeardLink): Promise<IrcEnd> {
  const end = await server.welcome();
  await end.says(/^JOIN #chan$/);
  end.send(":parley!~parley@here.test JOIN #chan");
  await heard.told((state) => state.kind === "joined");
  return end;
}

/** Answers the question that follows every message. */
export async function confirm(end: IrcEnd, from = 0): Promise<void> {
  const [, token = ""] = await end.says(/^PING :(parley-sent-\d+)$/, from);
  end.send(`:raw.test PONG raw.test :${token}`);
}
