import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import { isSystemPart, type DelegatedPart } from '@formwork/contract/delegated.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { DelegatedAdmin } from '@formwork/contract/organization/delegated-admins.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { usable } from '../departments/departments.ts';
import { wayTo } from '../directory/directory-index.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';
import { personIn } from '../people/person-in.ts';
import { administeredIn, administersAll, delegatedPartsOf } from './administered.ts';
import { grantsInForce, isInForce, isWithin, type DelegatedGrant } from './delegated-facts.ts';
import { systemsOf, systemTitles } from './systems.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

/** All of them; for somebody who looks after something themselves what they have, and what came of it. */
export async function listDelegatedAdmins(
  ctx: Ctx,
  { query }: Input<'listDelegatedAdmins'>,
): Promise<DelegatedAdmin[]> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  const titles = await systemTitles(ctx);
  return [...whole.delegated.values()]
    .filter((grant) => maySee(ctx, whole, grant) && (query.person === undefined || grant.personId === query.person))
    .map((grant) => viewOf(ctx, whole, titles, grant));
}

/** Ordinary people alone: who administers everything or watches over those who do is nobody's delegate. */
export async function giveDelegatedAdmin(ctx: Ctx, { body }: Input<'giveDelegatedAdmin'>): Promise<DelegatedAdmin> {
  const id = newId();
  const titles = await systemTitles(ctx);
  const { directory } = await changeOrganization(ctx, async (tx, whole) => {
    const { under, until, may, departmentId, systemId } = givable(ctx, whole, titles, body);
    await tx.tx
      .insertInto('organization.delegated_admin')
      .values({
        space_id: ctx.spaceId,
        id,
        account_id: body.personId,
        department_id: departmentId,
        system_id: systemId,
        may,
        until,
        under: under?.id ?? null,
        given_by: ctx.user.id,
      })
      .execute();
    await record(tx, 'organization.delegated.given', {
      id,
      personId: body.personId,
      ...(systemId === null ? { departmentId } : { systemId }),
      may,
      until: until?.toISOString() ?? null,
      under: under?.id ?? null,
    });
  });
  return viewOf(ctx, directory, titles, directory.delegated.get(id)!);
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
    const { personId, departmentId, systemId, may } = grant;
    await record(tx, 'organization.delegated.ended', {
      id: grant.id,
      personId,
      ...(systemId === null ? { departmentId } : { systemId }),
      may,
    });
  });
  return null;
}

/** For whoever has to judge it. */
export async function subjectOfDelegation(ctx: Ctx, { body }: Input<'giveDelegatedAdmin'>): Promise<RightsSubject> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  const titles = await systemTitles(ctx);
  const { may, until, ...of } = givable(ctx, whole, titles, body);
  const placeIn = ({ departmentId, systemId }: Pick<DelegatedGrant, 'departmentId' | 'systemId'>) =>
    systemId === null ? { departmentId } : { system: textIn(titles.get(systemId), ctx.locale) };
  const had = grantsInForce(whole, body.personId);
  return {
    name: whole.people.get(body.personId)?.name ?? '',
    before: { delegated: had.map((grant) => ({ ...placeIn(grant), may: grant.may })) },
    after: { ...placeIn(of), may, until: until?.toISOString() ?? null },
  };
}

