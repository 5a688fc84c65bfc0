import type { z } from "zod";
import type { AgentKind } from "#domain/agent";
import type { SettingsPart } from "#lib/settings";

/**
 * What the configuration must know of the adapters. The catalog of app/ hands it in, so that config imports none of them.
 * What `isBuilt` says false for may be configured, and becomes a red line.
 */
export interface Adapters {
  /** By the key under `bots`, which is also the platform in accounts. */
  readonly channels: Readonly<Record<string, SettingsPart & { readonly title: string; readonly isBuilt: boolean }>>;
  /** By `cli_type`: the kinds of agent that can drive it, the usual one first. */
  readonly cliTypes: Readonly<Record<string, readonly [AgentKind, ...AgentKind[]]>>;
  /** `settings` are the keys of a session that only this kind reads. */
  readonly agents: Readonly<Record<AgentKind, { readonly isBuilt: boolean; readonly settings?: z.ZodObject }>>;
  readonly cliAdapters: SettingsPart;
  readonly codeDelivery: SettingsPart;
}
