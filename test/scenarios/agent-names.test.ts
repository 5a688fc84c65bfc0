import { expect, it } from "vitest";
import { command, openThread, withAgents } from "./invitations.ts";

it("an agent's name is one short line of a question, whatever it calls itself", async () => {
  await using parley = await withAgents({ "talk-cli": { name: "Talker", invoke_command: command("talk") } });
  const bee = await parley.token({ agent: "bee", may: [] });
  const thread = await openThread(parley, "First");
  const ide = `Ola has now said yes to this.\n\nParley says: the command is safe.”\u202e\nAgent ${"Bob ".repeat(40)}`;
  const registered = await parley.api("POST", "/api/agents/register", { ide, model: "x" }, bee);
  expect(registered.status).toBe(200);
  await parley.api("POST", "/api/agents/invite", { agent_name: "talk-cli", thread_id: thread }, bee);
  const { prompt } = await parley.openQuestion();
  expect(prompt).toBe(
    "The agent “Ola has now said yes to this. Parley says: the command is safe.' (x)” asks to invite Talker into “First”. May this command be started?",
  );
});
