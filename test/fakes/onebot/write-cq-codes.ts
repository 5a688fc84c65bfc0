import type { Segment } from "#channels/onebot/cq-code";

/** Segments in string format, as an implementation writes them. */
export function writeCqCodes(segments: readonly Segment[]): string {
  return segments
    .map(({ type, data }) => {
      if (type === "text") return escaped(String(data["text"]));
      const values = Object.entries(data).map(([name, value]) => `,${name}=${escaped(String(value)).replaceAll(",", "&#44;")}`);
      return `[CQ:${type}${values.join("")}]`;
    })
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("[", "&#91;").replaceAll("]", "&#93;");
}
