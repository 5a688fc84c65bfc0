/** A part of the tests that can be run by itself: `npm test -- --project unit`. */
export interface TestProject {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Its files share their worker's modules instead of loading them anew, which takes half of the time. Only for tests that leave nothing behind. */
  readonly sharesModules?: boolean;
}

const contract = "{src,test}/**/*.contract.test.ts";
const scenario = ["test/scenarios/**/*.test.ts", "test/documents/**/*.test.ts"];
const real = "test/real/**/*.test.ts";
/** Looks at which libraries were loaded. */
const loading = "src/app/catalog.test.ts";
/** Every case with the other real coding CLIs: minutes each, so `npm run test:clis` runs them. Claude Code and Codex are in `npm test`. */
const clis = ["test/real/!(claude|codex)-desk.test.ts", "test/real/acp-*.test.ts"];

/** Every test file belongs to exactly one; test/projects.test.ts checks it. */
export const projects: readonly TestProject[] = [
  { name: "unit", include: ["src/**/*.test.ts"], exclude: [contract, loading], sharesModules: true },
  { name: "page", include: ["web/**/*.test.{ts,tsx}"], exclude: [] },
  /** About the repository, the tests' own parts and what is loaded when: they run compilers, linters and whole programs. */
  { name: "repository", include: ["test/**/*.test.ts", loading], exclude: [contract, ...scenario, real] },
  { name: "contract", include: [contract], exclude: [] },
  { name: "scenario", include: scenario, exclude: [] },
  { name: "real", include: [real], exclude: clis },
  { name: "clis", include: clis, exclude: [] },
];
