import { describe, expect, it } from "vitest";
import type { EditedRule, WrittenRule } from "#domain/routing";
import { changeRules } from "./change-rules.ts";

const text = `# Ours.
routing:
  # Which first?
  rules:
    # Reviews go to the reviewer.
    - name: reviews
      kinds: [review] # and nothing else
      session: "\${REVIEWER}"
    - keywords:
        - outage # the pager
        - "\${WORD}"
      session: ops
language: en # for all
`;
const before: readonly WrittenRule[] = [
  { name: "reviews", kinds: ["review"], session: "ada" },
  { keywords: ["outage", "filled"], session: "ops" },
];
const kept: readonly EditedRule[] = before.map((rule, index) => ({ was: index + 1, ...rule }));
const [first, second] = kept as [EditedRule, EditedRule];

const written = (rules: readonly EditedRule[], of = text, known = before): string => {
  const changed = changeRules(of, known, rules);
  if (!changed.ok) throw new Error(changed.problems.join(" "));
  return changed.text;
};

describe("rules of a file that are changed", () => {
  it("stay as they are written, to the letter, where nothing is changed", () => {
    expect(written(kept)).toBe(text);
  });

  it("keep comments and references when they are moved", () => {
    const moved = written([second, first]);
    expect(moved).toMatch(
      /outage # the pager\n\s+- "\$\{WORD\}"\n\s+session: ops\n[^]*name: reviews\n\s+kinds: \[\s?review\s?\] # and nothing else\n\s+session: "\$\{REVIEWER\}"/,
    );
    expect(moved).toContain("language: en # for all");
  });

  it("write only what is different, and leave the rest of a list alone", () => {
    const changed = written([first, { ...second, keywords: ["rollback*", "filled", "outage"] }]);
    expect(changed).toMatch(/- rollback\*\n\s+- "\$\{WORD\}"\n\s+- outage # the pager/);
    expect(changed).toContain('session: "${REVIEWER}"');
  });

  it("are added, and removed together with a section that nothing is left in", () => {
    const added = written([...kept, { was: null, keywords: ["CVE*"], mention: true, invite: "auditor" }]);
    expect(added).toMatch(/- invite: auditor|invite: auditor/);
    expect(added).toContain("CVE*");
    expect(added).toContain("kinds: [review] # and nothing else");
    const none = written([]);
    expect(none).not.toContain("routing");
    expect(none).toContain("language: en # for all");
    expect(written([{ was: null, session: "demo" }], "language: en\nrouting:\n", [])).toBe("language: en\nrouting:\n  rules:\n    - session: demo\n");
    expect(written([{ was: null, session: "demo" }], "routing: { rules: [] }\n", [])).toContain("session: demo");
  });

  it.each<[string, readonly EditedRule[], string?, (readonly WrittenRule[])?]>([
    ["a rule that is not there", [{ was: 7, session: "x" }]],
    ["a rule twice", [first, first]],
    ["a new reference", [{ was: null, session: "${SECRET}" }]],
    ["a new reference in a list", [{ ...first, kinds: ["${SECRET}"] }]],
    ["rules that are an alias", kept, "a: &a [{ session: x }]\nrouting: { rules: *a }\n"],
    ["an anchor that another key uses", [{ was: 1, session: "eve" }], "routing:\n  rules:\n    - session: &s ada\ndefault_session: *s\n", [{ session: "ada" }]],
    ["an anchor that would be gone", [], "routing:\n  rules:\n    - session: &s ada\ndefault_session: *s\n", [{ session: "ada" }]],
    ["an anchor above them", [{ was: 1, session: "eve" }], "routing: &r\n  rules:\n    - session: ada\nx: *r\n", [{ session: "ada" }]],
    ["a value in their place", kept, "routing: { rules: none }\n"],
    ["a file that is broken", kept, "routing: [\n"],
  ])("are refused with %s", (_, rules, of = text, known = before) => {
    expect(changeRules(of, known, rules).ok).toBe(false);
  });
});
