import { z } from "zod";
import { parseDuration } from "#lib/time/parse-duration";
import { programName } from "#config/environment";
import { callHub } from "./client.ts";
import { table } from "./table.ts";
import { needWord, runDeed, text, WrongUse, type Call, type Verb } from "./verb.ts";

const made = z.object({ id: z.string(), token: z.string() });
const row = z.object({
  id: z.string(),
  label: z.string(),
  holder: z.object({ kind: z.string() }),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

export const token: Verb = {
  usage: "token create (--person NAME [--answers] or --agent NAME [--may invite,prompt]) [--expires 30d] | token list | token revoke ID",
  summary: "bearer tokens; each is shown once",
  options: { person: { type: "string" }, answers: { type: "boolean" }, agent: { type: "string" }, may: { type: "string" }, expires: { type: "string" } },
  words: 2,
  run: (call) =>
    runDeed("token", call, {
      create: { words: 1, run: create },
      list: { words: 1, run: list },
      revoke: { words: 2, run: revoke },
    }),
};

async function create(call: Call): Promise<number> {
  const answer = made.parse(await callHub(call.home, "POST", "/api/tokens", { ...holder(call), ...expiry(call) }));
  if (call.json) call.out(JSON.stringify({ id: answer.id, token: answer.token }));
  else {
    call.out(answer.token);
    call.err(`This is ${answer.id}. It is shown this once; ${programName()} token revoke ${answer.id} ends it.`);
  }
  return 0;
}

function holder(call: Call): object {
  const person = text(call, "person");
  const agent = text(call, "agent");
  const may = text(call, "may");
  if ((person === undefined) === (agent === undefined)) throw new WrongUse("Give either --person or --agent.");
  if (person !== undefined) {
    if (may !== undefined) throw new WrongUse("--may is for agents.");
    return { person, answers: call.values["answers"] === true };
  }
  if (call.values["answers"] === true) throw new WrongUse("Agents never answer questions; --answers is for people.");
  const grants = (may ?? "").split(",").filter((one) => one !== "");
  for (const grant of grants) if (grant !== "invite" && grant !== "prompt") throw new WrongUse(`--may takes invite and prompt, not ${grant}.`);
  return { agent, may: grants };
}

function expiry(call: Call): object {
  const span = text(call, "expires");
  if (span === undefined) return {};
  const ms = parseDuration(span);
  if (ms === undefined || ms <= 0) throw new WrongUse(`--expires takes a span as 12h or 30d, not ${span}.`);
  return { expires_ms: ms };
}

async function list(call: Call): Promise<number> {
  const answer = await callHub(call.home, "GET", "/api/tokens");
  if (call.json) call.out(JSON.stringify(answer));
  else {
    const rows = z
      .array(row)
      .parse(answer)
      .map((one) => [one.id, one.holder.kind, one.label, `since ${one.created_at}`, ended(one)]);
    for (const line of table(rows)) call.out(line);
    if (rows.length === 0) call.err(`There are no tokens yet. ${programName()} token create --person NAME makes one.`);
  }
  return 0;
}

function ended(one: z.infer<typeof row>): string {
  if (one.revoked_at !== null) return `revoked ${one.revoked_at}`;
  return one.expires_at === null ? "" : `until ${one.expires_at}`;
}

async function revoke(call: Call): Promise<number> {
  const id = needWord(call, 1, "The token's id");
  const answer = await callHub(call.home, "DELETE", `/api/tokens/${encodeURIComponent(id)}`);
  call.out(call.json ? JSON.stringify(answer) : `${id} no longer works.`);
  if (!call.json) call.err(`Clients that use it are disconnected. ${programName()} token create makes a new one.`);
  return 0;
}
