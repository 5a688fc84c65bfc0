import { adapters } from "#app/catalog";
import { readEnvironment } from "#config/environment";
import { explain, explainLines } from "#config/explain";
import { loadConfig } from "#config/load";
import { runningHub } from "./client.ts";
import type { Verb } from "./verb.ts";

export const config: Verb = {
  usage: "config [--allow-everyone]",
  summary: "checks the configuration and shows what is in force and from where",
  options: { "allow-everyone": { type: "boolean" } },
  words: 0,
  run: async (call) => {
    const loaded = loadConfig({
      home: call.home,
      file: call.config,
      allowEveryone: call.values["allow-everyone"] === true,
      environment: readEnvironment(),
      adapters,
    });
    if (!loaded.ok) {
      if (call.json) call.out(JSON.stringify({ error: "BadConfig", detail: loaded.problems.join("\n"), problems: loaded.problems }));
      else for (const problem of loaded.problems) call.err(problem);
      return 1;
    }
    const explained = explain(loaded);
    const running = await runningHub(call.home);
    if (call.json) call.out(JSON.stringify({ ...explained, running: running ?? null }));
    else {
      if (running !== undefined) call.out(`running    ${running.url} (process ${running.pid})`);
      for (const line of explainLines(explained)) call.out(line);
    }
    return 0;
  },
};
