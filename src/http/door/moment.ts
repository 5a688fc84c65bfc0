import { z } from "zod";

/** A moment in a query, as epoch milliseconds. */
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .optional();
