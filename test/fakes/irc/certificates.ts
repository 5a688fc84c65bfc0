import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Debian's, from the list in scripts/test-needs.mjs. */
const tool = "openssl";

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate authority of one test, and certificates for this machine that it signed. */
export interface Authority {
  /** PEM, to be trusted. */
  readonly ca: string;
  /** For 127.0.0.1 and localhost, unless another name is asked for; `days: -1` is one that has expired. */
  issue(options?: { readonly days?: number; readonly name?: string }): Certificate;
}

export function createAuthority(dir: string): Authority {
  const at = (name: string): string => join(dir, name);
  const openssl = (...args: readonly string[]): string => execFileSync(tool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...newKey, "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", "/CN=Parley test authority", "-days", "2");
  let issued = 0;
  return {
    ca: openssl("x509", "-in", at("ca.pem")),
    issue: ({ days = 2, name } = {}) => {
      const id = `server-${++issued}`;
      const [keyFile, request, certFile, extensions] = [at(`${id}.key`), at(`${id}.csr`), at(`${id}.pem`), at(`${id}.ext`)];
      writeFileSync(extensions, `subjectAltName=${name === undefined ? "IP:127.0.0.1,DNS:localhost" : `DNS:${name}`}\n`);
      openssl("req", ...newKey, "-keyout", keyFile, "-out", request, "-subj", `/CN=${name ?? "localhost"}`);
      const signing = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", String(days), "-extfile", extensions];
      openssl("x509", "-req", "-in", request, ...signing, "-out", certFile);
      return { certFile, keyFile };
    },
  };
}
