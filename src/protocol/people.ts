export type RoleWire = "owner" | "admin" | "member";

export interface PersonWire {
  readonly id: string;
  readonly name: string;
  readonly role: RoleWire;
  readonly accounts: readonly string[];
  /** `config`: changed in the file only. */
  readonly source: "config" | "store";
}

export interface TokenWire {
  readonly id: string;
  readonly holder:
    | { readonly kind: "person"; readonly person: string; readonly answers: boolean }
    | { readonly kind: "agent"; readonly agent: string; readonly name: string; readonly may: readonly string[]; readonly only?: string };
  readonly label: string;
  /** A browser has it. */
  readonly login: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface AuditRecordWire {
  readonly n: number;
  readonly at: number;
  readonly kind: string;
  readonly who: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OpenRefusalWire {
  readonly at: number;
  readonly who: string;
  readonly name: string;
  readonly code: string;
  readonly about: string;
  readonly count: number;
}

export interface AuditWire {
  readonly records: readonly AuditRecordWire[];
  readonly has_more: boolean;
  readonly open: readonly OpenRefusalWire[];
}

export type AuditCheckWire =
  | { readonly ok: true; readonly records: number }
  | { readonly ok: false; readonly records: number; readonly problem: string; readonly broken_at: number; readonly reason: string };
