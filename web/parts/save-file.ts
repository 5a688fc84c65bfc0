/** Hands a file to the browser to keep. */
export function save(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.rel = "noreferrer";
  link.click();
}

export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  save(url, name);
  // Not at once: the browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
