/** Whether the terminal lies over the conversation instead of below it. */
export function coversThread(): boolean {
  return matchMedia("(max-width: 719px)").matches;
}
