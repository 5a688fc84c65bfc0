/** The keys that may be pressed at an agent's terminal by name: as people write them, and as tmux calls them. */
const terminalKeys: Readonly<Record<string, string>> = {
  enter: "Enter",
  esc: "Escape",
  escape: "Escape",
  tab: "Tab",
  "shift-tab": "BTab",
  btab: "BTab",
  space: "Space",
  backspace: "BSpace",
  bspace: "BSpace",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  pageup: "PPage",
  ppage: "PPage",
  pagedown: "NPage",
  npage: "NPage",
  home: "Home",
  end: "End",
  "c-c": "C-c",
  "c-d": "C-d",
  "c-l": "C-l",
  "c-o": "C-o",
  "c-r": "C-r",
  "c-t": "C-t",
  y: "y",
  n: "n",
  ...Object.fromEntries(Array.from("0123456789", (digit) => [digit, digit])),
};

/** By tmux's name; undefined for anything that is not on the list. */
export function terminalKey(word: string): string | undefined {
  const key = word.toLowerCase().replace(/^ctrl[-+]/, "c-");
  return Object.hasOwn(terminalKeys, key) ? terminalKeys[key] : undefined;
}
