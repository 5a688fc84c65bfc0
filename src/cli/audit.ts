import { join } from "node:path";
import { auditExport, auditHead, auditVerdict, parseAuditHead } from "#app/audit-verdict";
import { adapters } from "#app/catalog";
import { readEnvironment } from "#config/environment";
import { loadConfig } from "#config/load";
import { jsonLine } from "#lib/text/json-line";
import { runDeed, text, WrongUse, type Call, type Verb } from "./verb.ts";

export const audit: Verb = {
  usage: "audit verify [--head N:HASH], audit head, or audit export",
  summary: "checks the audit log's hash chain, prints its last number and hash, or writes it as JSONL",
  options: { head: { type: "string" } },
  words: 1,
  run: (call) => runDeed("audit", call, { verify: { words: 1, run: verify }, head: { words: 1, run: head }, export: { words: 1, run: write } }),
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

/** To be kept where nobody who can write this machine's files can write. */
async function head(call: Call): Promise<number> {
  const found = await auditHead(storeOf(call));
  if (call.json) call.out(JSON.stringify({ head: found ?? null }));
  else if (found === undefined) call.err("There are no records yet.");
  else call.out(found);
  return 0;
}

async function verify(call: Call): Promise<number> {
  const given = text(call, "head");
  const copied = given === undefined ? undefined : parseAuditHead(given);
  if (given !== undefined && copied === undefined) throw new WrongUse("--head takes a number and a hash, N:HASH, as parley audit head prints them.");
  const verdict = await auditVerdict(storeOf(call), call.home, copied);
  if (call.json) {
    const { ok, records } = verdict;
    call.out(JSON.stringify(verdict.ok ? { ok, records } : { ok, records, problem: verdict.problem, broken_at: verdict.brokenAt, reason: verdict.reason }));
  } else if (verdict.ok) call.out(`The chain holds: ${verdict.records} records, none changed, removed or reordered.`);
  else if (verdict.problem === "no-second-place") call.out(`The ${verdict.records} records follow each other, but ${verdict.reason}`);
  else
    call.out(`The chain is broken at record ${verdict.brokenAt}: ${verdict.reason} Records before it hold; keep a copy of the database before anything else.`);
  return verdict.ok ? 0 : 1;
}
