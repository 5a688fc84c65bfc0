import { z } from "zod";
import type { ChannelCheck } from "#channels/kit/channel-check";
import { whyInWords } from "#channels/kit/error-reason";
import { ParleyError } from "#domain/errors";
import type { Clock } from "#lib/time/clock";
import { openForward } from "./forward.ts";
import { statusWire } from "./frame.ts";
import { isLoopback, parseHostAndPort, type OneBotSettings } from "./index.ts";

const timeoutMs = 10_000;
const loginWire = z.object({ user_id: z.union([z.number(), z.string()]), nickname: z.string().catch("") });
const versionWire = z.object({ app_name: z.string(), app_version: z.string() });

/** Whether the implementation answers, and whether its account is online. A second connection does not disturb a hub that runs. */
export async function checkOneBot({ url, listen = "", access_token: token, proxy }: OneBotSettings, clock: Clock): Promise<ChannelCheck> {
  if (url === undefined) return checkListening(listen, token !== undefined);
  const { signal } = new AbortController();
  try {
    const calls = await openForward({ url, token, proxy, clock, handshakeMs: timeoutMs })(signal);
    try {
      const ask = async (action: string): Promise<unknown> => {
        const outcome = await calls.call(action, {}, { signal, timeoutMs });
        if (outcome.how === "ok") return outcome.data;
        if (outcome.how === "denied") return undefined;
        calls.drop(new ParleyError("Timeout", outcome.reason));
        return calls.closed;
      };
      return standing(
        loginWire.safeParse(await ask("get_login_info")).data,
        versionWire.safeParse(await ask("get_version_info")).data,
        statusWire.safeParse(await ask("get_status")).data,
      );
    } finally {
      calls.drop();
    }
  } catch (error) {
    if (error instanceof ParleyError && error.code === "BadToken") return { state: "error", says: error.message, mend: "" };
    const mend = "Start the OneBot implementation with a forward WebSocket at url; the hub keeps trying.";
    return { state: "warning", says: `The OneBot implementation cannot be reached. ${whyInWords(error)}`, mend };
  }
}

function standing(
  login: z.infer<typeof loginWire> | undefined,
  version: z.infer<typeof versionWire> | undefined,
  status: z.infer<typeof statusWire> | undefined,
): ChannelCheck {
  const program = version === undefined ? "The OneBot implementation" : `${version.app_name} ${version.app_version}`;
  if (login === undefined || status?.online === false)
    return {
      state: "error",
      says: `${program} answers, but its QQ account is offline.`,
      mend: "Log in to QQ there again; usually a QR code has to be scanned.",
    };
  return { state: "ok", says: `${program} answers as QQ ${login.user_id}${login.nickname === "" ? "" : ` (${login.nickname})`}`, mend: "" };
}

function checkListening(listen: string, hasToken: boolean): ChannelCheck {
  if (hasToken || isLoopback(parseHostAndPort(listen).host)) {
    const mend = "Set it up there as a reverse WebSocket client with the same token; parley status shows whether it is connected.";
    return { state: "ok", says: `Parley waits at ${listen} for the OneBot implementation`, mend };
  }
  return { state: "error", says: `${listen} is open to other machines and has no access_token.`, mend: "Set access_token on both sides." };
}
