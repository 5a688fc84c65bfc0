import type { ConfigOutcomeWire, ConfigWire } from "#protocol/configuration";
import type { InvitationWire } from "#protocol/invitations";
import type { AuditCheckWire, AuditWire, PersonWire, RoleWire, TokenWire } from "#protocol/people";
import type { OwnTokenWire, PersonalWire } from "#protocol/personal";
import type { EditedRuleWire, RoutingWire, RulesInFileWire, TriedRouteWire } from "#protocol/routing";
import type { StatisticsWire } from "#protocol/statistics";
import type { Api } from "./hub/api.ts";
import { callerOf } from "./hub/caller.ts";

export type ConfigValue = string | number | boolean | readonly string[] | null;

export interface AuditQuery {
  readonly kind?: string | undefined;
  readonly who?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly before?: number | undefined;
}

/** A message that nobody said, as it is typed into a form. */
export type RouteAsk = Readonly<Record<"text" | "person" | "address" | "thread" | "files", string>>;

/** Rules that are not in the file yet. */
export interface RulesDraft {
  readonly version: string;
  readonly rules: readonly EditedRuleWire[];
}

/** The hub's routes for those who look after it, and for what belongs to oneself. */
export type ManageApi = ReturnType<typeof manageApi>;

export function manageApi(api: Pick<Api, "opened">) {
  const call = callerOf(api);
  const to = encodeURIComponent;
  return {
    people: (): Promise<readonly PersonWire[]> => call("GET", "/api/people"),
    addPerson: (name: string, role: RoleWire): Promise<PersonWire> => call("POST", "/api/people", { name, role }),
    setRole: (name: string, role: RoleWire): Promise<PersonWire> => call("PATCH", `/api/people/${to(name)}`, { role }),
    linkAccount: (name: string, account: string): Promise<PersonWire> => call("POST", `/api/people/${to(name)}/accounts`, { account }),
    unlinkAccount: (name: string, account: string): Promise<void> => call("DELETE", `/api/people/${to(name)}/accounts/${to(account)}`),
    removePerson: (name: string): Promise<void> => call("DELETE", `/api/people/${to(name)}`),
    loginLink: async (name: string): Promise<string> => (await call<{ url: string }>("POST", "/api/login-links", { name })).url,
    tokens: (): Promise<readonly TokenWire[]> => call("GET", "/api/tokens"),
    createToken: (holder: { readonly person: string } | { readonly agent: string; readonly may: readonly string[] }): Promise<{ readonly token: string }> =>
      call("POST", "/api/tokens", holder),
    revokeToken: (id: string): Promise<void> => call("DELETE", `/api/tokens/${to(id)}`),
    ownTokens: (): Promise<readonly OwnTokenWire[]> => call("GET", "/api/me/tokens"),
    revokeOwnToken: (id: string): Promise<void> => call("DELETE", `/api/me/tokens/${to(id)}`),
    settings: (): Promise<PersonalWire> => call("GET", "/api/me/settings"),
    setSettings: (settings: PersonalWire): Promise<PersonalWire> => call("PUT", "/api/me/settings", settings),
    agentRuns: (): Promise<readonly InvitationWire[]> => call("GET", "/api/agents/runs?limit=20"),
    pushKey: async (): Promise<string | null> => (await call<{ key: string | null }>("GET", "/api/push")).key,
    addPush: (subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } }): Promise<void> =>
      call("POST", "/api/push", subscription),
    endPush: (endpoint: string): Promise<void> => call("DELETE", "/api/push", { endpoint }),
    config: (): Promise<ConfigWire> => call("GET", "/api/config"),
    changeConfig: (version: string, key: string, value: ConfigValue, save: boolean): Promise<ConfigOutcomeWire> =>
      call("POST", "/api/config", { version, save, changes: [{ key, value }] }),
    routing: (): Promise<RoutingWire> => call("GET", "/api/routing"),
    /** Empty fields are left out. */
    tryRoute: ({ text, person, address, thread, files }: RouteAsk, draft?: RulesDraft): Promise<TriedRouteWire> => {
      const given = Object.entries({ person, address, thread }).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()] as const]));
      const names = files.split(/[,，]/).flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
      return call("POST", "/api/routing/try", { text, ...Object.fromEntries(given), ...(names.length > 0 && { files: names }), draft });
    },
    /** Null while the file cannot be read. */
    rulesInFile: (): Promise<RulesInFileWire | null> => call("GET", "/api/routing/rules"),
    changeRules: (version: string, rules: readonly EditedRuleWire[], save: boolean): Promise<ConfigOutcomeWire> =>
      call("PUT", "/api/routing/rules", { version, save, rules }),
    audit: (query: AuditQuery): Promise<AuditWire> => {
      const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
      return call("GET", `/api/audit?${new URLSearchParams([["limit", "50"], ...given].map(([name, value]) => [String(name), String(value)]))}`);
    },
    checkAudit: (): Promise<AuditCheckWire> => call("GET", "/api/audit/check"),
    statistics: (from: string, to: string): Promise<StatisticsWire> => call("GET", `/api/statistics?from=${from}&to=${to}`),
    /** The same as a table for a spreadsheet. */
    statisticsCsv: (from: string, to: string): Promise<Blob> =>
      new Promise((resolve, reject) => {
        const asked = api.opened("GET", `/api/statistics?from=${from}&to=${to}&format=csv`);
        asked.responseType = "blob";
        asked.onload = () => (asked.status < 300 ? resolve(asked.response as Blob) : reject(new TypeError(`the hub answered ${asked.status}`)));
        asked.onerror = () => reject(new TypeError("the hub cannot be reached"));
        asked.send();
      }),
  };
}
