import { isId, type AgentId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { bearerOf } from "#http/door/auth";
import { badRequest } from "#http/door/bad-input";
import { readJson } from "#http/door/body";
import { fieldTexts } from "#http/door/field-texts";
import { agreeOnToken } from "#http/door/sender-claims";
import { decodeCard, decodeRegistering } from "#http/door/decode-bus";
import type { DoorRequest } from "#http/door/door";
import { encodeAgent, encodeRegistered } from "#http/encode/encode-bus";
import { ok, type HttpReply } from "#http/door/reply";
import { agentBody, registerBody, updateAgentBody } from "#protocol/bus-requests";
import type { Routes } from "#http/routes/route";

/** Agents that join: who they are, and whether they are there. */
export function busAgentRoutes({ app, door, deps }: Routes): void {
  const { bus } = deps.hub;

  const named = async (actor: Actor, id: string): Promise<AgentId> => {
    if (isId("agt", id)) return id;
    throw await door.notFound(actor, `agent ${id.slice(0, 64)}`);
  };

  /** The agent that the body names, else the one whose bearer it is; a token beside it must be that agent's. */
  const aboutSelf = (work: (actor: Actor, id: AgentId) => Promise<HttpReply>) =>
    door.known(async (ask, actor) => {
      const { agent_id: given, token } = await readJson(ask.env.incoming, agentBody);
      const id = given ?? (actor.kind === "agent" ? actor.id : undefined);
      if (id === undefined) throw badRequest(fieldTexts.fieldAgentNeeded, { field: "agent_id" });
      const agent = await named(actor, id);
      await agreeOnToken(deps, actor, agent, token);
      return work(actor, agent);
    });

  const aboutAgent = (work: (ask: DoorRequest, actor: Actor, id: AgentId) => Promise<HttpReply>) =>
    door.known(async (ask, actor) => work(ask, actor, await named(actor, ask.req.param("id") ?? "")));

  app.get(
    "/api/agents",
    door.known(async (_ask, actor) => ok((await bus.agents(actor)).map(encodeAgent))),
  );

  app.post(
    "/api/agents/register",
    door.known(async (ask, actor) => {
      const { incoming } = ask.env;
      const { agent, token } = await bus.register(actor, decodeRegistering(await readJson(incoming, registerBody)));
      // Programs of the bus send back what they get here. With an agent's bearer that is the token the caller just sent.
      return ok(encodeRegistered(await bus.agent(actor, agent.id), token ?? bearerOf(incoming)));
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
