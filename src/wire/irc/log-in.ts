import type { ParsedLine } from "irc-framework";
import type { IrcFault } from "./fault.ts";
import { identify } from "./identify.ts";
import { noSasl, noWelcome } from "./link-fault.ts";
import type { IrcSpec } from "./spec.ts";
import type { Talk } from "./talk.ts";

/** From the open socket to the moment where channels can be joined. Undefined when that came, or the link was over before. */
export async function logIn(talk: Talk, spec: IrcSpec): Promise<IrcFault | undefined> {
  const { ear, timings, life } = talk;
  let isAuthenticating = false;
  let isLoggedIn = false;
  const stopListening = ear.listen(({ command }) => {
    isAuthenticating ||= command === "AUTHENTICATE";
    isLoggedIn ||= command === "900" || command === "903";
  });
  try {
    // What a server supports comes behind its welcome, and names cannot be compared before that.
    const isEnd = ({ command }: ParsedLine): true | undefined => command === "376" || command === "422" || undefined;
    const welcomed = ({ command }: ParsedLine) => (command === "001" ? ear.wait(isEnd, timings.welcomeMs).then(() => true) : undefined);
    const isWelcome = await ear.wait(welcomed, timings.registerMs);
    if (life.aborted) return undefined;
    if (isWelcome === undefined) return isAuthenticating ? noSasl("ircFaultSaslLate") : noWelcome(spec);
    if (isLoggedIn || spec.nickServPassword === undefined) return undefined;
    if (spec.sasl === "required") return noSasl("ircFaultSaslMissing");
    return await identify(talk, spec.account, spec.nickServPassword);
  } finally {
    stopListening();
  }
}
