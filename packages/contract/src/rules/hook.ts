import { z } from 'zod';

/** The header of a signed call: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`, as webhooks of the house send it too. */
export const signatureHeader = 'x-formwork-signature';

/** Where calls from outside begin a rule or a flow: an address that is secret itself, or one whose calls are signed. */
export const HookAddresses = z.object({
  address: z.string(),
  signed: z.object({ address: z.string(), secret: z.string() }),
});
export type HookAddresses = z.infer<typeof HookAddresses>;