/** What would be given; refused where it is more than the giver has. */
function givable(
  ctx: Ctx,
  whole: Directory,
  titles: ReadonlyMap<string, Text>,
  { personId, may, until: asked, ...of }: Input<'giveDelegatedAdmin'>['body'],
): Given {
  const parts = [...new Set(may)];
  const [departmentId, systemId] = [of.departmentId ?? null, of.systemId ?? null];
  // people are chosen from those one meets: of the departments in care, for a system everybody
  const person = personIn(
    systemId === null ? requireDepartment(ctx, whole, departmentId ?? '', parts) : whole,
    personId,
  );
  if (systemId !== null) requireSystem(ctx, whole, titles, systemId, parts);
  if (person.disabled) throw conflict('organization.person.disabled');
  if (person.id === ctx.user.id) throw conflict('organization.person.own_account');
  if (person.role !== 'user') throw conflict('organization.delegated.not_a_user');
  const until = asked === null ? null : new Date(asked);
  if (until !== null && until.getTime() <= Date.now())
    throw invalid('organization.delegated.past', [{ path: 'until', code: 'organization.delegated.past' }]);
  const given = { may: parts, departmentId, systemId };
  if (administersAll(ctx.user)) return { ...given, until, under: undefined };
  const own = grantsInForce(whole, ctx.user.id).filter(
    (grant) =>
      isWithin(whole, given, grant) &&
      parts.every((part) => grant.may.includes(part)) &&
      !isAbove(whole, personId, grant),
  );
  const longest = own.toSorted((a, b) => (b.until?.getTime() ?? Infinity) - (a.until?.getTime() ?? Infinity))[0];
  if (!longest) throw forbidden('organization.delegated.beyond', { names: '' });
  const end = longest.until;
  if (end !== null && until !== null && until > end) throw forbidden('organization.delegated.longer');
  return { ...given, until: until ?? end, under: longest };
}

interface Given extends Pick<DelegatedGrant, 'departmentId' | 'systemId'> {
  may: DelegatedPart[];
  until: Date | null;
  under: DelegatedGrant | undefined;
}

function requireDepartment(
  ctx: Ctx,
  whole: Directory,
  departmentId: string,
  parts: readonly DelegatedPart[],
): Directory {
  const { part } = administeredIn(whole, ctx, parts);
  usable(part, departmentId);
  return part;
}

/** Of those of which they look after at least one of the parts. */
function requireSystem(
  ctx: Ctx,
  whole: Directory,
  titles: ReadonlyMap<string, Text>,
  systemId: string,
  parts: readonly DelegatedPart[],
): void {
  const all = administersAll(ctx.user);
  const cared = systemsOf(whole, ctx.user, parts);
  if (!all && cared.size === 0) throw forbidden();
  if (!titles.has(systemId) || (!all && !cared.has(systemId)))
    throw notFound('organization.delegated.system_not_found');
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

function viewOf(ctx: Ctx, whole: Directory, titles: ReadonlyMap<string, Text>, grant: DelegatedGrant): DelegatedAdmin {
  const { id, personId, systemId, may, until, under, givenBy, givenAt } = grant;
  const person = whole.people.get(personId);
  return {
    id,
    person: { id: personId, name: person?.name ?? '', login: person?.login ?? '', disabled: person?.disabled ?? true },
    department: departmentView(ctx, whole, grant),
    system: systemId === null ? null : { id: systemId, title: titles.get(systemId) ?? { zh: systemId } },
    may: [...may],
    until: until?.toISOString() ?? null,
    givenBy: { id: givenBy, name: whole.people.get(givenBy)?.name ?? '' },
    givenAt: givenAt.toISOString(),
    handedOn: under !== null,
    inForce: isInForce(whole, grant),
    can: { end: mayEnd(ctx, whole, grant) },
  };
}

/** Its name, and the way to it as far as the one who asks may see it. */
function departmentView(ctx: Ctx, whole: Directory, { departmentId }: DelegatedGrant): DelegatedAdmin['department'] {
  if (departmentId === null) return null;
  const parts = delegatedPartsOf(whole, ctx.user).filter((part) => !isSystemPart(part));
  const shown = delegatesNothing(ctx) ? whole : parts.length > 0 && administeredIn(whole, ctx, parts).part;
  const way = shown ? wayTo(shown, departmentId).map(({ name }) => name) : [];
  return { id: departmentId, name: whole.departments.get(departmentId)?.name ?? '', path: way.slice(0, -1) };
}
