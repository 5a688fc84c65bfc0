import type { ConfigInForce, ConfigKey } from "#domain/configuration";
import { readJson } from "#http/door/body";
import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { configBody, type ConfigKeyWire, type ConfigOutcomeWire, type ConfigWire } from "#protocol/configuration";

export function configurationRoutes({ app, door, deps: { hub } }: Routes): void {
  app.get(
    "/api/config",
    door.known(async (_ask, actor) => ok(encodeConfig(await hub.configuration.read(actor)))),
  );

  app.post(
    "/api/config",
    door.known(async (ask, actor) => {
      const { version, save, changes } = await readJson(ask.env.incoming, configBody);
      return ok((await hub.configuration.change(actor, changes, { version, save })) satisfies ConfigOutcomeWire);
    }),
  );
}

function encodeConfig({ file, version, needsRestart, keys, warnings }: ConfigInForce): ConfigWire {
  return { file, version, needs_restart: needsRestart, keys: keys.map(encodeKey), warnings };
}

function encodeKey({ key, value, isSet, from, does, type, choices }: ConfigKey): ConfigKeyWire {
  return {
    key,
    value,
    set: isSet,
    from: from.kind,
    line: from.kind === "file" ? (from.line ?? null) : null,
    variables: from.kind === "environment" ? from.names : [],
    does,
    type,
    choices: choices ?? [],
  };
}
