import { isId } from "#domain/ids";
import { readJson } from "#http/door/body";
import { decodeToken } from "#http/door/decode";
import { encodePairing, encodePerson, encodeToken } from "#http/encode/encode-people";
import { created, ok } from "#http/door/reply";
import { accountBody, approvePairingBody, newPersonBody, newTokenBody, roleBody } from "#protocol/requests";
import type { Routes } from "#http/routes/route";

export function peopleRoutes({ app, door, deps: { hub } }: Routes): void {
  const { access } = hub;

  app.get(
    "/api/people",
    door.known(async (_ask, actor) => ok((await access.people(actor)).map(encodePerson))),
  );

  app.post(
    "/api/people",
    door.known(async (ask, actor) => {
      const { name, role, accounts } = await readJson(ask.env.incoming, newPersonBody);
      return created(encodePerson(await access.addPerson(actor, { name, role, accounts })));
    }),
  );

  app.post(
    "/api/people/:name/accounts",
    door.known(async (ask, actor) => {
      const { account } = await readJson(ask.env.incoming, accountBody);
      const { person, movedFrom } = await access.linkAccount(actor, ask.req.param("name") ?? "", account);
      return ok({ ...encodePerson(person), moved_from: movedFrom ?? null });
    }),
  );

  app.patch(
    "/api/people/:name",
    door.known(async (ask, actor) => {
      const { role } = await readJson(ask.env.incoming, roleBody);
      return ok(encodePerson(await access.setRole(actor, ask.req.param("name") ?? "", role)));
    }),
  );

  app.delete(
    "/api/people/:name/accounts/:account",
    door.known(async (ask, actor) => {
      const [name = "", asked = ""] = [ask.req.param("name"), ask.req.param("account")];
      const person = (await access.who(actor)).find((one) => one.name.toLowerCase() === name.toLowerCase());
      const account = person?.accounts.find((one) => one === asked);
      if (account === undefined) throw await door.notFound(actor, `account ${asked.slice(0, 64)} of ${name.slice(0, 64)}`);
      return ok(encodePerson(await access.unlinkAccount(actor, account)));
    }),
  );

  app.delete(
    "/api/people/:name",
    door.known(async (ask, actor) => {
      const name = ask.req.param("name") ?? "";
      if (!(await access.removePerson(actor, name))) throw await door.notFound(actor, `person called ${name.slice(0, 64)}`);
      return ok({ removed: true });
    }),
  );

  app.get(
    "/api/pairings",
    door.known(async (_ask, actor) => ok((await access.pairings(actor)).map(encodePairing))),
  );

  app.post(
    "/api/pairings/:code/approve",
    door.known(async (ask, actor) => {
      const { person: name } = await readJson(ask.env.incoming, approvePairingBody);
      const { person, account } = await access.approvePairing(actor, ask.req.param("code") ?? "", name);
      return ok({ ...encodePerson(person), account });
    }),
  );

  app.get(
    "/api/tokens",
    door.known(async (_ask, actor) => ok((await access.tokens(actor)).map(encodeToken))),
  );

  app.post(
    "/api/tokens",
    door.known(async (ask, actor) => {
      const { holder, expiresMs } = decodeToken(await readJson(ask.env.incoming, newTokenBody));
      return created(await access.createToken(actor, holder, expiresMs));
    }),
  );

  app.delete(
    "/api/tokens/:id",
    door.known(async (ask, actor) => {
      const id = ask.req.param("id") ?? "";
      if (!isId("tok", id) || !(await access.revokeToken(actor, id))) throw await door.notFound(actor, `token ${id.slice(0, 64)} in force`);
      return ok({ revoked: true });
    }),
  );
}
