import { ParleyError } from "#domain/errors";
import { makerOf, nameOf, type Actor } from "#domain/people";
import type { Token } from "#domain/access";
import { defined } from "#lib/defined";
import { commonTexts } from "#lib/words/common";
import { say } from "#lib/words/words";
import { freeShownName, misleadingAgentName } from "#hub/bus/shown-name";
import type { HubDeps } from "#hub/deps";
import type { Access } from "#hub/hub";
import type { AccessChanges } from "./access-changes.ts";
import { accessTexts } from "./texts.ts";
import { hashOf, newSecret } from "./token-secrets.ts";

/** Issues, lists and revokes tokens. A secret leaves here once and is stored as a hash. */
export function createTokenIssuer(
  { store, clock, newId, settings }: Pick<HubDeps, "store" | "clock" | "newId" | "settings">,
  { admit, record, changed, madeBy, personNamed }: AccessChanges,
): Pick<Access, "createToken" | "issueAgentToken" | "tokens" | "revokeToken" | "ownTokens" | "revokeOwnToken"> {
  const language = settings.language;
  const ownTokens = async (by: Actor): Promise<readonly Token[]> => {
    if (by.kind !== "person") return [];
    const now = clock.now();
    const isOwn = ({ holder, revokedAt, expiresAt = Infinity }: Token): boolean =>
      holder.kind === "person" && holder.person === by.id && revokedAt === undefined && expiresAt > now;
    return (await store.tokens()).filter(isOwn);
  };
  return {
    ownTokens,
    revokeOwnToken: async (by, id) => {
      if (!(await ownTokens(by)).some((token) => token.id === id)) return false;
      const revoked = await store.revokeToken(id, clock.now(), record(by, { did: "token revoked", token: id }));
      if (revoked) await changed(undefined);
      return revoked;
    },
    createToken: async (by, holder, expiresMs) => {
      await admit(by, "tokens", "create a token");
      const secret = newSecret();
      const at = clock.now();
      const id = newId("tok");
      const expires = expiresMs === undefined ? {} : { expiresAt: at + expiresMs };
      if ("agent" in holder) {
        const misleading = misleadingAgentName(language, holder.agent);
        if (misleading !== undefined) throw misleading;
        const agent = (await store.agentNamed(holder.agent)) ?? newId("agt");
        if ((await freeShownName({ store }, holder.agent, agent)) !== holder.agent)
          throw new ParleyError("NameTaken", say(language, accessTexts.agentNameTaken, { name: holder.agent }));
        const token: Token = {
          id,
          holder: { kind: "agent", agent, name: holder.agent, may: holder.may },
          label: holder.agent,
          ...makerOf(by),
          at,
          ...expires,
        };
        await store.addToken(token, hashOf(secret), record(by, { did: "token created", token: id, agent: holder.agent, may: holder.may }));
        await changed(say(language, accessTexts.toldNewToken, { holder: holder.agent, id, ...madeBy(by) }));
        return { id, token: secret, agent };
      }
      const person = await personNamed(holder.person);
      const token: Token = {
        id,
        holder: { kind: "person", person: person.id, answers: holder.answers },
        label: person.name,
        ...makerOf(by),
        at,
        ...expires,
      };
      await store.addToken(token, hashOf(secret), record(by, { did: "token created", token: id, person: person.name, answers: holder.answers }));
      await changed(say(language, accessTexts.toldNewToken, { holder: person.name, id, ...madeBy(by) }));
      return { id, token: secret };
    },
    issueAgentToken: async (by, agent, only) => {
      const secret = newSecret();
      const id = newId("tok");
      const token: Token = {
        id,
        holder: { kind: "agent", agent: agent.id, name: agent.name, may: [], ...defined({ only }) },
        label: agent.name,
        ...makerOf(by),
        at: clock.now(),
      };
      await store.addToken(token, hashOf(secret), record(by, { did: "token created", token: id, agent: agent.name, ...defined({ only }) }));
      await changed(
        only === undefined
          ? say(language, accessTexts.toldNewToken, { holder: agent.name, id, by: nameOf(by), where: say(language, commonTexts.placeBus) })
          : undefined,
      );
      return secret;
    },
    tokens: async (by) => {
      await admit(by, "tokens", "list tokens");
      return store.tokens();
    },
    revokeToken: async (by, id) => {
      await admit(by, "tokens", `revoke ${id}`);
      const token = (await store.tokens()).find((one) => one.id === id);
      const revoked = await store.revokeToken(id, clock.now(), record(by, { did: "token revoked", token: id }));
      if (revoked) await changed(say(language, accessTexts.toldTokenRevoked, { id, holder: token?.label ?? "", ...madeBy(by) }));
      return revoked;
    },
  };
}
