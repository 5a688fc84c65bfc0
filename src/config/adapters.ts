import type { z } from "zod";
import type { AgentKind } from "#domain/agent";
import type { SettingsPart } from "#lib/settings";

/**
 * What the configuration needs to know about the adapters. app/catalog passes it in, so that config imports none of them.
 * An adapter with `isBuilt: false` may be configured and is reported as a startup warning.
 */
export interface Adapters {
  /** By the key under `bots`, which is also the platform in accounts. */
  readonly channels: Readonly<Record<string, SettingsPart & { readonly title: string; readonly isBuilt: boolean }>>;
  /** By `cli_type`: the kinds of agent that can drive it, the default first. */
  readonly cliTypes: Readonly<Record<string, readonly [AgentKind, ...AgentKind[]]>>;
  /** `settings` are the keys of a session that only this kind reads, `drives` the only `cli_type`s that it can drive in this version. */
  readonly agents: Readonly<Record<AgentKind, { readonly isBuilt: boolean; readonly settings?: z.ZodObject; readonly drives?: readonly string[] }>>;
  readonly cliAdapters: SettingsPart;
  readonly codeDelivery: SettingsPart;
}
