import { isId, type AgentId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { BadInput, readJson } from "#http/body";
import { agreeOnToken } from "#http/claims";
import { decodeCard, decodeRegistering } from "#http/decode-bus";
import type { Ask } from "#http/door";
import { encodeAgent, encodeRegistered } from "#http/encode-bus";
import { ok, type Answer } from "#http/reply";
import { agentBody, registerBody, updateAgentBody } from "#protocol/bus-requests";
import type { Routes } from "./route.ts";

/** Agents that join: who they are, and whether they are there. */
export function busAgentRoutes({ app, door, deps }: Routes): void {
  const { bus } = deps.hub;

  const named = async (actor: Actor, id: string): Promise<AgentId> => {
    if (isId("agt", id)) return id;
    throw await door.notFound(actor, `agent ${id.slice(0, 64)}`);
  };

  /** The agent that the body names, else the one whose bearer it is; a token beside it must be that agent's. */
  const aboutSelf = (work: (actor: Actor, id: AgentId) => Promise<Answer>) =>
    door.known(async (ask, actor) => {
      const { agent_id: given, token } = await readJson(ask.env.incoming, agentBody);
      const id = given ?? (actor.kind === "agent" ? actor.id : undefined);
      if (id === undefined) throw new BadInput("BadRequest", "agent_id: a person's token must name the agent that is meant");
      const agent = await named(actor, id);
      await agreeOnToken(deps, actor, agent, token);
      return work(actor, agent);
    });

  const aboutAgent = (work: (ask: Ask, actor: Actor, id: AgentId) => Promise<Answer>) =>
    door.known(async (ask, actor) => work(ask, actor, await named(actor, ask.req.param("id") ?? "")));

  app.get(
    "/api/agents",
    door.known(async (_ask, actor) => ok((await bus.agents(actor)).map(encodeAgent))),
  );

  app.post(
    "/api/agents/register",
    door.known(async (ask, actor) => {
      const { agent, token } = await bus.register(actor, decodeRegistering(await readJson(ask.env.incoming, registerBody)));
      return ok(encodeRegistered(await bus.agent(actor, agent.id), token));
    }),
  );

  app.post(
    "/api/agents/heartbeat",
    aboutSelf(async (actor, id) => {
      await bus.heartbeat(actor, id);
      return ok({ ok: true });
    }),
  );

  app.post(
    "/api/agents/resume",
    aboutSelf(async (actor, id) => {
      await bus.heartbeat(actor, id);
      return ok({ ok: true, ...encodeAgent(await bus.agent(actor, id)) });
    }),
  );

  app.post(
    "/api/agents/unregister",
    aboutSelf(async (actor, id) => {
      await bus.unregister(actor, id);
      return ok({ ok: true });
    }),
  );

  app.get(
    "/api/agents/:id",
    aboutAgent(async (_ask, actor, id) => ok(encodeAgent(await bus.agent(actor, id)))),
  );

  app.put(
    "/api/agents/:id",
    aboutAgent(async (ask, actor, id) => {
      const { token, ...card } = await readJson(ask.env.incoming, updateAgentBody);
      await agreeOnToken(deps, actor, id, token);
      return ok({ ok: true, ...encodeAgent(await bus.update(actor, id, decodeCard(card))) });
    }),
  );

  app.post(
    "/api/agents/:id/kick",
    aboutAgent(async (_ask, actor, id) => {
      await bus.kick(actor, id);
      return ok({ ok: true, agent_id: id });
    }),
  );
}
