import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { DelegatedAdmin } from '@formwork/contract/organization/delegated-admins.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { usable } from '../departments/departments.ts';
import { departmentWithin, wayTo } from '../directory/directory-index.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';
import { personIn } from '../people/person-in.ts';
import { administeredIn, delegatedPartsOf, type Administered } from './administered.ts';
import { grantsInForce, isInForce, type DelegatedGrant } from './delegated-facts.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

/** All of them; for somebody who looks after departments themselves what they have, and what came of it. */
export async function listDelegatedAdmins(
  ctx: Ctx,
  { query }: Input<'listDelegatedAdmins'>,
): Promise<DelegatedAdmin[]> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  return [...whole.delegated.values()]
    .filter((grant) => maySee(ctx, whole, grant) && (query.person === undefined || grant.personId === query.person))
    .map((grant) => viewOf(ctx, whole, grant));
}

/** Ordinary people alone: who administers everything or watches over those who do is nobody's delegate. */
export async function giveDelegatedAdmin(ctx: Ctx, { body }: Input<'giveDelegatedAdmin'>): Promise<DelegatedAdmin> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx, whole) => {
    const { under, until, may } = givable(ctx, whole, body);
    await tx.tx
      .insertInto('organization.delegated_admin')
      .values({
        space_id: ctx.spaceId,
        id,
        account_id: body.personId,
        department_id: body.departmentId,
        may,
        until,
        under: under?.id ?? null,
        given_by: ctx.user.id,
      })
      .execute();
    await record(tx, 'organization.delegated.given', {
      id,
      personId: body.personId,
      departmentId: body.departmentId,
      may,
      until: until?.toISOString() ?? null,
      under: under?.id ?? null,
    });
  });
  return viewOf(ctx, directory, directory.delegated.get(id)!);
}

/** With everything that was handed on from it. */
export async function endDelegatedAdmin(ctx: Ctx, { params }: Input<'endDelegatedAdmin'>): Promise<null> {
  await changeOrganization(ctx, async (tx, whole) => {
    const grant = whole.delegated.get(params.grantId);
    if (!grant || !maySee(ctx, whole, grant)) throw notFound('organization.delegated.not_found');
    if (!mayEnd(ctx, whole, grant)) throw forbidden();
    const { numDeletedRows } = await tx.tx
      .deleteFrom('organization.delegated_admin')
      .where('id', '=', grant.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('organization.delegated.not_found');
    const { personId, departmentId, may } = grant;
    await record(tx, 'organization.delegated.ended', { id: grant.id, personId, departmentId, may });
  });
  return null;
}

/** For whoever has to judge it. */
export async function subjectOfDelegation(ctx: Ctx, { body }: Input<'giveDelegatedAdmin'>): Promise<RightsSubject> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  const { may, until } = givable(ctx, whole, body);
  const had = grantsInForce(whole, body.personId);
  return {
    name: whole.people.get(body.personId)?.name ?? '',
    before: { delegated: had.map(({ departmentId, may: parts }) => ({ departmentId, may: parts })) },
    after: { departmentId: body.departmentId, may, until: until?.toISOString() ?? null },
  };
}

/** What would be given; refused where it is more than the giver has. */
function givable(
  ctx: Ctx,
  whole: Directory,
  { personId, departmentId, may, until: asked }: Input<'giveDelegatedAdmin'>['body'],
) {
  const parts = [...new Set(may)];
  const care: Administered = administeredIn(whole, ctx, parts);
  usable(care.part, departmentId);
  const person = personIn(care.part, personId);
  if (person.disabled) throw conflict('organization.person.disabled');
  if (person.id === ctx.user.id) throw conflict('organization.person.own_account');
  if (person.role !== 'user') throw conflict('organization.delegated.not_a_user');
  const until = asked === null ? null : new Date(asked);
  if (until !== null && until.getTime() <= Date.now())
    throw invalid('organization.delegated.past', [{ path: 'until', code: 'organization.delegated.past' }]);
  if (!care.delegate) return { may: parts, until, under: undefined };
  const own = grantsInForce(whole, ctx.user.id).filter(
    (grant) =>
      departmentWithin(whole, departmentId, grant.departmentId) &&
      parts.every((part) => grant.may.includes(part)) &&
      !isAbove(whole, personId, grant),
  );
  const longest = own.toSorted((a, b) => (b.until?.getTime() ?? Infinity) - (a.until?.getTime() ?? Infinity))[0];
  if (!longest) throw forbidden('organization.delegated.beyond', { names: '' });
  const end = longest.until;
  if (end !== null && until !== null && until > end) throw forbidden('organization.delegated.longer');
  return { may: parts, until: until ?? end, under: longest };
}

/** Somebody from whom it came: nobody hands on to those they have it from. */
function isAbove({ delegated }: Directory, personId: string, grant: DelegatedGrant): boolean {
  for (let at: DelegatedGrant | undefined = grant; at; at = delegated.get(at.under ?? ''))
    if (at.personId === personId) return true;
  return false;
}

/** Whoever holds the permission by role sees all. */
function maySee(ctx: Ctx, whole: Directory, grant: DelegatedGrant): boolean {
  return delegatesNothing(ctx) || isAbove(whole, ctx.user.id, grant);
}

function mayEnd(ctx: Ctx, whole: Directory, grant: DelegatedGrant): boolean {
  if (delegatesNothing(ctx)) return ctx.user.role === 'admin' || ctx.user.role === 'safe';
  const above = whole.delegated.get(grant.under ?? '');
  return above !== undefined && isAbove(whole, ctx.user.id, above);
}

function delegatesNothing({ user }: Ctx): boolean {
  return user.role !== 'user';
}

function viewOf(ctx: Ctx, whole: Directory, grant: DelegatedGrant): DelegatedAdmin {
  const { id, personId, departmentId, may, until, under, givenBy, givenAt } = grant;
  const person = whole.people.get(personId);
  const shown = delegatesNothing(ctx) ? whole : administeredIn(whole, ctx, delegatedPartsOf(whole, ctx.user)).part;
  const way = wayTo(shown, departmentId).map(({ name }) => name);
  return {
    id,
    person: { id: personId, name: person?.name ?? '', login: person?.login ?? '', disabled: person?.disabled ?? true },
    department: { id: departmentId, name: whole.departments.get(departmentId)?.name ?? '', path: way.slice(0, -1) },
    may: [...may],
    until: until?.toISOString() ?? null,
    givenBy: { id: givenBy, name: whole.people.get(givenBy)?.name ?? '' },
    givenAt: givenAt.toISOString(),
    handedOn: under !== null,
    inForce: isInForce(whole, grant),
    can: { end: mayEnd(ctx, whole, grant) },
  };
}
