import type { Page } from "playwright-core";
import { deliveryWords } from "#web/words/deliveries.ts";
import { en } from "#web/words/en.ts";
import { routingWords } from "#web/words/routing.ts";
import { sessionWindowWords } from "#web/words/session-window.ts";
import { zh } from "#web/words/zh.ts";
import type { Looks } from "./page-looks.ts";

interface Place {
  readonly thread: string;
  readonly question: string;
}

/** A view of the page, and how to get there. */
export interface View {
  readonly name: string;
  /** What follows the `#`. */
  readonly at: (place: Place) => string;
  /** There once the view has been drawn. */
  readonly ready: string;
  /** Nobody without a keyboard is shown it. */
  readonly isForKeys?: boolean;
  /** Pressed on the way there. */
  readonly open?: (page: Page, looks: Looks) => Promise<void>;
}

const wordsOf = (looks: Looks) => (languageOf(looks) === "zh-CN" ? zh : en);

export const languageOf = ({ locale }: Looks) => (locale === "zh-CN" ? "zh-CN" : "en");

export const views: readonly View[] = [
  { name: "thread", at: ({ thread }) => `thread=${thread}`, ready: ".question-foot button" },
  { name: "threads", at: () => "list", ready: ".side a" },
  { name: "panel", at: ({ thread }) => `thread=${thread}&panel`, ready: ".side.right .session-card" },
  { name: "questions", at: () => "questions", ready: ".inbox .middle, .inbox a" },
  { name: "question", at: ({ question }) => `questions=${question}`, ready: ".inbox-detail button" },
  { name: "agents", at: () => "agents", ready: ".session-grid" },
  { name: "status", at: () => "activity=status", ready: ".section-in .item, .section-in p" },
  { name: "statistics", at: () => "activity=statistics", ready: ".section-in .tile" },
  { name: "audit", at: () => "activity=audit", ready: ".section-in .record" },
  { name: "you", at: () => "settings=you", ready: ".section-in .manage-row" },
  { name: "people", at: () => "settings=people", ready: ".section-in article" },
  { name: "tokens", at: () => "settings=tokens", ready: ".section-in article" },
  { name: "routing", at: () => "settings=routing", ready: ".section-in :is(article, p, form)" },
  {
    name: "rules",
    at: () => "settings=routing",
    ready: ".rule-form",
    open: async (page, looks) => {
      const own = routingWords[languageOf(looks)];
      await page.getByRole("button", { name: `${own.editRules}…` }).click();
      await page.getByRole("button", { name: own.addRule }).click();
    },
  },
  { name: "start", at: () => "settings=start", ready: ".first-steps" },
  { name: "runs", at: () => "agents=runs", ready: ".page-view-in" },
  { name: "configuration", at: () => "settings=config", ready: ".section-in article" },
  {
    name: "terminal",
    at: ({ thread }) => `thread=${thread}`,
    ready: ".term-wrap input, .term-wrap textarea",
    open: (page, looks) => page.getByRole("button", { name: wordsOf(looks).terminal, exact: true }).click(),
  },
  {
    name: "search",
    at: () => "list",
    ready: "a.found",
    open: (page) => page.getByRole("searchbox").fill("limits"),
  },
  {
    name: "new-thread",
    at: () => "list",
    ready: "form.new-thread",
    open: (page, looks) =>
      page
        .getByRole("button", { name: wordsOf(looks).newThread })
        .first()
        .click(),
  },
  { name: "palette", at: ({ thread }) => `thread=${thread}`, ready: "dialog[open] [role=option]", open: (page) => page.keyboard.press("Control+k") },
  {
    name: "keys",
    isForKeys: true,
    at: () => "agents",
    ready: "dialog[open] kbd",
    open: async (page) => {
      // Until then the keys go to the field of the thread.
      await page.locator(".session-grid").waitFor();
      await page.keyboard.press("?");
    },
  },
  {
    name: "session",
    at: ({ thread }) => `thread=${thread}&panel`,
    ready: ".live-terminal",
    open: (page, looks) => page.getByRole("button", { name: sessionWindowWords[languageOf(looks)].screenOf("gateway") }).click(),
  },
  {
    name: "new-session",
    at: ({ thread }) => `thread=${thread}&panel`,
    ready: "dialog[open] input",
    open: (page, looks) => page.getByRole("button", { name: `${sessionWindowWords[languageOf(looks)].newSession}…` }).click(),
  },
  {
    name: "new-delivery",
    at: ({ thread }) => `thread=${thread}&panel`,
    ready: "dialog[open] textarea, dialog[open] input",
    open: (page, looks) => page.getByRole("button", { name: `${deliveryWords[languageOf(looks)].newDelivery}…` }).click(),
  },
];
