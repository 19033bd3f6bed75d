import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { createAccount, dropSession, endTwoStepOf, givePassword, updateMember } from '../../identity/public.ts';
import { changeOrganization, type OrganizationTx } from '../change.ts';
import { administered, administeredIn, delegatedPartsOf } from '../delegated/administered.ts';
import {
  newcomer,
  placedAs,
  placeWithin,
  requireOrdinary,
  requireOrdinaryRole,
  requireOwnRoles,
} from '../delegated/limits.ts';
import { usable } from '../departments/departments.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';
import { requireNotLast } from '../roles/kept-roles.ts';
import { newPassword } from './new-password.ts';
import { personIn } from './person-in.ts';
import { viewsOf } from './person-view.ts';
import { requirePlace, writePlace } from './places.ts';
import { peopleWho } from './search.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listPeople(ctx: Ctx, { query }: Input<'listPeople'>): Promise<{ rows: Person[]; total: number }> {
  const { part: directory } = await administered(ctx, 'people', 'posts');
  const found = await peopleWho(directory, query);
  return {
    rows: await viewsOf(ctx, directory, found.slice(query.offset, query.offset + query.limit)),
    total: found.length,
  };
}

export async function getPerson(ctx: Ctx, { params }: Input<'getPerson'>): Promise<Person> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  if (params.personId === ctx.user.id || holds(ctx.user, 'organization.person.manage'))
    return personView(ctx, whole, params.personId);
  const looksAfter = delegatedPartsOf(whole, ctx.user).some((part) => part === 'people' || part === 'posts');
  if (!looksAfter) throw notFound('organization.person.not_found');
  return personView(ctx, administeredIn(whole, ctx, ['people', 'posts']).part, params.personId);
}

export async function createPerson(
  ctx: Ctx,
  { body }: Input<'createPerson'>,
): Promise<{ person: Person; password: string }> {
  return createPersonFor(ctx, body, 'people');
}

/** For whoever looks after this part: new people come with registrations as well. */
export async function createPersonFor(
  ctx: Ctx,
  body: Input<'createPerson'>['body'],
  part: DelegatedPart,
): Promise<{ person: Person; password: string }> {
  const password = newPassword();
  const work = async (tx: OrganizationTx, before: Directory) => {
    requireOrdinaryRole(tx.care, body.role);
    const place = placeWithin(tx.care, body);
    requirePlace(before, place, undefined, tx.care.whole);
    requireOwnRoles(tx.care, [placedAs(newcomer, place)]);
    const created = await createAccount(tx, { login: body.login, name: body.name, role: body.role, password });
    await writePlace(tx, created, place);
    tx.touch({ people: [created] });
    return created;
  };
  const { result: id, directory } = await changeOrganization(ctx, work, part);
  return { person: await personView(ctx, directory, id), password };
}

export async function updatePerson(ctx: Ctx, { params, body }: Input<'updatePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      const person = personIn(before, id);
      requireOrdinary(tx.care, person);
      requireOrdinaryRole(tx.care, body.role);
      requirePlace(before, body, person, tx.care.whole);
      const { name, role, ...given } = body;
      const place = placeWithin(tx.care, given, id);
      requireOwnRoles(tx.care, [placedAs(tx.care.whole.people.get(id)!, place)]);
      if (body.role !== undefined && body.role !== person.role) {
        if (id === ctx.user.id) throw conflict('organization.person.own_account');
        await requireNotLast(tx, person);
      }
      if (name !== undefined || role !== undefined)
        await updateMember(tx, id, {
          ...(name === undefined ? {} : { name }),
          ...(role === undefined ? {} : { role }),
        });
      await writePlace(tx, id, place);
      tx.touch({ people: [id] });
    },
    'people',
  );
  dropSession(ctx.platform, { accountId: id });
  return personView(ctx, directory, id);
}

