import { z } from "zod";

const base64url = z
  .string()
  .max(200)
  .regex(/^[\w-]+=*$/);

/** As the browser's PushSubscription gives it. */
export const pushBody = z.object({ endpoint: z.url().max(2_000), keys: z.object({ p256dh: base64url, auth: base64url }) });

/** From a notification: its own secret says who answers what. */
export const pushAnswerBody = z.object({ secret: base64url, choice: z.string().min(1).max(200) });

export const pushEndBody = z.object({ endpoint: z.string().max(2_000) });
