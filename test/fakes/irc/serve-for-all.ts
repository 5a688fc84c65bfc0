import { afterAll, beforeAll } from "vitest";
import { ircClient, type IrcClient, type IrcClientSpec } from "./client.ts";
import { startNgircd, type Ngircd, type NgircdOptions } from "./ngircd.ts";

interface Served {
  readonly server: Ngircd;
  readonly bob: IrcClient;
}

/** What the names of a test file stand for until its server is up. */
export const nothingYet = {} as Served;

/** One server for all tests of the file, and bob on it, in #lemon unless it says otherwise. */
export function serveForAll(served: (both: Served) => void, options: { readonly server?: NgircdOptions; readonly bob?: Partial<IrcClientSpec> } = {}): void {
  let server: Ngircd | undefined;
  let bob: IrcClient | undefined;
  beforeAll(async () => {
    server = await startNgircd(options.server);
    bob = await ircClient({ port: server.port, nick: "bob", channels: ["#lemon"], ...options.bob });
    served({ server, bob });
  });
  afterAll(async () => {
    bob?.[Symbol.dispose]();
    await server?.[Symbol.asyncDispose]();
  });
}
