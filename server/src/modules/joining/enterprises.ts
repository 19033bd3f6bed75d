import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { joiningApi } from '@formwork/contract/joining/api.ts';
import { isCreditCode } from '@formwork/contract/registered-numbers.ts';
import type { VisitorCtx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newShortId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSpaceWith, insertNewAccount, openSpaceName, spaceByCreditCode } from '../identity/public.ts';
import { newPersonOf } from './newcomers.ts';

type Input<Name extends keyof typeof joiningApi> = InputOf<(typeof joiningApi)[Name]>;

export async function findEnterprise(ctx: VisitorCtx, { body }: Input<'findEnterprise'>): Promise<{ name: string }> {
  const { name } = await enterpriseOf(ctx.platform, body.creditCode);
  return { name };
}

/** The enterprise with this code; one that is shut lets nobody in either. */
export async function enterpriseOf(platform: Platform, creditCode: string): Promise<{ id: string; name: string }> {
  requireCreditCode(creditCode, 'creditCode');
  const found = await spaceByCreditCode(platform, creditCode);
  if (!found || (await openSpaceName(platform, found.id)) === undefined) throw notFound('joining.enterprise.not_found');
  return found;
}

/** A space of its own and its first administrator, who signs in next. Whoever is signed in signs up a new person all the same. */
export async function signUp(
  { user: _user, ...ctx }: VisitorCtx,
  { body }: Input<'signUp'>,
): Promise<{ spaceId: string }> {
  const { name, creditCode } = body.enterprise;
  requireCreditCode(creditCode, 'enterprise.creditCode');
  if (await spaceByCreditCode(ctx.platform, creditCode))
    throw invalid('identity.space.credit_code_taken', [
      { path: 'enterprise.creditCode', code: 'identity.space.credit_code_taken' },
    ]);
  const person = await newPersonOf(ctx, body.person);
  const spaceId = newShortId();
  await createSpaceWith(ctx.platform, { id: spaceId, name, creditCode, edition: 'community' }, async (tx) => {
    const inTx = { ...ctx, spaceId, tx };
    const id = await insertNewAccount(inTx, { ...person, role: 'admin' });
    await record({ ...inTx, user: { id } }, 'joining.enterprise.signed_up', { id: spaceId, name, creditCode });
  });
  return { spaceId };
}

function requireCreditCode(code: string, path: string): void {
  if (!isCreditCode(code)) throw invalid('joining.credit_code_wrong', [{ path, code: 'joining.credit_code_wrong' }]);
}
