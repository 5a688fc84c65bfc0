import { z } from "zod";

/** A code that a stranger was shown in a chat. */
export const pairingWire = z.object({
  code: z.string(),
  channel: z.string(),
  account: z.string(),
  name: z.string(),
  asked_at: z.string(),
  expires_at: z.string(),
});

export type PairingWire = z.infer<typeof pairingWire>;
