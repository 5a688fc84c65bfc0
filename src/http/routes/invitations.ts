import { z } from "zod";
import { errorCodes } from "#domain/errors";
import { BadInput, issuesOf, readJson } from "#http/body";
import { surfaceOf } from "#http/door";
import { encodeInvalid, encodeInvitable, encodeInvitation, encodeInvited } from "#http/encode-invitations";
import { ok } from "#http/reply";
import type { Routes } from "./route.ts";
import { isThreadId } from "./threads.ts";

const inviteBody = z.object({ agent_name: z.string().min(1).max(200), thread_id: z.string().min(1).max(1_000) });
const runsQuery = z.object({
  agent: z.string().max(200).optional(),
  thread: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
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
      const invited = await bus.invite(actor, surfaceOf(actor, incoming), agentName, thread);
      return { status: invited.ok ? 200 : errorCodes[invited.code ?? "NotInvitable"], body: JSON.stringify(encodeInvited(invited)) };
    }),
  );

  app.get(
    "/api/agents/runs",
    door.known(async (ask, actor) => {
      const parsed = runsQuery.safeParse(ask.req.query());
      if (!parsed.success) throw new BadInput("BadRequest", issuesOf(parsed.error));
      const { agent, thread, limit } = parsed.data;
      if (thread !== undefined && !isThreadId(thread)) throw new BadInput("BadRequest", "thread: not the id of a thread");
      const found = await bus.invitations(actor, { limit, ...(agent === undefined ? {} : { agentName: agent }), ...(thread === undefined ? {} : { thread }) });
      return ok(found.map(encodeInvitation));
    }),
  );
}
