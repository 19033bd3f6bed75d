import { z } from 'zod';
import { uuid } from '../endpoint.ts';
import { isCreditCode } from '../registered-numbers.ts';
import { nameText } from '../text.ts';

const Line = (most: number) => nameText().max(most);

export const EnterpriseInfo = z.object({
  name: Line(60).min(1),
  creditCode: Line(18).refine((code) => code === '' || isCreditCode(code), { error: 'credit_code' }),
  contact: Line(40),
  phone: Line(30).refine((phone) => phone === '' || /^[+\d][\d\s()-]{4,}$/.test(phone), { error: 'phone' }),
  email: z.union([z.literal(''), z.email().max(120)]),
  address: Line(200),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(200)]),
  industry: Line(60),
  description: Line(1_000),
  /** A picture or PDF of the business licence. */
  licence: uuid.nullable(),
});
export type EnterpriseInfo = z.infer<typeof EnterpriseInfo>;

export const licenceTypes: readonly string[] = ['image/png', 'image/jpeg', 'application/pdf'];
export const licenceBytes = 5 * 1024 * 1024;
