import { describe, expect, it } from "vitest";
import { KeyedQueue } from "#lib/keyed-queue";

function gate(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, passed: promise };
}

describe("a keyed queue", () => {
  it("runs the work of one key in order and never two at a time", async () => {
    const queue = new KeyedQueue<string>();
    const seen: string[] = [];
    const first = gate();
    const one = queue.run("a", async () => {
      await first.passed;
      seen.push("one");
    });
    const two = queue.run("a", async () => void seen.push("two"));
    expect(seen).toEqual([]);
    first.open();
    await Promise.all([one, two]);
    expect(seen).toEqual(["one", "two"]);
  });

  it("does not let one key wait for another", async () => {
    const queue = new KeyedQueue<string>();
    const stuck = gate();
    const a = queue.run("a", () => stuck.passed);
    await expect(queue.run("b", async () => "through")).resolves.toBe("through");
    stuck.open();
    await a;
  });

  it("goes on after a failure, which only its own caller sees, and forgets keys that are done", async () => {
    const queue = new KeyedQueue<string>();
    const broken = queue.run("a", () => Promise.reject(new Error("no")));
    const next = queue.run("a", async () => 7);
    await expect(broken).rejects.toThrow("no");
    await expect(next).resolves.toBe(7);
    await queue.idle();
    expect(queue.size).toBe(0);
  });
});
