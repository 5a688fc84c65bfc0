// A vitest reporter for scripts/test.mjs: counts the tests and keeps why each skipped one was skipped.
import { writeFileSync } from "node:fs";

export default class CountTests {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: 0, skipped: [] };
    for (const module of modules) {
      // A file that does not load has no tests that could fail: it counts as one.
      if (module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) count(test, counts);
    }
    counts.failed += errors.length;
    writeFileSync(process.env.PARLEY_TEST_COUNTS, JSON.stringify(counts));
  }
}

function count(test, counts) {
  const result = test.result();
  if (result.state === "passed") counts.passed++;
  if (result.state === "failed") counts.failed++;
  // A name pattern (-t) leaves tests out without a reason: they were not asked for.
  if (result.state === "skipped" && result.note !== undefined) counts.skipped.push({ name: test.fullName, reason: result.note });
}
