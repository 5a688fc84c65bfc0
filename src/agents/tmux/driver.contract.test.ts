import { join } from "node:path";
import { afterEach } from "vitest";
import { agentContract } from "#test/contracts/agent";
import { tmuxRig } from "#test/fakes/clerk/tmux-rig";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const rig of opened.splice(0)) await rig[Symbol.asyncDispose]();
});

agentContract(
  "tmux",
  {
    says: { prompt: "speak", streams: true },
    asks: { prompt: "ask" },
    makes: { lacks: "a CLI in a terminal hands over no files; pictures of its screen come with questions that were read off it" },
    fails: { prompt: "break" },
    hangs: { prompt: "hang" },
    desk: { prompt: "leave it", typed: "hang at the desk", goesOn: true },
    goesOn: true,
    reports: { prompt: "report" },
    settles: { lacks: "nobody but a person presses a key at the terminal, which the case about its screen does" },
    deskNow: { prompt: "both", typed: "speak at the desk" },
    remembers: { first: "learn", second: "recall", expected: "swordfish" },
    resumes: { first: "learn", second: "recall", expected: "swordfish" },
    readsFiles: {
      prompt: "files",
      file: join(import.meta.dirname, "..", "..", "..", "test", "fakes", "acp", "notes.txt"),
      content: "what is in the notes",
      hasRoom: false,
    },
    usesSeat: { lacks: "a CLI in a terminal reaches the hub over MCP, not through its seat" },
    busy: { lacks: "it is busy while somebody types at the desk or another turn is under way, and both have cases of their own" },
    goes: { prompt: "die", returns: "whenPrompted" },
    screen: { asking: "ask", shows: "Clerk 1.0", clears: ["BSpace", "BSpace"] },
    facts: { pid: "any" },
    hooks: { prompt: "hang", asks: "Permission" },
  },
  () => {
    const rig = tmuxRig();
    opened.push(rig);
    return rig;
  },
);