/** Into a virtual department people come part-time and keep their own. */
export async function movePeople(ctx: Ctx, { body }: Input<'movePeople'>): Promise<{ moved: number }> {
  const { result } = await changeOrganization(
    ctx,
    async (tx, before) => {
      const { id: departmentId, virtual } = usable(before, body.departmentId);
      const people = [...new Set(body.ids)]
        .map((id) => personIn(before, id))
        .filter((person) => person.departmentId !== departmentId);
      for (const person of people) requireOrdinary(tx.care, person);
      requireOwnRoles(
        tx.care,
        people.map(({ id }) => {
          const person = tx.care.whole.people.get(id)!;
          return virtual
            ? placedAs(person, { partTime: [...person.partTime, { departmentId, postId: null }] })
            : placedAs(person, { departmentId });
        }),
      );
      const ids = (
        virtual
          ? people.filter(({ partTime }) => partTime.every((position) => position.departmentId !== departmentId))
          : people
      ).map(({ id }) => id);
      if (ids.length === 0) return 0;
      if (virtual) {
        await tx.tx
          .insertInto('organization.part_time')
          .values(
            ids.map((account_id) => ({
              space_id: ctx.spaceId,
              account_id,
              department_id: departmentId,
              post_id: null,
            })),
          )
          .execute();
      } else {
        await tx.tx
          .deleteFrom('organization.part_time')
          .where('department_id', '=', departmentId)
          .where('account_id', 'in', ids)
          .execute();
        await tx.tx
          .insertInto('organization.person')
          .values(
            ids.map((account_id) => ({
              space_id: ctx.spaceId,
              account_id,
              department_id: departmentId,
              superior_id: null,
            })),
          )
          .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet({ department_id: departmentId }))
          .execute();
      }
      await record(tx, 'organization.person.moved', { ids, departmentId });
      tx.touch({ people: ids });
      return ids.length;
    },
    'people',
  );
  return { moved: result };
}

export async function disablePerson(ctx: Ctx, { params }: Input<'disablePerson'>): Promise<Person> {
  const directory = await shutOut(ctx, params.personId);
  return personView(ctx, directory, params.personId);
}

/** Ends sessions at once; never the last one of a role that must be held, never oneself. */
export async function shutOut(ctx: Ctx, id: string): Promise<Directory> {
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      const person = personIn(before, id);
      if (id === ctx.user.id) throw conflict('organization.person.own_account');
      requireOrdinary(tx.care, person);
      await requireNotLast(tx, person);
      await updateMember(tx, id, { disabled: true });
      tx.touch({ people: [id] });
    },
    'people',
  );
  dropSession(ctx.platform, { accountId: id });
  return directory;
}

export async function enablePerson(ctx: Ctx, { params }: Input<'enablePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      requireOrdinary(tx.care, personIn(before, id));
      await updateMember(tx, id, { disabled: false });
      tx.touch({ people: [id] });
    },
    'people',
  );
  dropSession(ctx.platform, { accountId: id });
  return personView(ctx, directory, id);
}

/** Only where the account is at home: a space that somebody visits does not own their password. */
export async function resetPassword(ctx: Ctx, { params }: Input<'resetPassword'>): Promise<{ password: string }> {
  const id = params.personId;
  const password = newPassword();
  await changeOrganization(
    ctx,
    async (tx, before) => {
      if (id === ctx.user.id) throw conflict('organization.person.own_account');
      const person = personIn(before, id);
      if (!person.atHome) throw forbidden('organization.person.other_home');
      requireOrdinary(tx.care, person);
      await givePassword(tx, id, password);
      tx.touch({ people: [id] });
    },
    'people',
  );
  dropSession(ctx.platform, { accountId: id });
  return { password };
}

/** Of somebody with a second step; their password stays as it is. */
export async function endSecondStep(ctx: Ctx, { params }: Input<'endSecondStep'>): Promise<null> {
  const id = params.personId;
  await changeOrganization(
    ctx,
    async (tx, before) => {
      if (id === ctx.user.id) throw conflict('organization.person.own_account');
      const person = personIn(before, id);
      if (!person.atHome) throw forbidden('organization.person.other_home');
      requireOrdinary(tx.care, person);
      if (!(await endTwoStepOf(tx, id))) throw conflict('organization.person.no_second_step');
      tx.touch({ people: [id] });
    },
    'people',
  );
  dropSession(ctx.platform, { accountId: id });
  return null;
}

async function personView(ctx: Ctx, directory: Directory, id: string): Promise<Person> {
  const [view] = await viewsOf(ctx, directory, [personIn(directory, id)]);
  return view!;
}
