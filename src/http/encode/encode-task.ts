import { addressKey } from "#domain/channel";
import { deliveryAgentName, type StartedTask, type Task, type TaskAsk } from "#domain/task";
import { encodeSessionNow } from "#http/encode/encode";
import type { Draft } from "#hub/turns/drafts";
import { defined } from "#lib/defined";
import type { z } from "zod";
import type { deliveryFields } from "#protocol/tasks";

export function encodeStarted(started: StartedTask) {
  const { task, state, target } = started;
  const head = { ok: true, task_id: task, agent: deliveryAgentName, state, target: addressKey(target) };
  return started.state === "asked"
    ? { ...head, question: started.question }
    : { ...head, session: started.session.name, session_id: started.session.id, thread_id: started.session.thread };
}

/** Among the agents: it is neither invited nor does it join, but works when `code_delivery` is called. */
export function encodeDeliveryAgent() {
  return {
    agent_id: deliveryAgentName,
    name: deliveryAgentName,
    ide: "Parley",
    model: "",
    display_name: null,
    emoji: null,
    alias_source: "auto",
    description: "Writes and runs code in a container and sends the archive to a chat. Called with the tool code_delivery.",
    is_online: true,
    is_invitable: false,
    is_available: true,
    capabilities: ["code_delivery"],
    skills: [],
    last_heartbeat: null,
    last_activity: null,
    last_activity_time: null,
  };
}

export function encodeTask({ request, session }: Task, drafts: readonly Draft[]) {
  const { task, prompt, source, target } = request;
  const draft = drafts.find((one) => one.session === session.id);
  return {
    id: task,
    prompt,
    source_type: source.type,
    ...(source.type === "git" && { git_url: source.url, ...defined({ git_ref: source.ref }) }),
    target: addressKey(target),
    thread: session.thread,
    session: encodeSessionNow(session, drafts),
    steps: draft === undefined ? [] : [...draft.steps],
  };
}

export function askOf(body: z.output<z.ZodObject<typeof deliveryFields>>): TaskAsk {
  return {
    prompt: body.prompt,
    ...defined({
      sourceType: body.source_type,
      gitUrl: body.git_url,
      gitRef: body.git_ref,
      targetType: body.target_type,
      targetId: body.target_id,
      target: body.target,
    }),
  };
}
