import { expect, it } from "vitest";
import { expectGone, expectShown, setStage, signIn } from "./page-stage.ts";

const stage = setStage();

it("shows messages as they were written until the Markdown reader is here, then as they were meant", async () => {
  const { page } = stage;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/reader-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(stage);
  const log = page.getByRole("log");
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("**bold** and [a link](javascript:alert(1)) and [another](https://example.org/x)");
  await field.press("Enter");
  await expectShown(log.getByText("**bold** and [a link]"));
  release();
  await expectShown(log.locator("strong", { hasText: "bold" }));
  await expectGone(log.getByText("**bold**"));
  const links = await log.locator("a[target=_blank]", { hasText: /a link|another/ }).all();
  expect(await Promise.all(links.map((link) => link.getAttribute("href")))).toEqual(["https://example.org/x"]);
});
