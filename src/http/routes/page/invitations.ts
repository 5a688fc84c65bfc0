import { z } from "zod";
import { errorCodes } from "#domain/errors";
import { pageLimit } from "#http/door/page-limit";
import { badRequest, checked } from "#http/door/bad-input";
import { readJson } from "#http/door/body";
import { fieldTexts } from "#http/door/field-texts";
import { surfaceOf } from "#http/door/door";
import { encodeInvalid, encodeInvitable, encodeInvitation, encodeInvited } from "#http/encode/encode-invitations";
import { ok } from "#http/door/reply";
import type { Routes } from "#http/routes/route";
import { isThreadId } from "./threads.ts";
import { defined } from "#lib/defined";

const inviteBody = z.object({ agent_name: z.string().min(1).max(200), thread_id: z.string().min(1).max(1_000) });
const runsQuery = z.object({
  agent: z.string().max(200).optional(),
  thread: z.string().optional(),
  limit: pageLimit(500, 50),
});

export function invitationRoutes({ app, door, deps: { hub } }: Routes): void {
  const { bus } = hub;

  app.get(
    "/api/agents/invitable",
    door.known(async (_ask, actor) => {
      const { entries, invalid } = await bus.invitable(actor);
      return ok({ agents: entries.map(encodeInvitable), invalid: invalid.map(encodeInvalid) });
    }),
  );

  app.post(
    "/api/agents/invite",
    door.known(async (ask, actor) => {
      const { incoming } = ask.env;
      const { agent_name: agentName, thread_id: thread } = await readJson(incoming, inviteBody);
      const invited = await bus.invite(actor, surfaceOf(actor), agentName, thread);
      return { status: invited.ok ? 200 : errorCodes[invited.code ?? "NotInvitable"], body: JSON.stringify(encodeInvited(invited)) };
    }),
  );

  app.get(
    "/api/agents/runs",
    door.known(async (ask, actor) => {
      const { agent, thread, limit } = checked(runsQuery, ask.req.query());
      if (thread !== undefined && !isThreadId(thread)) throw badRequest(fieldTexts.fieldThreadId, { field: "thread" });
      const found = await bus.invitations(actor, { limit, ...defined({ agentName: agent, thread }) });
      return ok(found.map(encodeInvitation));
    }),
  );
}
