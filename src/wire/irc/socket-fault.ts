import { fault, type IrcFault, type IrcFaultWord, quoted } from "./fault.ts";

/** How far a connection has come. */
export type Phase = "dialing" | "handshake" | "open";

export interface Where {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

type CertificateWord = Extract<IrcFaultWord, `ircFaultCert${string}`>;

const certificateFaults: Readonly<Record<string, Exclude<CertificateWord, "ircFaultCertUnknown">>> = {
  CERT_HAS_EXPIRED: "ircFaultCertExpired",
  CERT_NOT_YET_VALID: "ircFaultCertEarly",
  ERR_TLS_CERT_ALTNAME_INVALID: "ircFaultCertName",
  DEPTH_ZERO_SELF_SIGNED_CERT: "ircFaultCertOwn",
};

/** What an error of the socket means, by the words of Node and OpenSSL that stay the same over versions: their codes. */
export function faultOfSocketError(error: Error & { readonly code?: string }, phase: Phase, where: Where): IrcFault {
  const { host, port } = where;
  const code = error.code || quoted(error.message) || error.name;
  if (phase === "open") return fault("LinkLost", "ircFaultBroke", { host, port, code });
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return fault("DnsFailed", "ircFaultDns", { host, code });
  if (phase === "handshake") return tlsFault(error.code ?? "", where);
  if (code === "ECONNREFUSED") return fault("ConnectionRefused", "ircFaultRefused", { host, port });
  if (code === "ETIMEDOUT") return connectTimeout(where);
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH") return fault("HostUnreachable", "ircFaultUnreachable", { host, code });
  return fault("LinkLost", "ircFaultNoConnection", { host, port, code });
}

function tlsFault(code: string, { host, port }: Where): IrcFault {
  const word = certificateFaults[code];
  if (word !== undefined) return fault("TlsFailed", word, { host, port });
  const isCertificate = code.includes("CERT") || code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
  if (isCertificate) return fault("TlsFailed", "ircFaultCertUnknown", { host, port, code });
  return code === "" ? fault("TlsFailed", "ircFaultPlainPort", { host, port }) : fault("TlsFailed", "ircFaultNotTls", { host, port, code });
}

/** The connection ended without an error. */
export function faultOfEnd(phase: Phase, where: Where): IrcFault {
  const { host, port } = where;
  if (phase === "handshake") return tlsFault("", where);
  return fault("LinkLost", "ircFaultEnded", { host, port });
}

/** Nothing came of it in time. */
export function faultOfSilence(phase: Phase, where: Where): IrcFault {
  return phase === "handshake" ? tlsFault("", where) : connectTimeout(where);
}

function connectTimeout({ host, port }: Where): IrcFault {
  return fault("ConnectTimeout", "ircFaultTimeout", { host, port });
}
