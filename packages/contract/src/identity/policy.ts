import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What an enterprise asks of the passwords and sessions of its own people. */
export const SecurityPolicy = z.object({
  minLength: z.number().int().min(8).max(64).default(8),
  /** Kinds of characters a password mixes: lower case, upper case, digits, others. */
  kinds: z.number().int().min(1).max(4).default(1),
  grade: z.enum(['low', 'medium', 'high']).default('low'),
  /** So many former passwords may not come back; the current one never. */
  history: z.number().int().min(0).max(24).default(0),
  /** Days until a password has to be changed; 0 is never. */
  expiryDays: z.number().int().min(0).max(3650).default(0),
  /** A password that somebody else set is changed at the first sign-in. */
  changeGiven: z.boolean().default(true),
  /** Nobody signs in without a second step. */
  twoStep: z.boolean().default(false),
  /** Addresses and ranges from which people may work; empty is from everywhere. */
  ipRanges: z.array(z.string().trim().max(50)).max(200).default([]),
  /** Hours a session lives without use; null is what the installation says. */
  sessionHours: z
    .number()
    .min(0.1)
    .max(24 * 90)
    .nullable()
    .default(null),
  /** A sign-in ends the session before it on the same kind of device. */
  oneSessionPerDevice: z.boolean().default(false),
});
export type SecurityPolicy = z.infer<typeof SecurityPolicy>;

/** What a new password has to keep to, for the page that asks for it. */
export const PasswordRules = SecurityPolicy.pick({ minLength: true, kinds: true, grade: true, history: true });
export type PasswordRules = z.infer<typeof PasswordRules>;

export const policyApi = {
  read: endpoint({
    method: 'GET',
    path: '/identity/security-policy',
    permission: 'identity.policy.edit',
    summary: 'What the enterprise asks of passwords and sessions, and the address the caller comes from.',
    response: z.object({
      policy: SecurityPolicy,
      ownAddress: z.string(),
      platformSessionHours: z.number(),
      /** Wrong entries in a row, and the minutes an account waits after them: for the whole installation. */
      lock: z.object({ entries: z.number().int(), minutes: z.number() }),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/identity/security-policy',
    permission: 'identity.policy.edit',
    summary: 'Change what the enterprise asks of passwords and sessions; holds at once.',
    body: SecurityPolicy,
    response: SecurityPolicy,
    rights: true,
  }),
};
