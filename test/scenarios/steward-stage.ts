import type { JsonObject } from "#domain/json";
import { defined } from "#lib/defined";
import { ModelServer, type ModelOptions } from "#test/fakes/model/server";
import type { Line, Scripts } from "#test/fakes/model/script";
import { Parley, type ParleyOptions } from "./parley.ts";
import { people } from "./talk.ts";

export const call = (name: string, args: JsonObject): Line => ({ call: name, with: args });
export const says = (text: string): Line => ({ text });

export interface StewardStage extends AsyncDisposable {
  readonly parley: Parley;
  readonly model: ModelServer;
  /** What the last call of that number returned to the model, counted from 0. */
  result(n: number): string;
}

export interface StewardStageOptions extends ModelOptions {
  readonly files?: ParleyOptions["files"];
  readonly clock?: ParleyOptions["clock"];
  readonly pages?: ParleyOptions["pages"];
  /** Keys of `model`, each indented by two spaces. */
  readonly modelKeys?: string;
  /** More entries of `sessions`. */
  readonly sessions?: string;
  readonly yaml?: string;
}

/** A hub whose only session is the built-in agent, with a scripted model behind it. */
export async function openSteward(
  scripts: Scripts,
  { files = {}, clock, pages, modelKeys = "", yaml = "", sessions = "", ...options }: StewardStageOptions = {},
): Promise<StewardStage> {
  const model = await ModelServer.start(scripts, options);
  const config = `${people}
model:
  provider: openai-compatible
  name: scripted
  base_url: "${model.url}/v1"
  api_key: "sk-test-key-of-this-installation"
${modelKeys}
sessions:
  - { name: main, cli_type: builtin }${sessions}
default_session: main
${yaml}`;
  const parley = await Parley.start({ yaml: config, files, ...defined({ clock, pages }) });
  return {
    parley,
    model,
    result: (n) => model.exchanges.findLast(({ results }) => results.length > n)?.results[n] ?? "",
    [Symbol.asyncDispose]: async () => {
      await parley[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}
