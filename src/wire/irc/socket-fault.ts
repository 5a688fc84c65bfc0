import { fault, type IrcFault, quoted } from "./fault.ts";

/** How far a connection has come. */
export type Phase = "dialing" | "handshake" | "open";

export interface Where {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired. Tell its administrator, or use another server",
  CERT_NOT_YET_VALID: "its certificate is not valid yet. Check this machine's clock",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name. Use the name that stands in the certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it signed its certificate itself, so nobody vouches for it. Use a server whose certificate this machine trusts",
};
const untrusted = "nobody that this machine trusts vouches for its certificate. Use a server whose certificate is trusted here, or trust its authority";
const plainPort = "it did not answer as TLS does. The port is probably one for plain connections: use the TLS port (often 6697), or turn TLS off";

/** What an error of the socket means, by the words of Node and OpenSSL that stay the same over versions: their codes. */
export function faultOfSocketError(error: Error & { readonly code?: string }, phase: Phase, where: Where): IrcFault {
  const { code = "" } = error;
  const { host, port } = where;
  if (phase === "open") return fault("LinkLost", `The connection to ${host} port ${port} broke (${code || quoted(error.message)}). Connect again.`);
  if (code === "ENOTFOUND" || code.startsWith("EAI_"))
    return fault("DnsFailed", `The name ${host} could not be found (${code}). Check the server's name and this machine's network.`);
  if (phase === "handshake") return tlsFault(code, where);
  if (code === "ECONNREFUSED")
    return fault("ConnectionRefused", `Nobody accepts connections at ${host} port ${port}. Check the port, and whether the server runs.`);
  if (code === "ETIMEDOUT") return connectTimeout(where);
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH")
    return fault("HostUnreachable", `There is no way from here to ${host} (${code}). Check this machine's network and firewall.`);
  return fault("LinkLost", `The connection to ${host} port ${port} could not be made (${code || quoted(error.message)}). Check server, port and network.`);
}

function tlsFault(code: string, { host, port }: Where): IrcFault {
  const isCertificate = code.includes("CERT") || code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" || code === "ERR_TLS_CERT_ALTNAME_INVALID";
  const why = certificateFaults[code] ?? (isCertificate ? untrusted : plainPort);
  return fault("TlsFailed", `No safe connection to ${host} port ${port}: ${why}${code === "" ? "" : ` (${code})`}.`);
}

/** The connection ended without an error. */
export function faultOfEnd(phase: Phase, where: Where): IrcFault {
  const { host, port } = where;
  if (phase === "handshake") return tlsFault("", where);
  return fault("LinkLost", `${host} port ${port} closed the connection. Connect again.`);
}

/** Nothing came of it in time. */
export function faultOfSilence(phase: Phase, where: Where): IrcFault {
  return phase === "handshake" ? tlsFault("", where) : connectTimeout(where);
}

function connectTimeout({ host, port }: Where): IrcFault {
  return fault("ConnectTimeout", `${host} port ${port} did not answer in time. Check the server's name and port, and whether a firewall is in between.`);
}
