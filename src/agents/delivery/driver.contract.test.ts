import { ModelFailed } from "#agents/kit/model/model-failed";
import type { AssistantPart } from "#agents/kit/model/model";
import { agentContract } from "#test/contracts/agent";
import { deliveryRig } from "#test/fakes/delivery-rig";
import type { Reply } from "#test/fakes/steward-rig";

const noTerminal = "a delivery has no terminal at which somebody could type";
const readme = "# Greeter\n\nPrints a greeting.\n\n## Usage\n\nRun `bash hello.sh NAME` in this folder; it prints a line.\n";
const call = (name: string, args: object): readonly AssistantPart[] => [{ kind: "call", id: name, name, input: JSON.stringify(args) }];

/** Keeps a list, writes the document that a delivery needs, and ends. */
const reply: Reply = ({ messages }) => {
  const [first] = messages;
  const prompt = first?.role === "user" ? first.text : "";
  if (prompt.startsWith("break")) throw new ModelFailed("HTTP 503: out of order", { attempts: 5, status: 503, mayPass: true });
  if (prompt.startsWith("hang")) return "never";
  const steps = [
    call("todo", { action: "add", content: "write it", status: "in_progress" }),
    call("write", { path: "README.md", content: readme }),
    call("end", { exclude_patterns: [], archive_name: "made" }),
  ];
  return steps[messages.filter(({ role }) => role === "tool").length] ?? [];
};

agentContract(
  "delivery",
  {
    says: { prompt: "speak", streams: { lacks: "a delivery reports its steps; its only words are about the archive" } },
    asks: { lacks: "inside a delivery nobody is asked; who may start one is asked before" },
    makes: { prompt: "speak" },
    fails: { prompt: "break" },
    hangs: { prompt: "hang" },
    desk: { lacks: noTerminal },
    goesOn: { lacks: "what a restart cut off is removed with its container, and asked for again" },
    reports: { prompt: "speak" },
    settles: { lacks: noTerminal },
    deskNow: { lacks: noTerminal },
    remembers: { lacks: "it goes on from its last archive, whose files a real sandbox unpacks; the scenarios show it" },
    readsFiles: { lacks: "it works on its source and takes no files with its prompt" },
    usesSeat: { lacks: "it uses its seat for the archive alone, which the case of what it makes shows" },
    busy: { lacks: "it is busy only while another turn is under way, which has a case of its own" },
    goes: { lacks: "a sandbox that is gone ends the turn, with the reason" },
    screen: { lacks: noTerminal },
    facts: { lacks: "it has no process of its own; its commands are the sandbox's" },
    hooks: { lacks: "it has no hooks" },
    resumes: { lacks: "a task has one course, which goes on from its last archive" },
  },
  () => deliveryRig(reply),
);
