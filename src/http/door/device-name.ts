const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** A few words for the list of sign-ins. From fixed names only: a header can say anything. Undefined where nothing is known. */
export function deviceName(userAgent: string): string | undefined {
  const found = (names: typeof browsers): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [found(browsers), found(systems)].filter((part) => part !== undefined).join(", ") || undefined;
}
