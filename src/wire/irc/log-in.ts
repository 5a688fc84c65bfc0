import type { ParsedLine } from "irc-framework";
import type { IrcFault } from "./fault.ts";
import { identify } from "./identify.ts";
import { noSasl, noWelcome } from "./link-fault.ts";
import type { IrcSpec } from "./spec.ts";
import type { LinkContext } from "./link-context.ts";
import { ircFaultTexts } from "./texts.ts";

/** From the open socket until channels can be joined. Undefined on success, or if the link ended before. */
export async function logIn(link: LinkContext, spec: IrcSpec): Promise<IrcFault | undefined> {
  const { lines, timings, life } = link;
  let isAuthenticating = false;
  let isLoggedIn = false;
  const stopListening = lines.listen(({ command }) => {
    isAuthenticating ||= command === "AUTHENTICATE";
    isLoggedIn ||= command === "900" || command === "903";
  });
  try {
    // ISUPPORT follows the welcome, and names cannot be compared before it.
    const isEnd = ({ command }: ParsedLine): true | undefined => command === "376" || command === "422" || undefined;
    const welcomed = ({ command }: ParsedLine) => (command === "001" ? lines.wait(isEnd, timings.welcomeMs).then(() => true) : undefined);
    const isWelcome = await lines.wait(welcomed, timings.registerMs);
    if (life.aborted) return undefined;
    if (isWelcome === undefined) return isAuthenticating ? noSasl(ircFaultTexts.ircFaultSaslLate) : noWelcome(spec);
    if (isLoggedIn || spec.nickServPassword === undefined) return undefined;
    if (spec.sasl === "required") return noSasl(ircFaultTexts.ircFaultSaslMissing);
    return await identify(link, spec.account, spec.nickServPassword);
  } finally {
    stopListening();
  }
}
