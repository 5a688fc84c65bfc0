import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("a public address", () => {
  it.each(["8.8.8.8", "142.250.1.1", "2606:4700::1111", "172.32.0.1"])("%s is one", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.100.100.200",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "2002:7f00:1::",
    "ff02::1",
    "localhost",
    "",
  ])("%s is none", (address) => expect(isPublicAddress(address)).toBe(false));
});
