import { z } from "zod";
import { callHub, findHub } from "./client.ts";
import { table } from "./table.ts";
import type { Verb } from "./verb.ts";

const shape = z.object({
  version: z.string(),
  started_at: z.string(),
  links: z.array(z.object({ id: z.string(), platform: z.string(), state: z.string(), reason: z.string() })),
  sessions: z.array(z.object({ name: z.string(), cli_type: z.string(), state: z.string(), reason: z.string(), queue: z.number() })),
  open_questions: z.number(),
  due_deliveries: z.number(),
  red_lines: z.array(z.object({ what: z.string(), why: z.string(), mend: z.string() })),
  has_owner: z.boolean(),
});

const light: Readonly<Record<string, string>> = { connected: "green", degraded: "yellow", connecting: "yellow", impaired: "red", error: "red", closed: "red" };

export const status: Verb = {
  usage: "status",
  summary: "shows the address, channels, sessions, open questions, due deliveries and startup warnings",
  options: {},
  words: 0,
  run: async (call) => {
    const answer = await callHub(call.home, "GET", "/api/status");
    if (call.json) {
      call.out(JSON.stringify(answer));
      return 0;
    }
    const now = shape.parse(answer);
    const { url } = await findHub(call.home);
    call.out(`Parley ${now.version} at ${url}, up since ${now.started_at}`);
    if (!now.has_owner) call.out("There is no owner yet: parley login prints a link to become the owner.");
    const links = now.links.map((link) => [link.id, light[link.state] ?? "red", link.reason === "" ? link.state : `${link.state}: ${link.reason}`]);
    const sessions = now.sessions.map((one) => [
      one.name,
      one.cli_type,
      one.state,
      [one.reason, one.queue > 0 ? `${one.queue} queued` : ""].filter(Boolean).join(", "),
    ]);
    for (const line of [...section("Channels", links), ...section("Sessions", sessions)]) call.out(line);
    call.out(`Open questions: ${now.open_questions}`);
    call.out(`Due deliveries: ${now.due_deliveries}`);
    for (const red of now.red_lines) call.out(`! ${red.what}: ${red.why} ${red.mend}`);
    return 0;
  },
};

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [`${title}: none`] : [`${title}:`, ...table(rows).map((line) => `  ${line}`.trimEnd())];
}
