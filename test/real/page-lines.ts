import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { PageHub } from "#test/fakes/page-hub";

type Asked = PageHub["asked"];

/** Lines of the scenario that the tests work with, and what is done with a line. */
export function linesOn(stage: { readonly page: Page; readonly hub: PageHub }) {
  const log = (): Locator => stage.page.getByRole("log");
  const line = (words: string): Locator => log().getByRole("article").filter({ hasText: words });
  return {
    log,
    line,
    mine: () => line("Agree with"),
    codex: () => line("case is missing"),
    lin: () => line("改法没问题"),
    field: () => stage.page.getByRole("textbox", { name: "Message" }),
    button: (name: string) => stage.page.getByRole("button", { name, exact: true }),
    edits: (): Asked => stage.hub.asked.filter(({ what }) => what.startsWith("PUT ")),
    posts: (): Asked => stage.hub.asked.filter(({ what }) => what.endsWith("/messages")),

    /** Hovers and presses one of the line's buttons. */
    async press(which: Locator, name: string): Promise<void> {
      await which.hover();
      await which.getByRole("button", { name, exact: true }).click();
    },

    async expectFocus(name: string): Promise<void> {
      await expect.poll(() => stage.page.evaluate("document.activeElement?.getAttribute('aria-label')"), { timeout: 10_000 }).toBe(name);
    },

    idOf(words: string): string {
      const said = stage.hub.entries("thr_gateway").find((entry) => entry.kind === "message" && entry.message.content.includes(words));
      return said?.kind === "message" ? said.message.id : "none";
    },
  };
}
