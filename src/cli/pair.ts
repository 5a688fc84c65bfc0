import { z } from "zod";
import { callHub } from "./client.ts";
import { table } from "./table.ts";
import { needWord, runDeed, text, WrongUse, type Call, type Verb } from "./verb.ts";

const pairing = z.object({ code: z.string(), channel: z.string(), account: z.string(), name: z.string(), expires_at: z.string() });

export const pair: Verb = {
  usage: "pair list | pair approve CODE --person NAME",
  summary: "codes that strangers were shown in chats",
  options: { person: { type: "string" } },
  words: 2,
  run: (call) => runDeed("pair", call, { list: { words: 1, run: list }, approve: { words: 2, run: approve } }),
};

async function list(call: Call): Promise<number> {
  const answer = await callHub(call.home, "GET", "/api/pairings");
  if (call.json) {
    call.out(JSON.stringify(answer));
    return 0;
  }
  const rows = z
    .array(pairing)
    .parse(answer)
    .map((one) => [one.code, one.channel, one.account, one.name, `until ${one.expires_at}`]);
  for (const line of table(rows)) call.out(line);
  if (rows.length === 0) call.err("Nobody is waiting. Whoever writes to Parley in a chat without being allowed is shown a code.");
  return 0;
}

async function approve(call: Call): Promise<number> {
  const code = needWord(call, 1, "The code");
  const name = text(call, "person");
  if (name === undefined) throw new WrongUse("--person NAME is missing: who the account belongs to.");
  const approved = await callHub(call.home, "POST", `/api/pairings/${encodeURIComponent(code)}/approve`, { person: name });
  const { account, name: person, role } = z.object({ account: z.string(), name: z.string(), role: z.string() }).parse(approved);
  call.out(call.json ? JSON.stringify(approved) : `${account} is now ${person}, ${role}.`);
  return 0;
}
