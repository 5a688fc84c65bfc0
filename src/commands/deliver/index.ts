import { chatVerb } from "#commands/kit/chat-verb";
import type { Command } from "#domain/command";
import type { HubVerbs } from "#domain/verbs";
import { defined } from "#lib/defined";
import { say } from "#lib/words/words";
import { deliverTexts } from "./texts.ts";

/** Whether somebody may, or must ask first, is decided where every delivery is asked for: in the hub. */
export function deliverCommand(hub: HubVerbs): Command {
  const verb = chatVerb(
    {
      name: "deliver",
      summary: deliverTexts.summaryDeliver,
      right: "run.plain",
      flags: {
        from: { kind: "text", placeholder: "GIT_URL", summary: deliverTexts.argFrom },
        ref: { kind: "text", placeholder: "REF", summary: deliverTexts.argRef },
        to: { kind: "text", placeholder: "ADDRESS", summary: deliverTexts.argTo },
        task: { kind: "text", placeholder: "TASK", summary: deliverTexts.argTask },
      },
      positionals: [{ name: "prompt", summary: deliverTexts.argPrompt, rest: true }],
    },
    async ({ prompt, from, ref, to, task }, { by, surface, place, language }) => {
      const started = await hub.deliver(by, surface, place, { prompt, ...defined({ gitUrl: from, gitRef: ref, target: to, task }) });
      const { task: id } = started;
      if (started.state === "asked")
        return { exitCode: 0, text: say(language, deliverTexts.askedReply, { task: id }), result: { ok: true, task_id: id, state: "asked" } };
      const { name } = started.session;
      return {
        exitCode: 0,
        text: say(language, deliverTexts.queuedReply, { task: id, session: name }),
        result: { ok: true, task_id: id, state: "queued", session: name },
      };
    },
  );
  return { ...verb, limits: { ...verb.limits, timeMs: 30_000, inputChars: 20_000 } };
}
