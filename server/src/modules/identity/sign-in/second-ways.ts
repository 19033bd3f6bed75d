import type { secondStepWays } from '@formwork/contract/identity/sign-in.ts';
import type { Account } from '../account/accounts.ts';
import type { FirstFactor } from './sign-in-tickets.ts';

export type SecondWay = (typeof secondStepWays)[number];

/** The second step is another thing than the first: after a code by SMS it is the app or, without one, the password. */
export function secondWays({ two_step, phone }: Account, first: FirstFactor): SecondWay[] {
  const ways: SecondWay[] = two_step === 'totp' ? ['totp'] : [];
  if (first !== 'sms' && phone !== null && two_step === 'sms') ways.push('sms');
  if (first === 'sms' && two_step === 'sms') ways.push('password');
  return [...ways, 'recovery'];
}
