import type { ConfigChange, ConfigInForce, ConfigOutcome, RulesInFile, RulesOutcome } from "#domain/configuration";
import { ParleyError } from "#domain/errors";
import { whoIs, type Actor } from "#domain/people";
import type { EditedRule } from "#domain/routing";
import { say } from "#lib/words/words";
import type { HubDeps } from "#hub/deps";
import type { Gate } from "./gate.ts";
import type { Notices } from "./notices.ts";
import { placeOf } from "./access-changes.ts";
import { roleNeeded } from "./role-needed.ts";
import { accessTexts } from "./texts.ts";

/** The configuration as people see and edit it. What is saved is in force from the next start. */
export interface Configuration {
  /** Throws for those who may not see the configuration, nor where the hub keeps its things. */
  maySee(by: Actor): Promise<void>;
  read(by: Actor): Promise<ConfigInForce>;
  /** Without `save` it is only checked. What is saved is recorded, and the owners are told. */
  change(by: Actor, changes: readonly ConfigChange[], how: { readonly version: string; readonly save: boolean }): Promise<ConfigOutcome>;
  /** The routing rules that the file has now. Undefined while it cannot be read. */
  rules(by: Actor): Promise<RulesInFile | undefined>;
  /** The same for all of them at once. */
  changeRules(by: Actor, rules: readonly EditedRule[], how: { readonly version: string; readonly save: boolean }): Promise<RulesOutcome>;
}

export function createConfiguration(
  { configuration, store, clock, settings }: Pick<HubDeps, "configuration" | "store" | "clock" | "settings">,
  { gate, notices }: { readonly gate: Gate; readonly notices: Notices },
): Configuration {
  const { language } = settings;
  const file = (): NonNullable<typeof configuration> => {
    if (configuration === undefined) throw new ParleyError("NotSupported", say(language, accessTexts.noConfigFile));
    return configuration;
  };
  const maySee = async (by: Actor): Promise<void> => {
    await gate.admit(by, "config.see", { what: "read the configuration", sentence: () => roleNeeded(language, by, "admin") });
  };
  const mayEdit = (by: Actor, keys: readonly string[]): Promise<void> =>
    gate.admit(by, "config.edit", { what: `change ${keys.join(", ")}`.slice(0, 300), sentence: () => roleNeeded(language, by, "owner") });
  // The keys and not their values: what somebody typed into the wrong field must not stay here for good.
  const saved = async (by: Actor, keys: readonly string[]): Promise<void> => {
    await store.record([{ at: clock.now(), kind: "config", who: whoIs(by), data: { did: "configuration changed", keys } }]);
    await notices.tell(say(language, accessTexts.toldConfigChanged, { keys: keys.join(", "), ...placeOf(language, by) }));
  };
  return {
    maySee,
    rules: async (by) => {
      await maySee(by);
      return file().rules();
    },
    changeRules: async (by, rules, how) => {
      await mayEdit(by, ["routing.rules"]);
      const outcome = file().changeRules(rules, how);
      if (outcome.ok && how.save) await saved(by, ["routing.rules"]);
      return outcome;
    },
    read: async (by) => {
      await maySee(by);
      return file().read();
    },
    change: async (by, changes, how) => {
      const keys = changes.map(({ key }) => key);
      await mayEdit(by, keys);
      const outcome = file().change(changes, how);
      if (outcome.ok && how.save) await saved(by, keys);
      return outcome;
    },
  };
}
