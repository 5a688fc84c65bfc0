import type { Page } from "playwright-core";
import { z } from "zod";

const trace = z.object({
  traceEvents: z.array(
    z.looseObject({ name: z.string(), ph: z.string(), pid: z.number(), tid: z.number(), dur: z.number().optional(), tdur: z.number().optional() }),
  ),
});

/**
 * The longest task of the page's main thread while `work` goes on, in ms of processor time: other programs on the machine make a task
 * take longer, not do more.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page belongs to a browser");
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await work();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString("utf8")));
  const mains = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && JSON.stringify(args).includes("CrRendererMain")).map(({ pid, tid }) => `${pid}:${tid}`),
  );
  // Microtasks, in which the page draws, come after the task that they belong to, as an event of their own.
  const tasks = traceEvents.filter(({ ph, pid, tid }) => ph === "X" && mains.has(`${pid}:${tid}`));
  if (tasks.length === 0) throw new Error("the trace has tasks of the page");
  // Only a task that was over at once has no processor time in the trace.
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
