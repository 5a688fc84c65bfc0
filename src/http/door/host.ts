import type { IncomingMessage } from "node:http";

/** The names under which this door may be called, once its port is known. Browsers on other sites reach it only under other ones. */
export interface DoorNames {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  /** For links that people open. */
  readonly base: string;
}

const loopback = ["127.0.0.1", "localhost", "[::1]"];

export function namesOf(port: number, publicUrl: string | undefined): DoorNames {
  const hosts = new Set(loopback.flatMap((name) => [name, `${name}:${port}`]));
  // A page of another local server is foreign: the port is part of an origin. URL leaves a default port out, as browsers do.
  const origins = new Set(loopback.map((name) => new URL(`http://${name}:${port}`).origin));
  if (publicUrl === undefined) return { hosts, origins, base: `http://127.0.0.1:${port}` };
  const url = new URL(publicUrl);
  hosts.add(url.host);
  if (url.port === "") hosts.add(`${url.host}:${url.protocol === "https:" ? 443 : 80}`);
  origins.add(url.origin);
  return { hosts, origins, base: url.origin };
}

/** Undefined when both names are ours. `Origin: null` is somebody else's sandbox or file. */
export function foreign(incoming: IncomingMessage, names: DoorNames): "ForeignHost" | "ForeignOrigin" | undefined {
  const { host, origin } = incoming.headers;
  // Of two, this server takes the first; one in front of it may have gone by the other.
  if (host === undefined || isTwice(incoming.rawHeaders) || !(names.hosts.has(host) || names.hosts.has(host.toLowerCase()))) return "ForeignHost";
  if (origin !== undefined && !names.origins.has(origin)) return "ForeignOrigin";
  return undefined;
}

/** Names and values by turns, as they came. */
function isTwice(raw: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count > 1;
}
