import { fault, type IrcFault, quoted } from "./fault.ts";
import { ircFaultTexts } from "./texts.ts";

/** The phase of a connection. */
export type Phase = "dialing" | "handshake" | "open";

export interface Where {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

type CertificateText = (typeof ircFaultTexts)["ircFaultCertExpired" | "ircFaultCertEarly" | "ircFaultCertName" | "ircFaultCertOwn"];

const certificateFaults: Readonly<Record<string, CertificateText>> = {
  CERT_HAS_EXPIRED: ircFaultTexts.ircFaultCertExpired,
  CERT_NOT_YET_VALID: ircFaultTexts.ircFaultCertEarly,
  ERR_TLS_CERT_ALTNAME_INVALID: ircFaultTexts.ircFaultCertName,
  DEPTH_ZERO_SELF_SIGNED_CERT: ircFaultTexts.ircFaultCertOwn,
};

/** Interprets a socket error by its Node or OpenSSL code; messages change between versions. */
export function faultOfSocketError(error: Error & { readonly code?: string }, phase: Phase, where: Where): IrcFault {
  const { host, port } = where;
  const code = error.code || quoted(error.message) || error.name;
  if (phase === "open") return fault("LinkLost", ircFaultTexts.ircFaultBroke, { host, port, code });
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return fault("DnsFailed", ircFaultTexts.ircFaultDns, { host, code });
  if (phase === "handshake") return tlsFault(error.code ?? "", where);
  if (code === "ECONNREFUSED") return fault("ConnectionRefused", ircFaultTexts.ircFaultRefused, { host, port });
  if (code === "ETIMEDOUT") return connectTimeout(where);
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH") return fault("HostUnreachable", ircFaultTexts.ircFaultUnreachable, { host, code });
  return fault("LinkLost", ircFaultTexts.ircFaultNoConnection, { host, port, code });
}

function tlsFault(code: string, { host, port }: Where): IrcFault {
  const word = certificateFaults[code];
  if (word !== undefined) return fault("TlsFailed", word, { host, port });
  const isCertificate = code.includes("CERT") || code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
  if (isCertificate) return fault("TlsFailed", ircFaultTexts.ircFaultCertUnknown, { host, port, code });
  return code === ""
    ? fault("TlsFailed", ircFaultTexts.ircFaultPlainPort, { host, port })
    : fault("TlsFailed", ircFaultTexts.ircFaultNotTls, { host, port, code });
}

/** The connection ended without an error. */
export function faultOfEnd(phase: Phase, where: Where): IrcFault {
  const { host, port } = where;
  if (phase === "handshake") return tlsFault("", where);
  return fault("LinkLost", ircFaultTexts.ircFaultEnded, { host, port });
}

/** The connection timed out. */
export function faultOfSilence(phase: Phase, where: Where): IrcFault {
  return phase === "handshake" ? tlsFault("", where) : connectTimeout(where);
}

function connectTimeout({ host, port }: Where): IrcFault {
  return fault("ConnectTimeout", ircFaultTexts.ircFaultTimeout, { host, port });
}
