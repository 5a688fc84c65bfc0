import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const refuse = (): never => {
  throw new Error("The document reader has no network access.");
};

/**
 * For machines without a network namespace. Our code never connects; this guards against what a malicious document might make a
 * reader do, before the document is opened.
 */
export function closeNetwork(): void {
  const doors: readonly (readonly [object, readonly string[]])[] = [
    [net, ["connect", "createConnection", "createServer"]],
    [net.Socket.prototype, ["connect"]],
    [net.Server.prototype, ["listen"]],
    [dgram, ["createSocket"]],
    [dgram.Socket.prototype, ["bind", "connect", "send"]],
    [dns, Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name))],
    [dns.promises, Object.keys(dns.promises).filter((name) => /^(lookup|resolve|reverse)/.test(name))],
    [dns.Resolver.prototype, Object.getOwnPropertyNames(dns.Resolver.prototype).filter((name) => name.startsWith("resolve"))],
    [process, ["binding"]],
    [globalThis, ["fetch", "WebSocket", "EventSource"]],
  ];
  for (const [owner, names] of doors) for (const name of names) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
  syncBuiltinESMExports();
}
