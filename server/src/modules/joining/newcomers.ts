import { PasswordRules } from '@formwork/contract/identity/policy.ts';
import type { ContactProof, NewPerson } from '@formwork/contract/joining/api.ts';
import { isMobile } from '@formwork/contract/forms/field-types/phone.ts';
import { isEmail } from '@formwork/contract/forms/field-types/email.ts';
import type { EnterpriseRole } from '@formwork/contract/organization/people.ts';
import { networkOf } from '../../platform/http/addresses.ts';
import type { VisitorCtx, VisitorTxCtx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeTry, type Limit } from '../../platform/http/rate-limit.ts';
import {
  addMember,
  codeFits,
  dropSession,
  findAccount,
  findByEmail,
  findByPhone,
  hashPassword,
  insertNewAccount,
  operatorSpace,
  requireGoodPassword,
  requireUnbreached,
  sendCode,
} from '../identity/public.ts';
import { forgetDirectory, placeNewcomer, type Directory } from '../organization/public.ts';

/** From one address, for requests and invitations together: behind it there may be a whole factory. */
const fromAddress: Limit = { name: 'joining.address', most: 60, seconds: 600 };

/** Who comes: somebody with an account, or what an account will be made of. */
export type Newcomer = { accountId: string; name: string; login: string } | NewAccountParts;

export interface NewAccountParts {
  accountId: null;
  name: string;
  login: string;
  passwordHash: string;
  contact: Pick<ContactProof, 'kind' | 'target'>;
}

export async function sendJoiningCode(
  ctx: VisitorCtx,
  { body }: { body: Pick<ContactProof, 'kind' | 'target'> },
): Promise<{ secondsToNext: number }> {
  requireContact(body, 'target');
  return sendCode(ctx, { purpose: 'join', target: body.target, spaceId: await operatorSpace(ctx.platform) });
}

/** Before anything is looked at: tokens are not to be tried, nor passwords hashed, without end. */
export async function requireFewTries(ctx: VisitorCtx): Promise<void> {
  await takeTry(ctx.platform, fromAddress, networkOf(ctx.ip));
}

/** The signed-in person, or a visitor whose contact is proved and free, and whose login is. */
export async function newcomerOf(ctx: VisitorCtx, person: NewPerson | undefined): Promise<Newcomer> {
  if (!ctx.user) return newPersonOf(ctx, person);
  const { id, name, login } = ctx.user;
  return { accountId: id, name, login };
}

export async function newPersonOf(ctx: VisitorCtx, person: NewPerson | undefined): Promise<NewAccountParts> {
  if (!person) throw invalid('joining.person_missing', [{ path: 'person', code: 'joining.person_missing' }]);
  const {
    name,
    login,
    password,
    contact: { kind, target, code },
  } = person;
  requireContact({ kind, target }, 'person.contact.target');
  requireGoodPassword(password, 'person.password', PasswordRules.parse({}), [login]);
  await requireUnbreached(ctx.platform.config, password, 'person.password');
  if (await findAccount(ctx, login))
    throw invalid('identity.account.login_taken', [{ path: 'person.login', code: 'identity.account.login_taken' }]);
  // The code comes before the question whether it is bound: only its owner learns that.
  if (!(await codeFits(ctx, { purpose: 'join', target }, code)))
    throw invalid('identity.code.wrong', [{ path: 'person.contact.code', code: 'identity.code.wrong' }]);
  const bound = kind === 'phone' ? 'identity.phone.bound' : 'identity.email.bound';
  if (await (kind === 'phone' ? findByPhone(ctx, target) : findByEmail(ctx, target)))
    throw invalid(bound, [{ path: 'person.contact.target', code: bound }]);
  return { accountId: null, name, login, passwordHash: await hashPassword(password), contact: { kind, target } };
}

/** Makes the newcomer a member of the space of the transaction; answers their account. The caller tells it after the commit: `newcomerIsIn`. */
export async function letIn(
  ctx: VisitorTxCtx,
  newcomer: Newcomer,
  { role, departmentId, directory }: { role: EnterpriseRole; departmentId: string | null; directory: Directory },
): Promise<string> {
  const id = newcomer.accountId ?? (await insertNewAccount(ctx, { ...newcomer, role }));
  if (newcomer.accountId !== null) await addMember(ctx, { accountId: id, name: newcomer.name, role });
  await placeNewcomer(ctx, directory, id, departmentId);
  return id;
}

/** After the commit: their open sessions learn of the new space, and lists of people of them. */
export function newcomerIsIn(platform: Platform, spaceId: string, accountId: string): void {
  dropSession(platform, { accountId });
  forgetDirectory(platform, spaceId, { people: [accountId] });
}

function requireContact({ kind, target }: Pick<ContactProof, 'kind' | 'target'>, path: string): void {
  if (kind === 'phone' && !isMobile(target))
    throw invalid('joining.not_a_phone', [{ path, code: 'joining.not_a_phone' }]);
  if (kind === 'email' && !isEmail(target))
    throw invalid('joining.not_an_email', [{ path, code: 'joining.not_an_email' }]);
}
