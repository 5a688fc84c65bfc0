import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Parley } from "#test/scenarios/parley";
import { talk } from "#test/scenarios/talk";
import { en as words } from "#web/words/en.ts";
import { openBrowser } from "./browser.ts";
import { hostileMarkdown, hostileSvg, hostileTexts } from "./hostile-text.ts";
import { loginLink, openPage } from "./page-looks.ts";
import { expectShown } from "./page-stage.ts";
import { views } from "./page-views.ts";

const looks = { width: 1440, colorScheme: "light", locale: "en-GB" } as const;
const quoted = (text: string): string => JSON.stringify(text);
const [image = "", script = ""] = hostileTexts;
const terminalOutput = `\u001b]0;${image}\u0007\u001b]8;;javascript:window.ran=1\u0007link\u001b]8;;\u0007 ${script}`;

const yaml = `
people: [{ name: Ana, role: owner }]
sessions: [{ name: gateway, cli_type: scripted, script: gateway.script }]
default_session: gateway
`;
const gateway = `
screen
  | ${image} ${script}
facts pid 1 memory 1 model ${quoted(image)}
conversation "c1" ${quoted(script)}
on "everything"
  plan done ${quoted(image)} doing ${quoted(script)}
  step run ${quoted(image)} failed ${quoted(script)} after 0ms
  usage ${quoted(image)} in 1 out 1 cost "0.1"
  make "picture.svg" mime "image/svg+xml" ${quoted(image)}
    | ${hostileSvg}
  make "page.html" mime "text/html" ${quoted(script)}
    | <script>window.ran=1</script>
  status retrying ${quoted(image)}
  say ${quoted(hostileMarkdown.join("\n\n"))} every 0ms
on "ask"
  ask permission ${quoted(image)} ${quoted(`${script} yes`)} ${quoted(`${script} no`)} argv ["echo", ${quoted(image)}, ${quoted(script)}] in ${quoted(`/${image}`)} detail ${quoted(`@@ -1 +1 @@\n-${image}\n+${script}`)} expires 20h
`;
const agents = Object.fromEntries(
  hostileTexts.map((text, at) => [`agent-${at}`, { name: text.slice(0, 60), description: text, invoke_command: `no-such ${quoted(text)}` }]),
);

