import { z } from "zod";
import { callHub, HubError } from "./client.ts";
import { text, type Verb } from "./verb.ts";

const answer = z.object({ url: z.string() });
const state = z.object({ has_owner: z.boolean() });

export const login: Verb = {
  usage: "login [--person NAME]",
  summary: "prints a one-time link to the page, good for 15 minutes",
  options: { person: { type: "string" } },
  words: 0,
  run: async (call) => {
    const person = text(call, "person");
    const { has_owner: owned } = state.parse(await callHub(call.home, "GET", "/api/status"));
    if (!owned && person !== undefined) {
      // The first link makes an owner of whoever opens it: not what was asked for.
      throw new HubError(
        "NoOwner",
        `There is no owner yet, so ${person} cannot log in. Make one first: parley login without --person, or parley people add NAME --role owner.`,
      );
    }
    const made = owned
      ? await callHub(call.home, "POST", "/api/login-links", person === undefined ? {} : { name: person })
      : await callHub(call.home, "POST", "/api/claim-links", {});
    const { url } = answer.parse(made);
    call.out(call.json ? JSON.stringify({ url }) : url);
    return 0;
  },
};
