/** A part of the tests that can be run by itself: `npm test -- --project unit`. */
export interface TestProject {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const contract = "{src,test}/**/*.contract.test.ts";
const scenario = ["test/scenarios/**/*.test.ts", "test/documents/**/*.test.ts"];
const real = "test/real/**/*.test.ts";
/** Every case with every real coding CLI: minutes each, so `npm run test:clis` runs them. */
const clis = ["test/real/*-desk.test.ts", "test/real/acp-*.test.ts", "test/real/page-sessions.test.ts"];

/** Every test file belongs to exactly one; test/projects.test.ts checks it. */
export const projects: readonly TestProject[] = [
  {
    name: "unit",
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.{ts,tsx}"],
    exclude: [contract, ...scenario, real],
  },
  { name: "contract", include: [contract], exclude: [] },
  { name: "scenario", include: scenario, exclude: [] },
  { name: "real", include: [real], exclude: clis },
  { name: "clis", include: clis, exclude: [] },
];
