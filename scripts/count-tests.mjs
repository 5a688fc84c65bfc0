// A vitest reporter for scripts/test.mjs: counts the tests, and keeps which failed and why each skipped one was skipped.
import { writeFileSync } from "node:fs";

export default class CountTests {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: [], skipped: [] };
    for (const module of modules) {
      // A file that does not load has no tests that could fail: it counts as one.
      if (module.errors().length > 0) counts.failed.push({ name: module.relativeModuleId, reason: firstLine(module.errors()[0]) });
      for (const test of module.children.allTests()) count(test, counts);
    }
    counts.failed.push(...errors.map((error) => ({ name: "outside of every test", reason: firstLine(error) })));
    writeFileSync(process.env.PARLEY_TEST_COUNTS, JSON.stringify(counts));
  }
}

function count(test, counts) {
  const result = test.result();
  if (result.state === "passed") counts.passed++;
  if (result.state === "failed") counts.failed.push({ name: `${test.module.relativeModuleId} > ${test.fullName}`, reason: firstLine(result.errors[0]) });
  // A name pattern (-t) leaves tests out without a reason: they were not asked for.
  if (result.state === "skipped" && result.note !== undefined) counts.skipped.push({ name: test.fullName, reason: result.note });
}

function firstLine(error) {
  return String(error?.message ?? error).split("\n", 1)[0];
}
