import { ParleyError } from "#domain/errors";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nobody listens at that address (connection refused).",
  ECONNRESET: "The connection was cut.",
  EPIPE: "The connection was cut.",
  ETIMEDOUT: "The server did not answer in time.",
  EHOSTUNREACH: "The server cannot be reached from here (no route).",
  ENETUNREACH: "The network is not there.",
  ENOTFOUND: "The server's name is not known (DNS).",
  EAI_AGAIN: "The server's name could not be looked up (DNS does not answer).",
  EPROXYLOGIN: "The proxy does not accept the login.",
  EPROXYREFUSED: "The proxy could not reach the server.",
  ERR_PROXY_TUNNEL: "The proxy could not reach the server, or does not accept the login.",
  CERT_HAS_EXPIRED: "The server's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's certificate is signed by nobody we know.",
};

/**
 * Why a connection failed, for people. Only sentences of our own and error codes: the message of a library's error may
 * hold a URL with a token in it.
 */
export function whyInWords(error: unknown): string {
  if (error instanceof ParleyError) return error.message;
  const code = codeOf(error);
  if (code === undefined) return "The connection failed.";
  return words[code] ?? `The connection failed (${code}).`;
}

const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROXY\w*|ERR_PROXY\w*|CERT_\w+|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO\w*|ERR_TLS\w*)$/;

/** Whether a request that failed with this certainly did not go out: the connection was never there. */
export function isBeforeSending(error: unknown): boolean {
  return beforeSending.test(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | undefined {
  // Libraries wrap: the system's code is often one or two causes down.
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(at.code)) return at.code;
  }
  return undefined;
}
