import { Dockerd, testImage } from "#test/fakes/engine/dockerd";
import { ModelServer } from "#test/fakes/model/server";
import type { Line } from "#test/fakes/model/script";
import { Parley } from "#test/scenarios/parley";
import { people, talk } from "#test/scenarios/talk";

type Report = (what: string, ms: number, baseMs?: number, base?: string) => void;

const readme = "# Greeter\n\nPrints a greeting.\n\n## Usage\n\nRun `bash hello.sh NAME` in this folder; it prints a line.\n";
const call = (name: string, args: Readonly<Record<string, string | readonly string[]>>): Line => ({ call: name, with: args });
const delivery: readonly Line[] = [
  call("run_bash_command", { command: "echo 'echo hi' > hello.sh; bash hello.sh" }),
  call("write", { path: "README.md", content: readme }),
  call("end", { exclude_patterns: [] }),
];

/** A hub, a chat, a model and a container engine on this machine; the model answers at once. */
export async function measureTasks(steps: number, report: Report): Promise<void> {
  await using daemon = await Dockerd.start();
  const manySteps = [...Array.from({ length: steps }, () => call("todo", { action: "list" })), ...delivery];
  await using model = await ModelServer.start({ "many steps": manySteps, "a script": delivery });
  // The only way to tell a hub in this process where its engine is.
  process.env["DOCKER_HOST"] = daemon.host;
  await using parley = await Parley.start({
    yaml: `${people}
model: { provider: openai-compatible, name: scripted, base_url: "${model.url}/v1", api_key: "sk-test" }
code_delivery: { docker_image: "${testImage}", packages: [], memory_mb: 128, disk_mb: 64, max_steps: 10000 }
limits: { queue: 100 }`,
  });
  const { chat } = parley;
  const archives = (): number => chat.posted.filter((message) => message.file !== undefined).length;
  const timed = async (begin: () => void, isOver: () => boolean): Promise<number> => {
    const began = performance.now();
    begin();
    await chat.waitFor(isOver, { timeoutMs: 170_000 });
    return performance.now() - began;
  };
  const ada = talk(parley, "ada");
  const ask = (words: string) => () => void ada.say(`!!deliver ${words}`);

  await timed(ask("make a script"), () => archives() === 1);
  const before = model.exchanges.length;
  report("request to first command", await timed(ask("make a script"), () => model.exchanges.length > before + 1));
  await chat.waitFor(() => archives() === 2, { timeoutMs: 60_000 });
  const one = await timed(ask("make a script"), () => archives() === 3);
  report("one task", one);
  const rooms = Array.from({ length: 10 }, (_none, n) => talk(parley, "ada", chat.group(`room${n}`, ["ada"])));
  const ten = await timed(
    () => {
      for (const room of rooms) room.say("!!deliver make a script");
    },
    () => archives() === 13,
  );
  report("ten tasks at once", ten, 10 * one, "ten in a row");
  const many = await timed(ask("take many steps"), () => archives() === 14);
  report("a step, model included", (many - one) / steps);
}
