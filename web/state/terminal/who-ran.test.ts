import { describe, expect, it } from "vitest";
import { en } from "#web/words/en.ts";
import { whoRan } from "./who-ran.ts";

const me = { id: "per_mara", name: "Mara", role: "owner" } as const;
const named = (who: string, who_name: string): string => whoRan({ who, who_name }, me, en);

describe("who ran a command", () => {
  it("is named as the hub says, an agent that joined with a mark; oneself and the operator have words of their own", () => {
    expect(named("per_lin", "林薇")).toBe("林薇");
    expect(named("agt_gone", "Kimi")).toBe(en.agentNamed("Kimi"));
    expect(named("per_mara", "Mara")).toBe(en.you);
    expect(named("operator", "operator")).toBe(en.operator);
  });
});
