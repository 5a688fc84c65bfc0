/** Asks again at once: what a server must do meanwhile is not delayed by a pause. */
export async function until<T>(look: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== false) return found;
  }
}
