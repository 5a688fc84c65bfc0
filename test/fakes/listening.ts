import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Where a process listens for TCP, as the kernel says: `127.0.0.1:39765`, an IPv6 address as its 32 hex digits. */
export function listeningOf(pid: number): readonly string[] {
  const own = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => socketOf(`/proc/${pid}/fd/${fd}`)));
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === "0A" && own.has(inode))
      .map(([, local = ""]) => readable(local)),
  );
}

function socketOf(link: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.[1];
  } catch {
    // Closed since it was listed.
    return undefined;
  }
}

function readable(local: string): string {
  const [address = "", port = ""] = local.split(":");
  const shown = address.length === 8 ? [...Buffer.from(address, "hex").reverse()].join(".") : address;
  return `${shown}:${Number.parseInt(port, 16)}`;
}
