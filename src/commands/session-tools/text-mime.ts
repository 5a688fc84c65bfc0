const known: Readonly<Record<string, string>> = {
  md: "text/markdown",
  html: "text/html",
  csv: "text/csv",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  zip: "application/zip",
};

/** By the ending of the name; plain text or plain bytes otherwise. */
export function mimeOf(path: string, otherwise = "text/plain"): string {
  return known[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? otherwise;
}
