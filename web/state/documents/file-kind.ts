export type FileKind = "document" | "picture" | "text" | "other";

// Those that are read, and those of which the hub knows what to do instead.
const documents = /\.(?:pdf|docx|docm|dotx|pptx|pptm|ppsx|xlsx|xlsm|xltx|doc|dot|rtf|ppt|pps|xls|xlsb|odt|ods|odp|pages|numbers|key|epub|msg|eml|ps|djvu)$/i;
const pictures = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|p[bgpn]m)$/i;
const texts =
  /\.(?:txt|text|md|markdown|csv|tsv|json|jsonl|ndjson|ya?ml|toml|ini|conf|log|xml|html?|css|[cm]?[jt]sx?|py|rb|go|rs|java|c|h|cpp|sh|sql|diff|patch)$/i;

/** What to do with a file, by its name and by what the browser takes it for. What it is, the hub finds out. */
export function kindOfFile({ name, type }: Pick<File, "name" | "type">): FileKind {
  if (documents.test(name) || type === "application/pdf") return "document";
  if (pictures.test(name) || /^image\/(?!svg)/.test(type)) return "picture";
  return texts.test(name) || /^text\/|^application\/(?:json|xml)|^image\/svg/.test(type) ? "text" : "other";
}
