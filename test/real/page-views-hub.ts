import { z } from "zod";
import { agentScript, command } from "#test/scenarios/invitations";
import { Parley } from "#test/scenarios/parley";
import { talk } from "#test/scenarios/talk";

const yaml = `
people:
  - { name: Ana, role: owner }
  - { name: 林薇, role: admin, accounts: ["chat:lin"] }
  - { name: Bo, role: member, accounts: ["chat:bo"] }
sessions:
  - { name: gateway, cli_type: scripted, script: gateway.script }
  - { name: review, cli_type: scripted, script: review.script }
default_session: gateway
model: { provider: anthropic, name: big, api_key: sk-in-the-file-12345678 }
`;

const diff = [
  "--- a/limits.ts",
  "+++ b/limits.ts",
  "@@ -41,2 +41,3 @@",
  " const burst = 20;",
  "-const window = 60;",
  "+const window = 10;",
  "+const retry = true;",
];

const files = {
  "gateway.script": `
screen
  | Welcome to the agent, 欢迎
  | > reading src/limits.ts
facts pid 4711 memory 12 model "scripted-1"
conversation "c1" "About limits"
on "look"
  plan done "read the limits" doing "measure bursts" todo "write the fix"
  step read "src/limits.ts" done "140 lines" after 0ms
  step run "npm test -- limits" failed "exit 1" after 0ms
  usage "scripted-1" in 12000 out 800 cost "0.25" context 9000
  make "notes.md" mime "text/markdown" "What was found"
    | # Notes
  say every 0ms
    | ## Bursts get 429
    |
    | The window is **too long**. 窗口太长，突发请求会被拒绝。
    |
    | - [x] read the limits
    | - [ ] measure again
    |
    | \`\`\`ts
    | // Ten seconds are enough.
    | export const window = 10 as number;
    | \`\`\`
    |
    | \`\`\`diff
${diff.map((line) => `    | ${line}`).join("\n")}
    | \`\`\`
    |
    | | plan | requests a minute | cost |
    | | --- | ---: | --- |
    | | small | 600 | none |
    | | 大 | 12,000 | $4 |
    |
    | > See <https://example.org/limits> and [the notes](https://example.org/notes).
on "push"
  ask permission "May I push the fix?" argv ["git", "push", "origin", "limits and retries"] in "/srv/app" env PATH HOME detail ${JSON.stringify(diff.join("\n"))} expires 20h
  say "Done."
on "plan"
  say "Working on the plan." every 0ms
  hang
`,
  "review.script": `
on "which"
  ask choice "Which plan shall I take first?" "The small one" "The large one, with everything that depends on it" expires 20h
on "why"
  ask text "What should the note say?" expires 20h
on "quick"
  ask permission "May I run the linter?" argv ["npm", "run", "lint"] in "/srv/app" expires 20h
  say "Linted."
otherwise
  say "Read it: {prompt}" every 0ms
`,
  "agent.mjs": agentScript,
  "config/available-agents.json": JSON.stringify({
    "talk-cli": { name: "Talker", description: "Reviews what others wrote, and says hello", invoke_command: command("talk") },
    "gone-cli": { name: "Copilot CLI", description: "需要先安装", invoke_command: "no-such-program --thread {thread_id}" },
    shelly: { name: "Shelly", description: "Has a pipe", invoke_command: "cat x | sh" },
  }),
};

const created = z.object({ id: z.string() });

export interface ViewsHub extends AsyncDisposable {
  readonly parley: Parley;
  /** With an open question, a plan and files. */
  readonly thread: string;
  /** One that is open and asks for a permission. */
  readonly question: string;
}

/** A hub in which every view has something to show: people, sessions, questions of each kind, agents, a stranger who asks to be let in. */
export async function startViewsHub(): Promise<ViewsHub> {
  const parley = await Parley.start({ yaml, files });
  const thread = await parley.threadOf("gateway");
  const review = await parley.threadOf("review");
  const [ana, bo] = await Promise.all([parley.token({ person: "Ana" }), parley.token({ person: "Bo" })]);
  const post = (where: string, content: string, who: string) => parley.api("POST", `/api/threads/${where}/messages`, { content }, who);
  const { id: empty } = created.parse((await parley.api("POST", "/api/threads", { topic: "季度报告：每个平台的等待时间和费用" })).body);
  await post(empty, "先看数据。", ana);
  await post(review, "quick", bo);
  const quick = await parley.openQuestion();
  await parley.api("POST", `/api/questions/${quick.id}/answer`, { choice: "deny" }, ana);
  await parley.untilState("review", "idle");
  await post(review, "which", bo);
  await post(thread, "look at the limits", ana);
  await parley.until(async () => (await parley.messages(thread)).some(({ content }) => content.includes("Bursts get 429")));
  await parley.untilState("gateway", "idle");
  await post(thread, "push it", bo);
  const question = await parley.until(async () => (await parley.questions()).find((one) => one.state === "open" && one.prompt.includes("push")));
  await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: empty }, ana);
  const stranger = talk(parley, "eve");
  stranger.say("hello");
  await stranger.hears("pairing code");
  await parley.token({ agent: "builder" });
  return { parley, thread, question: question.id, [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose]() };
}
