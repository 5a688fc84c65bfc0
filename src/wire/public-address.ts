import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Of the error of a lookup that found addresses, none of them public. */
export const notPublicCode = "ENOTPUBLIC";

/** Everything that is not on the public internet: this machine, its networks, and what is reserved. */
const notPublic = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(net, bits, "ipv4");

/** Of IPv6 only global unicast is public, without those ranges of it that carry or stand for other addresses. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const notPublic6 = new BlockList();
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic6.addSubnet(net, bits, "ipv6");

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, "ipv4");
  if (family !== 6) return false;
  return globalUnicast.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

/** Whether a host's name can be one of the public internet at all; what it resolves to is another question. */
export function isPublicName(host: string): boolean {
  return host.includes(".") && !/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host);
}

export type Resolve = (name: string, options: LookupOptions, found: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

const bySystem: Resolve = (name, options, found) => lookup(name, { ...options, all: true }, found);

/** Gives out public addresses only, and exactly those that are then connected to: what a name resolves to later changes nothing. */
export function publicLookup(resolve: Resolve = bySystem, isAllowed: (address: string) => boolean = isPublicAddress): LookupFunction {
  return (name, options, callback) => {
    resolve(name, options, (error, found) => {
      const usable = error === null ? found.filter(({ address }) => isAllowed(address)) : [];
      const [first] = usable;
      if (first === undefined) return callback(error ?? Object.assign(new Error(`${name} has no public address`), { code: notPublicCode }), "", 4);
      return options.all === true ? callback(null, [...usable]) : callback(null, first.address, first.family);
    });
  };
}
