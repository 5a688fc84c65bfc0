import { systemClock } from "#lib/time/clock";
import { sandboxContract } from "#test/contracts/sandbox";
import { createBwrapEngine } from "./bwrap-engine.ts";

const path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";
const engine = createBwrapEngine({ clock: systemClock, language: "en", path, user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 } });

sandboxContract(
  "bwrap",
  {
    memory: true,
    processes: true,
    sweeps: { lacks: "its commands die with the hub, so nothing is left to sweep" },
    leftovers: { lacks: "what a command leaves behind dies with it" },
    startsAgain: true,
  },
  () => engine,
  "",
);
