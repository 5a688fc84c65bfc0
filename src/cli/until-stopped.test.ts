import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { untilStopped } from "./until-stopped.ts";

describe("waiting for a signal", () => {
  const wait = () => {
    const signals = new EventEmitter();
    const left: number[] = [];
    let now = 5_000;
    const stopped = untilStopped(signals, { monotonic: () => now }, (code) => left.push(code));
    return { stopped, left, press: (signal: string, afterMs = 0) => ((now += afterMs), signals.emit(signal)) };
  };

  it.each(["SIGINT", "SIGTERM", "SIGHUP"])("is over at the first %s, which leaves nobody behind", async (signal) => {
    const { stopped, left, press } = wait();
    press(signal);
    await expect(stopped).resolves.toBeUndefined();
    expect(left).toEqual([]);
  });

  it("takes the copy of a key press that npm hands on as the same press", () => {
    const { left, press } = wait();
    press("SIGINT");
    press("SIGINT", 40);
    expect(left).toEqual([]);
  });

  it("leaves at once when somebody presses again", () => {
    const { left, press } = wait();
    press("SIGINT");
    press("SIGINT", 1_500);
    expect(left).toEqual([130]);
  });
});
