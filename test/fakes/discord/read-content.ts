/** What one reads of a message's content: escapes are not seen. In code everything is. */
export function readContent(content: string): string {
  return content.replaceAll(/(```[\s\S]*?```|`[^`\n]+`)|\\([^\w\s])/g, (_, code: string | undefined, char: string | undefined) => code ?? char ?? "");
}
