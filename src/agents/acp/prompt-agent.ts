import type { Prompt } from "#domain/agent";
import { defined } from "#lib/defined";
import type { Log } from "#lib/log";
import { pause, type Clock } from "#lib/time/clock";
import type { TextLanguage } from "#lib/words/sentence";
import { say } from "#lib/words/words";
import type { AcpTurn } from "./acp-turn.ts";
import type { OpenAgent } from "./open-agent.ts";
import { promptBlocks } from "./prompt-blocks.ts";
import { endingFor } from "./prompt-ending.ts";
import { readPromptResult } from "./read-update.ts";
import type { AcpMemory } from "./seat-memory.ts";
import { acpTexts } from "./texts.ts";

export interface PromptParts {
  readonly memory: AcpMemory;
  readonly clock: Clock;
  readonly log: Log;
  readonly language: TextLanguage;
  readonly closed: AbortSignal;
  /** Ends an agent that does not stop. */
  readonly drop: (agent: OpenAgent) => Promise<void>;
}

/** How long an agent may take to stop before its process is ended. */
const stopWithinMs = 10_000;

/** One prompt until its turn is over. An agent that dies under it cuts the turn, and whoever watches the agent reports that. */
export async function promptAgent(run: AcpTurn, agent: OpenAgent, prompt: Prompt, parts: PromptParts): Promise<void> {
  const { memory, clock, language } = parts;
  const { by, room } = prompt;
  if (agent.isForgetful && memory.now.conversation !== agent.session) run.note(say(language, acpTexts.notResumed));
  const blocks = await promptBlocks(prompt, agent.canSee);
  await memory.set({ conversation: agent.session, sent: run.turn });
  const params = { sessionId: agent.session, prompt: blocks, _meta: { parley: { by, ...defined({ room }) } } };
  const request = agent.connection.agent.request<unknown>("session/prompt", params);
  using _stopping = stopOnRequest(run, agent, parts);
  try {
    const result = await Promise.race([request, agent.connection.gone.then(() => undefined)]);
    // What was sent before the answer is heard before the end.
    await pause(clock, 0, parts.closed);
    if (run.isOver) return;
    if (run.stop.signal.aborted) return await endStopped(run, language);
    if (result === undefined) return run.cut();
    const { stopReason, ...used } = readPromptResult(result);
    run.usage(used);
    await run.end(endingFor(stopReason, run.text, { agent: agent.title, language }), say(language, acpTexts.cancelled, { agent: agent.title }));
  } catch (cause) {
    if (!run.stop.signal.aborted || run.isOver) throw cause;
    await endStopped(run, language);
  }
}

/** The turn ends as somebody wanted it; or as failed, if the hub could not store what the agent said. */
export async function endStopped(run: AcpTurn, language: TextLanguage): Promise<void> {
  const reason = run.isUnkept ? say(language, acpTexts.notStored) : String(run.stop.signal.reason);
  await run.end({ how: run.isUnkept ? "failed" : "stopped", reason }, reason);
}

/** Tells the agent to stop as soon as somebody wants it, and ends its process if it does not. */
function stopOnRequest(run: AcpTurn, agent: OpenAgent, { clock, log, language, drop }: PromptParts): Disposable {
  const enough = new AbortController();
  const stop = async (): Promise<void> => {
    if (run.isOver) return;
    run.unask(say(language, acpTexts.stopped));
    await agent.connection.agent.notify("session/cancel", { sessionId: agent.session });
    await pause(clock, stopWithinMs, enough.signal);
    if (enough.signal.aborted) return;
    log.warn({ pid: agent.connection.pid }, "an agent did not stop its turn; its process is ended");
    await endStopped(run, language);
    await drop(agent);
  };
  const begin = (): void => void stop().catch((cause: unknown) => log.warn({ cause }, "failed to stop an agent"));
  if (run.stop.signal.aborted) begin();
  else run.stop.signal.addEventListener("abort", begin, { once: true });
  return {
    [Symbol.dispose]: () => {
      run.stop.signal.removeEventListener("abort", begin);
      enough.abort();
    },
  };
}