describe("what strangers can write", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it("runs nowhere in the page: names, topics, file names, Markdown, code, terminal output, pictures, agents, questions, records, search", async () => {
    await using parley = await Parley.start({
      yaml,
      files: { "gateway.script": gateway, "config/available-agents.json": JSON.stringify(agents) },
    });
    const { thread, question } = await filled(parley);
    const { page, context, complaints } = await openPage(browser, looks);
    await page.goto(await loginLink(parley, "Ana"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator(".side a").first().waitFor();
    for (const { name, at, ready, open } of views) {
      await page.evaluate(`location.hash = ${quoted(`#${at({ thread, question })}`)}`);
      await open?.(page, looks);
      await page.locator(ready).filter({ visible: true }).first().waitFor();
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      expect({ name, ran: await page.evaluate(whatRan) }).toEqual({ name, ran: nothing });
      if (open !== undefined) await page.keyboard.press("Escape");
    }
    await searched(page);
    await runInTerminal(page, thread);
    await expect.poll(() => page.evaluate(whatRan)).toEqual(nothing);
    await filesAreOnlyDownloaded(page, parley, thread);
    await context.close();
    expect(complaints.filter((said) => !/Failed to load resource/.test(said))).toEqual([]);
  }, 120_000);
});

/** What ran, and what would have: no field of a stranger's may become an element, an address that runs, or an inline handler. */
const whatRan = `({
  ran: window.ran ?? null,
  elements: [...document.querySelectorAll("iframe, object, embed, base, [onerror], [onload], script:not([src]), img[src='x']")].map((one) => one.outerHTML),
  links: [...document.querySelectorAll("a[href]")].map((one) => one.href).filter((href) => !/^(https?|mailto|blob):/.test(href)),
})`;
const nothing = { ran: null, elements: [], links: [] };

/** Everything that somebody without rights, or an agent, could have written. */
async function filled(parley: Parley): Promise<{ readonly thread: string; readonly question: string }> {
  const thread = await parley.threadOf("gateway");
  for (const [at, text] of hostileTexts.entries()) {
    const { id } = z.object({ id: z.string() }).parse((await parley.api("POST", "/api/threads", { topic: text })).body);
    await parley.api("POST", `/api/threads/${id}/messages`, { content: text });
    await parley.api("POST", "/api/people", { name: `${at} ${text}`.slice(0, 64), role: "member", accounts: [`irc:${text.replaceAll(/\s/g, "")}`] });
    await parley.api("POST", "/api/tokens", { agent: `${at} ${text}`.slice(0, 64) });
    await parley.api("GET", `/api/people/${encodeURIComponent(text)}`);
    talk(parley, `${at}${text}`).say(text);
    talk(parley, `${at}${text}`, parley.chat.group(`room-${at}`, [`${at}${text}`], text)).say(text);
  }
  const bee = await parley.token({ agent: "builder" });
  await fillByAgent(parley, thread, bee);
  await fillFiles(parley, thread);
  await fillSessions(parley);
  // What the view of the search looks for.
  await parley.api("POST", "/api/threads", { topic: `limits ${image}` });
  await parley.api("POST", `/api/threads/${thread}/messages`, { content: "everything" });
  await parley.until(async () => (await parley.messages(thread)).some(({ content }) => content.includes("constructor")));
  await parley.untilState("gateway", "idle");
  await parley.api("POST", `/api/threads/${thread}/messages`, { content: "ask" });
  const { id: question } = await parley.openQuestion();
  return { thread, question };
}

/** Its card, a line with a quotation, an edit, a reaction, a thread, a template, a wish to invite, what it ran. */
async function fillByAgent(parley: Parley, thread: string, token: string): Promise<void> {
  const { body } = await parley.api(
    "POST",
    "/api/agents/register",
    { ide: image, model: script, display_name: image, description: script, skills: [{ id: "x", name: image, description: script }], capabilities: [image] },
    token,
  );
  const id = z.object({ agent_id: z.string() }).safeParse(body).data?.agent_id;
  if (id !== undefined)
    await parley.api(
      "PUT",
      `/api/agents/${id}`,
      { display_name: image, description: script, skills: [{ id: "x", name: image, description: script }], emoji: image },
      token,
    );
  const posted = await parley.api("POST", `/api/threads/${thread}/messages`, { content: image, metadata: { note: script, handoff_target: image } }, token);
  const { id: message } = z.object({ id: z.string() }).parse(posted.body);
  await parley.api("PUT", `/api/messages/${message}`, { content: `edited ${script} ${image}` }, token);
  for (const reaction of [image.slice(0, 32), script.slice(0, 32), "<b>"]) await parley.api("POST", `/api/messages/${message}/reactions`, { reaction }, token);
  await parley.api("POST", `/api/threads/${thread}/messages`, { content: script, reply_to_msg_id: message }, token);
  const made = z
    .object({ id: z.string() })
    .parse((await parley.api("POST", "/api/threads", { topic: `by an agent ${image}`, system_prompt: script }, token)).body);
  await parley.api("POST", `/api/threads/${made.id}/close`, { summary: `${image} ${script}` });
  await parley.api("POST", "/api/templates", { id: "hostile", name: image, description: script, system_prompt: image }, token);
  await parley.api("POST", "/api/agents/invite", { agent_name: "agent-0", thread_id: thread }, token);
  await parley.api("POST", "/api/exec", { line: `echo ${quoted(image)}`, thread_id: thread }, token);
}

/** Names that a browser, a chat or a program may send, and pictures that are programs. */
async function fillFiles(parley: Parley, thread: string): Promise<void> {
  const token = await parley.token({ person: "Ana" });
  for (const [at, text] of hostileTexts.entries()) {
    const name = `${at} ${text.replaceAll("/", "")}`;
    for (const ending of ["svg", "html", "txt", "md"]) {
      const url = `${parley.url}/api/threads/${thread}/files?name=${encodeURIComponent(`${name}.${ending}`)}`;
      const sent = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: hostileSvg });
      if (ending === "svg") expect({ name, ok: sent.ok || sent.status === 400 }).toEqual({ name, ok: true });
    }
  }
}

/** Most of these names are refused, which is as good. */
async function fillSessions(parley: Parley): Promise<void> {
  for (const text of hostileTexts) await parley.api("POST", "/api/sessions", { name: text.slice(0, 32), cli_type: "scripted" });
  await parley.api("POST", "/api/sessions", { name: "img-onerror", cli_type: "scripted", work_dir: `/tmp/${image}` });
}

async function searched(page: Page): Promise<void> {
  await page.evaluate("location.hash = '#list'");
  await page.getByRole("searchbox").fill("onerror");
  await expectShown(page.getByRole("region", { name: words.search }).locator("a.found").filter({ hasText: "onerror" }).first());
  await page.keyboard.press("Escape");
}

async function runInTerminal(page: Page, thread: string): Promise<void> {
  await page.evaluate(`location.hash = '#thread=${thread}'`);
  await page.getByRole("button", { name: words.terminal, exact: true }).click();
  const line = page.getByRole("region", { name: words.terminal }).getByRole("textbox", { name: "Command", exact: true });
  await line.fill(`echo ${quoted(terminalOutput)}`);
  await line.press("Enter");
  await expectShown(page.getByRole("region", { name: words.terminal }).getByText("onerror").first());
}

/** A file's address opened by itself has no page of ours around it: it is downloaded, and would be sandboxed if it were shown. */
async function filesAreOnlyDownloaded(page: Page, parley: Parley, thread: string): Promise<void> {
  const files = (await parley.entries(thread)).flatMap((entry) => (entry.kind === "message" ? (entry.message.artifacts ?? []) : []));
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["picture.svg", "page.html"]));
  for (const { id } of files) {
    const { url } = z.object({ url: z.string() }).parse((await parley.api("GET", `/api/artifacts/${id}/link`)).body);
    const headers = (await page.request.get(new URL(url, parley.url).href)).headers();
    expect(headers["content-disposition"]).toMatch(/^attachment/);
    expect(headers["content-security-policy"]).toMatch(/sandbox|default-src 'none'/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
}
