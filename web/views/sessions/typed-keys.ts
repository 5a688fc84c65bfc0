const named: Readonly<Record<string, string>> = {
  "\r": "Enter",
  "\u001b": "Escape",
  "\t": "Tab",
  "\u001b[Z": "BTab",
  "\u007f": "BSpace",
  " ": "Space",
  "\u001b[A": "Up",
  "\u001b[B": "Down",
  "\u001b[C": "Right",
  "\u001b[D": "Left",
  "\u001b[5~": "PPage",
  "\u001b[6~": "NPage",
  "\u001b[H": "Home",
  "\u001b[F": "End",
  "\u001b[3~": "DC",
};

/** What a terminal in the page reads from the keyboard, as the hub takes it: names of keys, and text. Other sequences are dropped. */
export function keysOf(data: string): readonly string[] {
  const name = named[data];
  if (name !== undefined) return [name];
  const code = data.charCodeAt(0);
  if (data.length === 1 && code >= 1 && code <= 26) return [`C-${String.fromCharCode(code + 96)}`];
  const text = data.replaceAll(/\u001b\[20[01]~/g, "").replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
  return data.startsWith("\u001b") && !data.startsWith("\u001b[200~") ? [] : text === "" ? [] : [text];
}
