import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Ledger, Load, Setting } from "./kill-load.ts";
import type { KillWorld } from "./kill-world.ts";
import type { Chance } from "./seeded.ts";

const open = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    thread: z.string(),
    prompt: z.string(),
    kind: z.enum(["permission", "choice", "text"]),
    options: z.array(z.object({ id: z.string() })),
  }),
);
type Open = z.infer<typeof open>[number];

const ways = ["rest", "press", "typed", "posted", "both"] as const;

/** Answers what is asked, each question in one of the ways that people have; what is to expire is left alone, and words are left to those who speak. */
export async function answerAll(world: KillWorld, setting: Setting, load: Load, chance: Chance, signal: AbortSignal): Promise<void> {
  const known = new Set<string>();
  const under: Promise<void>[] = [];
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const reply = await world.once("GET", "/api/questions?state=open&limit=500", { token: setting.owner, signal }).catch(() => undefined);
    for (const question of reply?.status === 200 ? open.parse(reply.body) : []) {
      if (known.has(question.id) || question.prompt.includes("late") || (question.kind === "text" && !load.isOver)) continue;
      known.add(question.id);
      const answering = answer(world, setting, load.ledger, chance, question);
      answering.catch(() => undefined);
      under.push(answering);
    }
    await wait(20, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(under);
}

async function answer(world: KillWorld, setting: Setting, ledger: Ledger, chance: Chance, question: Open): Promise<void> {
  const option = question.options[chance.below(question.options.length)]?.id ?? "";
  const word = question.kind === "text" ? `w-${question.id}` : question.kind === "choice" ? option.slice(-1) : option === "allow" ? "yes" : "n";
  const way = chance.pick(ways);
  const rest = async (): Promise<void> => {
    const { status, body } = await world.api("POST", `/api/questions/${question.id}/answer`, {
      body: { choice: option === "" ? word : option },
      token: setting.owner,
    });
    if (status !== 200 && status !== 409) throw new Error(`answering ${question.prompt} gave ${status}: ${JSON.stringify(body)}`);
  };
  // A copy may never come: its outcome is unknown, or another answer was quicker.
  const press = async (): Promise<void> => {
    const data = `q:${question.id}:${option}`;
    const copy = await world.chat
      .waitFor((chat) => chat.posted.find((one) => one.buttons.some((button) => button.data === data) && one.room !== "dm-bo"), { timeoutMs: 3_000 })
      .catch(() => undefined);
    if (copy === undefined) return rest();
    world.chat.press("ana", copy.id, data);
  };
  const text = `${word} ${question.code}`;
  if (way === "rest" || question.kind === "text") return rest();
  if (way === "press") return press();
  if (way === "both") return void (await Promise.all([rest(), press()]));
  ledger.typed.push({ text, question: question.id });
  if (way === "posted") {
    const { status, body } = await world.api("POST", `/api/threads/${question.thread}/messages`, {
      body: { content: text },
      token: setting.owner,
      key: `typed-${question.id}`,
    });
    if (status !== 200) throw new Error(`typing ${text} gave ${status}: ${JSON.stringify(body)}`);
    return;
  }
  const room = [...setting.sessions.values()].find(({ thread }) => thread === question.thread)?.rooms[0] ?? "";
  world.chat.say("ana", room, text, { mention: true });
}
