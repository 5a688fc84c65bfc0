import { agentContract } from "#test/contracts/agent";
import { acpRig, notesFile } from "#test/fakes/acp/acp-rig";

const noTerminal = "an agent that speaks ACP has no terminal at which somebody could type";

agentContract(
  "acp",
  {
    says: { prompt: "speak", streams: true },
    asks: { prompt: "ask" },
    makes: { prompt: "make" },
    fails: { prompt: "break" },
    hangs: { prompt: "hang" },
    desk: { lacks: noTerminal },
    goesOn: { lacks: "the protocol has no way to listen again to a prompt whose connection is gone" },
    reports: { prompt: "report" },
    settles: { lacks: noTerminal },
    deskNow: { lacks: noTerminal },
    remembers: { first: "learn", second: "recall", expected: "swordfish" },
    resumes: { first: "learn", second: "recall", expected: "swordfish" },
    readsFiles: { prompt: "files", file: notesFile, content: "what is in the notes" },
    usesSeat: { lacks: "an agent that speaks ACP reaches the hub over MCP, not through its seat" },
    busy: { lacks: "it is busy only while another turn is under way or while it is started again, and both have cases of their own" },
    goes: { prompt: "die" },
    screen: { lacks: noTerminal },
    facts: { pid: "any" },
    hooks: { lacks: "an agent that speaks ACP asks over the protocol and calls no hooks" },
  },
  () => acpRig(),
);
