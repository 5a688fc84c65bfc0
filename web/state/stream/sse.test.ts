import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ServerEvent, eventReader } from "./sse.ts";

function readAll(text: string, cuts: readonly number[]): readonly ServerEvent[] {
  const read = eventReader();
  const edges = [0, ...[...cuts].sort((a, b) => a - b), text.length];
  return edges.slice(1).flatMap((end, at) => read(text.slice(edges[at], end)));
}

describe("the reader of server-sent events", () => {
  it("reads name, data and id, and ignores comments", () => {
    expect(eventReader()(': hello\n\nid: t:4\nevent: entry\ndata: {"a":1}\n\n')).toEqual([{ name: "entry", data: '{"a":1}', id: "t:4" }]);
  });

  it("joins lines of data and takes every kind of line break", () => {
    expect(eventReader()("data: a\r\ndata: b\r\n\r\ndata:c\r\rdata: d\n\n").map((event) => event.data)).toEqual(["a\nb", "c", "d"]);
  });

  it("gives the same events wherever the stream is cut", () => {
    const text = "event: draft\ndata: 你好\n\nid: x:1\r\ndata: one\r\n\r\n: ping\n\ndata: a\ndata: b\n\n";
    const whole = readAll(text, []);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        expect(readAll(text, cuts)).toEqual(whole);
      }),
    );
  });

  it("holds back an event that has not ended", () => {
    const read = eventReader();
    expect(read("data: a\n")).toEqual([]);
    expect(read("\n")).toHaveLength(1);
  });
});
