// Numbers as the common formats show them: decimals, grouping, percent, currency, powers of ten. A format that is none of these shows the plain number.

export type NumberFormat = (value: number) => string;

interface Section {
  readonly before: string;
  readonly after: string;
  /** The digits between; undefined for a section that shows words alone. */
  readonly digits: Digits | "general" | { readonly mask: string } | undefined;
}

interface Digits {
  readonly least: number;
  readonly fixed: number;
  readonly most: number;
  readonly isGrouped: boolean;
  readonly scale: number;
  readonly isPercent: boolean;
  readonly exponent: number | undefined;
}

/** Undefined where the format is not one of the common ones. */
export function numberFormat(code: string): NumberFormat | undefined {
  const parts = split(code);
  // Conditions, fractions and text sections are left to the plain number.
  if (parts.length > 4 || parts.some((part) => /\[[<>=]/u.test(part))) return undefined;
  const sections = parts.slice(0, 3).map(sectionOf);
  const [positive, negative, zero] = sections;
  if (positive === undefined || sections.includes(undefined)) return undefined;
  return (value) => {
    if (value < 0 && negative !== undefined) return show(negative, -value);
    if (value === 0 && zero !== undefined) return show(zero, 0);
    const shown = show(positive, Math.abs(value));
    return value < 0 && /[1-9]/u.test(shown) ? `-${shown}` : shown;
  };
}

/** The number itself, with the fifteen digits that a cell holds and none of the noise behind them. */
export function plainNumber(written: string): string {
  if (written.length <= 16 && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/u.test(written)) return written;
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) return written;
  return String(Number(value.toPrecision(15))).replace("e", "E");
}

function split(code: string): string[] {
  return (code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+/gsu) ?? []).map((part) => part.trim());
}

function sectionOf(part: string): Section | undefined {
  const words = part
    .replace(/\[\$([^\]-]*)[^\]]*\]/gu, (_, symbol: string) => `"${symbol}"`)
    .replace(/\[[^\]]*\]/gu, "")
    .replace(/_./gu, " ")
    .replace(/\*./gu, "");
  const general = /General/iu.exec(blanked(words));
  if (general !== null) return around(words, general, "general");
  // Digits with signs between them, as in telephone numbers.
  const signs = words.replace(/\\([- ()])/gu, "$1");
  const mask = /[0#](?:[0#]|[- ()](?=[- ()]*[0#]))*[- ()][0#]+/u.exec(blanked(signs));
  if (mask !== null) return around(signs, mask, { mask: mask[0] });
  const found = /[0#?][0#?,.]*(?:\.[0#?]*)?(?:E[+-]0+)?/u.exec(blanked(words));
  if (found === null) return /[ymdhsGE@/]/iu.test(blanked(words)) ? undefined : { before: literal(words), after: "", digits: undefined };
  return around(words, found, digitsOf(found[0], blanked(words).includes("%")));
}

/** Undefined where something else than literals stands before or behind the digits. */
function around(words: string, { 0: { length }, index }: RegExpExecArray, digits: Section["digits"]): Section | undefined {
  const [before, after] = [words.slice(0, index), words.slice(index + length)];
  return /[0#?/ymdhs@]|General/iu.test(blanked(before) + blanked(after)) ? undefined : { before: literal(before), after: literal(after), digits };
}

/** Literals with their letters taken out, at the same length. */
function blanked(words: string): string {
  return words.replace(/"[^"]*"|\\./gu, (quoted) => "\u{1}".repeat(quoted.length));
}

function literal(words: string): string {
  return words.replace(/"([^"]*)"|\\(.)/gu, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? "");
}

function digitsOf(pattern: string, isPercent: boolean): Digits {
  const [mantissa = "", exponent] = pattern.trim().split(/E[+-]/u);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const trailing = /,+$/u.exec(mantissa)?.[0].length ?? 0;
  return {
    least: (whole.match(/0/gu) ?? []).length,
    fixed: (fraction.match(/0/gu) ?? []).length,
    most: Math.min((fraction.match(/[0#?]/gu) ?? []).length, 15),
    isGrouped: /[0#?],[0#?]/u.test(whole),
    scale: trailing * 3 - (isPercent ? 2 : 0),
    isPercent,
    exponent: exponent?.length,
  };
}

function show({ before, after, digits }: Section, value: number): string {
  return `${before}${digits === undefined ? "" : shownDigits(digits, value)}${after}`.trim();
}

function shownDigits(digits: NonNullable<Section["digits"]>, value: number): string {
  if (digits === "general") return plainNumber(String(value));
  return "mask" in digits ? filled(digits.mask, value) : write(digits, value);
}

/** From the right; what has no place of its own stands before the first. */
function filled(mask: string, value: number): string {
  const digits = rounded(value, 0, 0).split("");
  let shown = "";
  for (const sign of mask.split("").toReversed()) {
    const digit = /[0#]/u.test(sign) ? (digits.pop() ?? (sign === "0" ? "0" : "")) : sign;
    shown = `${digit}${shown}`;
  }
  return digits.join("") + shown;
}

function write({ least, fixed, most, isGrouped, scale, exponent }: Digits, value: number): string {
  if (exponent !== undefined)
    return value.toExponential(most).replace(/e([+-])(\d+)$/u, (_, sign: string, power: string) => `E${sign}${power.padStart(exponent, "0")}`);
  const [whole = "0", fraction = ""] = rounded(value, most, scale).split(".");
  const kept = fixed === most ? fraction : fraction.slice(0, fixed) + fraction.slice(fixed).replace(/0+$/u, "");
  const filled = (whole === "0" && least === 0 ? "" : whole).padStart(Math.min(least, 40), "0");
  const grouped = isGrouped && filled.length > 3 ? filled.replace(/\B(?=(?:\d{3})+$)/gu, ",") : filled;
  return kept === "" ? grouped : `${grouped}.${kept}`;
}

// Rounded as a decimal: 1.005 shows as 1.01, though the nearest binary number lies below it.
function rounded(value: number, decimals: number, scale: number): string {
  if (scale === 0 && value < 1e9 && !isNearTie(value * 10 ** decimals)) return value.toFixed(decimals);
  const exact = Number(`${Number(value.toPrecision(15))}`);
  const [mantissa = "0", power = "0"] = exact.toExponential().split("e");
  const shifted = Number(`${mantissa}e${Number(power) - scale + decimals}`);
  if (!Number.isFinite(shifted) || shifted > 1e21) return plainNumber(String(exact));
  return Number(`${Math.round(shifted)}e-${decimals}`).toFixed(decimals);
}

function isNearTie(scaled: number): boolean {
  const part = scaled - Math.floor(scaled);
  return part > 0.4999 && part < 0.5001;
}
