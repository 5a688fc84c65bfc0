import { chatVerb } from "#commands/kit/chat-verb";
import { meantSession } from "#commands/kit/meant-session";
import { refusal } from "#commands/kit/refusal";
import type { Asked, Command, CommandResult, Language } from "#domain/command";
import type { JsonObject } from "#domain/json";
import type { ScheduleAsk, ShownSchedule } from "#domain/schedule";
import type { HubVerbs } from "#domain/verbs";
import { defined } from "#lib/defined";
import { keepHead } from "#lib/text/truncate";
import { formatDuration } from "#lib/time/format-duration";
import { say } from "#lib/words/words";
import { schedulesTexts } from "./texts.ts";

const shownChars = 100;

/** Prompts for later. Whether the prompt is still allowed is decided again when it is said. */
export function scheduleCommands(hub: HubVerbs): readonly Command[] {
  const add = async (ask: ScheduleAsk, asked: Asked): Promise<CommandResult> => {
    const session = await meantSession(hub, undefined, asked);
    const schedule = await hub.schedule(asked.by, asked.place, session, ask);
    const { id, sessionName, shownDue: due } = schedule;
    const text = say(asked.language, schedulesTexts.added, { id, session: sessionName, due, prefix: asked.prefix });
    return { exitCode: 0, text, result: { ok: true, ...toJson(schedule) } };
  };
  const zone = { kind: "text", placeholder: "ZONE", summary: schedulesTexts.argZone } as const;
  const prompt = { name: "prompt", summary: schedulesTexts.argPrompt, rest: true } as const;

  const every = chatVerb(
    {
      name: "every",
      summary: schedulesTexts.summaryEvery,
      right: "prompt",
      positionals: [{ name: "when", summary: schedulesTexts.argWhen }, prompt],
      flags: { zone },
    },
    ({ when, prompt: said, zone: named }, asked) => add({ kind: "every", when, prompt: said, ...defined({ zone: named }) }, asked),
  );
  const later = chatVerb(
    { name: "in", summary: schedulesTexts.summaryIn, right: "prompt", positionals: [{ name: "span", summary: schedulesTexts.argSpan }, prompt] },
    ({ span, prompt: said }, asked) => add({ kind: "in", when: span, prompt: said }, asked),
  );
  const schedules = chatVerb(
    {
      name: "schedules",
      summary: schedulesTexts.summarySchedules,
      right: "run.plain",
      positionals: [
        { name: "action", summary: schedulesTexts.argAction, optional: true },
        { name: "code", summary: schedulesTexts.argCode, optional: true },
      ],
    },
    async ({ action, code }, { by, language, prefix }) => {
      if (action === undefined) return listed(await hub.schedules(by), language, prefix);
      if (action !== "cancel" || code === undefined) throw refusal("InvalidArgs", language, schedulesTexts.cancelWhat, { prefix });
      const cancelled = await hub.unschedule(by, code);
      const { id, prompt: said } = cancelled;
      return {
        exitCode: 0,
        text: say(language, schedulesTexts.cancelled, { id, prompt: keepHead(said, shownChars).text }),
        result: { ok: true, ...toJson(cancelled) },
      };
    },
  );
  return [roomy(every), roomy(later), schedules];
}

/** A prompt may be longer than a verb. */
function roomy<Args>(command: Command<Args>): Command<Args> {
  return { ...command, limits: { ...command.limits, inputChars: 20_000 } };
}

function listed(schedules: readonly ShownSchedule[], language: Language, prefix: string): CommandResult {
  const rows = schedules.map((one) => {
    const { id, shownDue: due, sessionName: session, name, prompt } = one;
    return say(language, schedulesTexts.row, {
      id,
      due,
      how: how(one, language),
      session,
      name,
      prompt: keepHead(prompt.replaceAll(/\s+/g, " "), shownChars).text,
    });
  });
  const text = rows.length === 0 ? say(language, schedulesTexts.none, { prefix }) : rows.join("\n");
  return { exitCode: 0, text, result: { ok: true, schedules: schedules.map(toJson) } };
}

function how({ when }: ShownSchedule, language: Language): string {
  if (when.kind === "every") return say(language, schedulesTexts.howEvery, { span: formatDuration(language, when.everyMs) });
  return say(language, when.kind === "daily" ? schedulesTexts.howDaily : schedulesTexts.howOnce);
}

function toJson({ id, when, prompt, sessionName, name, dueAt, shownDue }: ShownSchedule): JsonObject {
  return { id, when: { ...when }, prompt, session: sessionName, by: name, due_at: dueAt, due: shownDue };
}
