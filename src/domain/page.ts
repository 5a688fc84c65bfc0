/** How much text one page of messages, entries or records holds. Every reader goes on from the last row it got. */
export const pageBytes = 1024 * 1024;

/** A page of rows that can be large. */
export interface BoundedPage {
  readonly limit: number;
  /** The page ends before the row with which it would hold more; one row always comes. */
  readonly mostBytes?: number;
}
