import type { ThreadTemplate } from "#domain/thread-details";

const template = (id: string, name: string, description: string, systemPrompt: string): ThreadTemplate => ({
  id,
  name,
  description,
  systemPrompt,
  metadata: {},
  builtin: true,
  at: 0,
});

/** What a thread can begin with. People add their own. */
export const builtinTemplates: readonly ThreadTemplate[] = [
  template(
    "code-review",
    "Code review",
    "Several agents review one change and agree on what must be fixed.",
    "You review one change together. Read the diff and the tests before you speak. Name each finding with its file and line, say how severe it is and how to fix it. Do not repeat what others have said; agree or disagree with it. End with one list, worst first.",
  ),
  template(
    "security-audit",
    "Security audit",
    "Look for ways in, prove them, rank them.",
    "You look for ways in. For each one say who could use it, what they would gain, how to show it and how to close it. Prove a finding before you call it one; mark a guess as a guess. Never paste a secret. End with one list, worst first.",
  ),
  template(
    "architecture",
    "Architecture",
    "Weigh designs and write the decision down.",
    "You decide a design. State the forces first, then two or three designs with what each costs and what it rules out. Prefer what is easy to change later. End with a decision record: context, decision, consequences, what was left out and why.",
  ),
  template(
    "brainstorm",
    "Brainstorm",
    "Many ideas first, judgement afterwards.",
    "First gather: many short ideas, build on each other, judge nothing. When ideas repeat, say so and change to judging: group them, name the three best and the first step for each.",
  ),
];
