import { registerHooks } from "node:module";

// Says which of our modules and which packages are loaded: with the catalog alone, and after one channel was made.
//   node -C parley-source test/fakes/loaded-modules.ts PLATFORM 'SETTINGS AS JSON'

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    const part = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? /\/(src\/.*)\.ts$/.exec(url)?.[1];
    if (part !== undefined) loaded.add(part);
    return next(url, context);
  },
});

const [platform = "", given = "{}"] = process.argv.slice(2);
const { adapters, channelsOf } = await import("#app/catalog");
const { systemClock } = await import("#lib/time/clock");
const before = [...loaded];
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
const settings = adapters.channels[platform]?.schema.parse(JSON.parse(given)) as Readonly<Record<string, unknown>>;
const [made] = await channelsOf({ channels: [{ id: platform, platform, settings }] }, { clock: systemClock, language: "en", log });
process.stdout.write(`${JSON.stringify({ before, after: [...loaded] })}\n`);
await made?.channel[Symbol.asyncDispose]();
process.exit(0);
