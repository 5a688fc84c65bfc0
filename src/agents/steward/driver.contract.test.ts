import { ModelFailed } from "#agents/kit/model/model-failed";
import type { Run } from "#domain/command";
import { agentContract } from "#test/contracts/agent";
import { lastHeard, stewardRig, type Reply } from "#test/fakes/steward-rig";

const noTerminal = "the built-in agent has no terminal at which somebody could type";

const reply: Reply = (request) => {
  const asked = request.messages.flatMap((message) => (message.role === "user" ? [message.text] : []));
  const prompt = asked.at(-1) ?? "";
  const heard = lastHeard(request);
  if (prompt.includes("break")) throw new ModelFailed("HTTP 503: out of order", { attempts: 5, status: 503, mayPass: true });
  if (prompt.includes("hang")) return "never";
  if (prompt.includes("recall")) return [{ kind: "text", text: `You told me: ${asked.join(" ")}` }];
  if (prompt.includes("files") && heard === prompt) return [{ kind: "call", id: "c1", name: "READ", input: JSON.stringify({ path: "notes.txt" }) }];
  if (prompt.includes("files")) return [{ kind: "text", text: `${prompt} ${heard}` }];
  return [{ kind: "text", text: "one two three four five six seven eight" }];
};

const read: Run = {
  id: "run_1",
  at: 0,
  who: "ses_1",
  whoName: "demo",
  name: "READ",
  surface: "hub",
  line: "",
  exitCode: 0,
  text: "what is in the notes",
  result: {},
};

agentContract(
  "steward",
  {
    says: { prompt: "speak", streams: true },
    asks: { lacks: "the hub itself asks about what its tools do; the agent's own questions are no permissions and have cases of their own" },
    makes: { lacks: "the hub stores the files that the agent sends" },
    fails: { prompt: "break" },
    hangs: { prompt: "hang" },
    desk: { lacks: noTerminal },
    goesOn: true,
    reports: { lacks: "the built-in agent keeps no plan; its status and usage have cases of their own" },
    settles: { lacks: noTerminal },
    deskNow: { lacks: noTerminal },
    remembers: { first: "the word is swordfish", second: "recall", expected: "swordfish" },
    readsFiles: { prompt: "files", file: "/files/notes.txt", content: "what is in the notes" },
    usesSeat: { lacks: "it reaches the hub by its tools, which have cases of their own" },
    busy: { lacks: "it is busy only while another turn is under way, which has a case of its own" },
    goes: { lacks: "it has no process that could die" },
    screen: { lacks: noTerminal },
    facts: { lacks: "it has no process and one conversation" },
    hooks: { lacks: "it has no hooks" },
    resumes: { lacks: "it has one conversation, which goes on by itself" },
  },
  () => stewardRig(reply, { tools: () => [{ name: "READ", description: "reads", schema: { type: "object" }, isReading: true }], use: async () => read }),
);
