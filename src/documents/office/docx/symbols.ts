// Characters that a document names by their place in a symbol font (w:sym). Such fonts put letters where no letter is meant.

const greek = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const greekSmall = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

const symbol = new Map<number, string>([
  ...[...greek].map((letter, at) => [0x41 + at, letter] as const),
  ...[...greekSmall].map((letter, at) => [0x61 + at, letter] as const),
  ...pairs(
    "22∀24∃27∋2d−40≅5c∴5e⊥a3≤a5∞a7♣a8♦a9♥aa♠ab↔ac←ad↑ae→af↓b0°b1±b3≥b4×b5∝b6∂b7•b8÷b9≠ba≡bb≈bc…c0ℵc4⊗c5⊕c6∅c7∩c8∪c9⊃ca⊇cb⊄cc⊂cd⊆ce∈cf∉d0∠d1∇d2®d3©d4™d5∏d6√d7⋅d8¬d9∧da∨db⇔dc⇐dd⇑de⇒df⇓e5∑f2∫",
  ),
]);

const wingdings = new Map<number, string>(pairs("28☎2a✉4a☺4c☹6c●6e■6f□71❑72❒73⬧74⧫75◆76❖77⬥9f•a7▪a8◻fb✗fc✓fd☒fe☑d8➢e0→"));

/** Undefined where the font's character has no equivalent. */
export function symbolText(font: string | undefined, code: string | undefined): string | undefined {
  const point = /^[0-9a-f]{1,6}$/iu.test(code ?? "") ? Number.parseInt(code ?? "", 16) : undefined;
  if (point === undefined || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  const place = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point;
  const name = font?.toLowerCase() ?? "";
  if (name === "symbol") return symbol.get(place) ?? plain(place);
  if (name.startsWith("wingdings")) return wingdings.get(place);
  return plain(point);
}

function plain(point: number): string | undefined {
  const isPrivate = (point >= 0xe000 && point <= 0xf8ff) || point >= 0xf0000;
  return isPrivate || point < 0x20 || (point >= 0x7f && point < 0xa0) ? undefined : String.fromCodePoint(point);
}

function pairs(written: string): (readonly [number, string])[] {
  return [...written.matchAll(/([0-9a-f]{2})(\P{ASCII})/gu)].map(([, code, letter]) => [Number.parseInt(code ?? "", 16), letter ?? ""] as const);
}
