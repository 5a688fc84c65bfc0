import { z } from "zod";
import { nameOf, roleOf, whoIs } from "#domain/people";
import { say } from "#lib/words/words";
import { agentArg, asThread, threadArg, tokenArg } from "#http/mcp/call-parts";
import { isoTime } from "#http/mcp/iso-time";
import { answer, failure, failureOf, type ToolBody } from "#http/mcp/result";
import { speaker } from "#http/mcp/identify-caller";
import { tool, type Tool } from "#http/mcp/tool";
import type { ParleyError } from "#domain/errors";
import type { ThreadSettings } from "#domain/thread-details";
import { noThread } from "./threads.ts";
import { busTexts } from "#hub/bus/texts";
import { defined } from "#lib/defined";

const summaryArg = z.string().max(64_000).optional().describe("What came out of it; kept with the thread.");

const threadSetState = tool({
  name: "thread_set_state",
  description: "Says where a thread stands. Those who take part may; archiving or opening one where a session works takes its lead or the grant `prompt`.",
  input: z.object({ thread_id: threadArg, state: z.enum(["discuss", "implement", "review", "done", "archived"]) }),
  failure: noThread,
  run: async (call, { thread_id: id, state }) => {
    await call.deps.hub.bus.setStatus(call.by, asThread(call, id), state);
    return answer({ ok: true, thread_id: id, status: state });
  },
});

const threadClose = tool({
  name: "thread_close",
  description:
    "Closes a thread: it takes no more messages, and those who wait in it are let go. Those who take part may; where a session works, whoever leads it or has the grant `prompt`.",
  input: z.object({ thread_id: threadArg, summary: summaryArg }),
  failure: noThread,
  run: async (call, { thread_id: id, summary }) => {
    await call.deps.hub.bus.close(call.by, asThread(call, id), summary);
    return answer({ ok: true, thread_id: id, status: "closed" });
  },
});

const closeMeeting = tool({
  name: "close_meeting",
  description: "Closes a thread for everybody, with a notice in it. Only whoever leads the thread, or an admin.",
  input: z.object({ thread_id: threadArg, agent_id: agentArg, token: tokenArg, summary: summaryArg }),
  failure: (error) => {
    const code = meetingCodes[error.code];
    return code === undefined ? undefined : { ...failureOf(error), error: code };
  },
  run: async (call, { thread_id: id, summary, ...claim }) => {
    const { bus, access } = call.deps.hub;
    const by = await speaker(call, claim);
    const { thread, details } = await bus.thread(by, asThread(call, id));
    const isAdmin = roleOf(by) === "owner" || roleOf(by) === "admin";
    if (!isAdmin && (details.admin ?? thread.createdBy.id) !== whoIs(by)) {
      await access.refuse({ who: whoIs(by), name: nameOf(by), code: "NotAllowed", about: `close the meeting ${id}` });
      return failure({ error: "FORBIDDEN", detail: say(call.deps.language, busTexts.busMayNot, { what: "close a meeting that somebody else leads" }) });
    }
    const closed = await bus.close(by, thread.id, summary);
    return answer({ ok: true, thread_id: id, status: "closed", already_closed: !closed, closed_sessions_count: 0 });
  },
});

const meetingCodes: Readonly<Partial<Record<ParleyError["code"], string>>> = {
  InvalidCredentials: "AUTHENTICATION_REQUIRED",
  NotFound: "THREAD_NOT_FOUND",
  NotAllowed: "FORBIDDEN",
};

const threadArchive = tool({
  name: "thread_archive",
  description: "Takes a thread out of the list. Nothing is deleted.",
  input: z.object({ thread_id: threadArg }),
  failure: noThread,
  run: async (call, { thread_id: id }) => {
    await call.deps.hub.bus.setStatus(call.by, asThread(call, id), "archived");
    return answer({ ok: true, thread_id: id, status: "archived" });
  },
});

const waitState = tool({
  name: "thread_wait_state_get",
  description: "Who waits for a message in this thread at the moment, since when and for how long.",
  input: z.object({ thread_id: threadArg }),
  failure: noThread,
  run: async (call, { thread_id: id }) => {
    const waits = await call.deps.hub.bus.waits(call.by, asThread(call, id));
    const waiting = waits.map(({ agent, enteredAt, timeoutMs, callId }) => ({
      agent_id: agent,
      entered_at: isoTime(enteredAt),
      timeout_ms: timeoutMs,
      wait_call_id: callId,
    }));
    return answer({ thread_id: id, agents_waiting: waiting, count: waiting.length });
  },
});

const encodeSettings = (settings: ThreadSettings): ToolBody => ({
  auto_administrator_enabled: settings.coordinator,
  timeout_seconds: settings.timeoutSeconds,
  switch_timeout_seconds: settings.switchTimeoutSeconds,
});

const settingsGet = tool({
  name: "thread_settings_get",
  description: "A thread's settings: whether the hub tells a person when everybody waits for everybody, and after how many seconds.",
  input: z.object({ thread_id: threadArg }),
  failure: noThread,
  run: async (call, { thread_id: id }) => {
    const settings = await call.deps.hub.bus.settings(call.by, asThread(call, id));
    return answer({ thread_id: id, ...encodeSettings(settings), auto_assigned_admin_id: null, auto_assigned_admin_name: null });
  },
});

const seconds = z.coerce.number().int().max(86_400).optional().describe("At least 30.");

const settingsUpdate = tool({
  name: "thread_settings_update",
  description: "Changes a thread's settings. Those who take part may.",
  input: z.object({ thread_id: threadArg, auto_administrator_enabled: z.boolean().optional(), timeout_seconds: seconds, switch_timeout_seconds: seconds }),
  failure: (error) => (error.code === "BadRequest" ? { error: error.message } : noThread(error)),
  run: async (
    call,
    { thread_id: id, auto_administrator_enabled: coordinator, timeout_seconds: timeoutSeconds, switch_timeout_seconds: switchTimeoutSeconds },
  ) => {
    const settings = await call.deps.hub.bus.settings(call.by, asThread(call, id), {
      ...defined({ coordinator, timeoutSeconds, switchTimeoutSeconds }),
    });
    return answer({ ok: true, ...encodeSettings(settings) });
  },
});

export const threadLifeTools: readonly Tool[] = [threadSetState, threadClose, closeMeeting, threadArchive, waitState, settingsGet, settingsUpdate];
