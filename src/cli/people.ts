import { z } from "zod";
import { programName } from "#config/environment";
import { callHub } from "./client.ts";
import { table } from "./table.ts";
import { needWord, runDeed, text, texts, WrongUse, type Call, type Verb } from "./verb.ts";

const person = z.object({ id: z.string(), name: z.string(), role: z.string(), accounts: z.array(z.string()), source: z.string() });

export const people: Verb = {
  usage: "people list | people add NAME --role owner|admin|member [--account A]… | people link NAME ACCOUNT | people unlink NAME ACCOUNT | people remove NAME",
  summary: "who may use this hub",
  options: { role: { type: "string" }, account: { type: "string", multiple: true } },
  words: 3,
  run: (call) =>
    runDeed("people", call, {
      list: { words: 1, run: list },
      add: { words: 2, run: add },
      link: { words: 3, run: link },
      unlink: { words: 3, run: unlink },
      remove: { words: 2, run: remove },
    }),
};

async function list(call: Call): Promise<number> {
  const answer = await callHub(call.home, "GET", "/api/people");
  if (call.json) {
    call.out(JSON.stringify(answer));
    return 0;
  }
  const rows = z
    .array(person)
    .parse(answer)
    .map((one) => [one.name, one.role, one.source, one.accounts.join(" ")]);
  for (const line of table(rows)) call.out(line);
  if (rows.length === 0) call.err(`There is nobody yet. ${programName()} login prints the link that makes you the owner.`);
  return 0;
}

async function add(call: Call): Promise<number> {
  const name = needWord(call, 1, "The name");
  const role = text(call, "role");
  if (role !== "owner" && role !== "admin" && role !== "member") throw new WrongUse("--role must be owner, admin or member.");
  const accounts = texts(call, "account");
  for (const account of accounts) checkAccount(account);
  return report(call, await callHub(call.home, "POST", "/api/people", { name, role, accounts }), `${name} is now ${role}.`);
}

async function link(call: Call): Promise<number> {
  const name = needWord(call, 1, "The name");
  const account = texts(call, "account")[0] ?? needWord(call, 2, "The account");
  checkAccount(account);
  const linked = await callHub(call.home, "POST", `/api/people/${encodeURIComponent(name)}/accounts`, { account });
  const { name: owner, moved_from: before } = person.extend({ moved_from: z.string().nullable() }).parse(linked);
  return report(call, linked, before === null ? `${account} is now ${owner}.` : `${account} is now ${owner}, and no longer ${before}.`);
}

async function unlink(call: Call): Promise<number> {
  const name = needWord(call, 1, "The name");
  const account = texts(call, "account")[0] ?? needWord(call, 2, "The account");
  checkAccount(account);
  const path = `/api/people/${encodeURIComponent(name)}/accounts/${encodeURIComponent(account)}`;
  return report(call, await callHub(call.home, "DELETE", path), `${account} no longer acts as ${name}.`);
}

async function remove(call: Call): Promise<number> {
  const name = needWord(call, 1, "The name");
  return report(call, await callHub(call.home, "DELETE", `/api/people/${encodeURIComponent(name)}`), `${name} is removed, and their tokens no longer work.`);
}

function checkAccount(account: string): void {
  if (!/^[a-z]+:.+$/.test(account)) throw new WrongUse(`${account} is not an account: write it as platform:id, for example telegram:123.`);
}

function report(call: Call, answer: unknown, sentence: string): number {
  call.out(call.json ? JSON.stringify(answer) : sentence);
  return 0;
}
