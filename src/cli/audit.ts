import { join } from "node:path";
import { auditExport, auditVerdict } from "#app/audit-verdict";
import { adapters } from "#app/catalog";
import { readEnvironment } from "#config/environment";
import { loadConfig } from "#config/load";
import { jsonLine } from "#lib/json-line";
import { runDeed, type Call, type Verb } from "./verb.ts";

export const audit: Verb = {
  usage: "audit verify, or audit export",
  summary: "walks the hash chain of the audit, or writes it as JSONL",
  options: {},
  words: 1,
  run: (call) => runDeed("audit", call, { verify: { words: 1, run: verify }, export: { words: 1, run: write } }),
};

/** A broken config must not keep anybody from looking at the records. */
function storeOf(call: Call): string {
  const loaded = loadConfig({ home: call.home, file: call.config, allowEveryone: true, environment: readEnvironment(), adapters });
  return loaded.ok ? loaded.config.store.path : join(call.home, "parley.db");
}

async function write(call: Call): Promise<number> {
  await auditExport(storeOf(call), (record) => call.out(jsonLine(record).trimEnd()));
  return 0;
}

async function verify(call: Call): Promise<number> {
  const verdict = await auditVerdict(storeOf(call));
  if (call.json) call.out(JSON.stringify(verdict.ok ? verdict : { ok: false, records: verdict.records, broken_at: verdict.brokenAt, reason: verdict.reason }));
  else if (verdict.ok) call.out(`The chain holds: ${verdict.records} records, none changed, removed or reordered.`);
  else
    call.out(`The chain is broken at record ${verdict.brokenAt}: ${verdict.reason} Records before it hold; keep a copy of the database before anything else.`);
  return verdict.ok ? 0 : 1;
}
