import { z } from "zod";

/** How many a page may hold. Asking for more than there can be is no mistake: it gets as many as there can be, as on the bus. */
export function pageLimit(most: number, usual: number, least = 1) {
  // An empty text would count as 0.
  return z
    .preprocess((asked) => (asked === "" ? Number.NaN : asked), z.coerce.number().int().min(least))
    .transform((asked) => Math.min(asked, most))
    .default(usual);
}
