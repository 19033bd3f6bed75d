import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import type { SignedInUser } from '../../../platform/context.ts';
import { isAgent, mayCreateFor, mayEditFor } from '../../agents/public.ts';

/** What a page offers. An agent is offered what was handed over and nothing that would be refused: no other call is made for somebody. */

type Caller = Pick<SignedInUser, 'deputy'>;

export function offeredOnForm(user: Caller, appId: string, can: PersonalPlan['can']): PersonalPlan['can'] {
  if (!isAgent(user)) return can;
  const none = Object.fromEntries(Object.keys(can).map((action) => [action, false])) as PersonalPlan['can'];
  return {
    ...none,
    view: can.view,
    create: can.create && mayCreateFor(user, appId),
    edit: can.edit && mayEditFor(user, appId),
  };
}

export function offeredOnRecord(user: Caller, appId: string, can: FormRecord['can']): FormRecord['can'] {
  if (!isAgent(user)) return can;
  return { edit: can.edit && mayEditFor(user, appId), delete: false, share: false, transfer: false };
}
