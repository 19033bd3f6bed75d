import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { createAccount, dropSession, givePassword, updateMember } from '../identity/public.ts';
import { changeOrganization } from './change.ts';
import { usable } from './departments.ts';
import { directoryOf, type Directory, type DirectoryPerson } from './directory.ts';
import { requireNotLast } from './kept-roles.ts';
import { newPassword } from './new-password.ts';
import { viewsOf } from './person-view.ts';
import { requirePlace, writePlace } from './places.ts';
import { peopleWho } from './search.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listPeople(ctx: Ctx, { query }: Input<'listPeople'>): Promise<{ rows: Person[]; total: number }> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const found = await peopleWho(directory, query);
  return { rows: await viewsOf(ctx, directory, found.slice(query.offset, query.offset + query.limit)), total: found.length };
}

export async function getPerson(ctx: Ctx, { params }: Input<'getPerson'>): Promise<Person> {
  return personView(ctx, await directoryOf(ctx.platform, ctx.spaceId), params.personId);
}

export async function createPerson(ctx: Ctx, { body }: Input<'createPerson'>): Promise<{ person: Person; password: string }> {
  const password = newPassword();
  const { result: id, directory } = await changeOrganization(ctx, async (tx, before) => {
    requirePlace(before, body);
    const created = await createAccount(tx, { login: body.login, name: body.name, role: body.role, password });
    await writePlace(tx, created, body);
    tx.touch({ people: [created] });
    return created;
  });
  return { person: await personView(ctx, directory, id), password };
}

export async function updatePerson(ctx: Ctx, { params, body }: Input<'updatePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const person = personIn(before, id);
    requirePlace(before, body, person);
    if (body.role !== undefined && body.role !== person.role) {
      if (id === ctx.user.id) throw conflict('organization.person.own_account');
      await requireNotLast(tx, person);
    }
    const { name, role, ...place } = body;
    if (name !== undefined || role !== undefined) await updateMember(tx, id, { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) });
    await writePlace(tx, id, place);
    tx.touch({ people: [id] });
  });
  dropSession(ctx.platform, { accountId: id });
  return personView(ctx, directory, id);
}

/** Into a virtual department people come part-time and keep their own. */
export async function movePeople(ctx: Ctx, { body }: Input<'movePeople'>): Promise<{ moved: number }> {
  const { result } = await changeOrganization(ctx, async (tx, before) => {
    const { id: departmentId, virtual } = usable(before, body.departmentId);
    const people = [...new Set(body.ids)].map((id) => personIn(before, id)).filter((person) => person.departmentId !== departmentId);
    const ids = (virtual ? people.filter(({ partTime }) => partTime.every((position) => position.departmentId !== departmentId)) : people).map(({ id }) => id);
    if (ids.length === 0) return 0;
    if (virtual) {
      await tx.tx.insertInto('organization.part_time').values(ids.map((account_id) => ({ space_id: ctx.spaceId, account_id, department_id: departmentId, post_id: null }))).execute();
    } else {
      await tx.tx.deleteFrom('organization.part_time').where('department_id', '=', departmentId).where('account_id', 'in', ids).execute();
      await tx.tx
        .insertInto('organization.person')
        .values(ids.map((account_id) => ({ space_id: ctx.spaceId, account_id, department_id: departmentId, superior_id: null })))
        .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet({ department_id: departmentId }))
        .execute();
    }
    await record(tx, 'organization.person.moved', { ids, departmentId });
    tx.touch({ people: ids });
    return ids.length;
  });
  return { moved: result };
}

export async function disablePerson(ctx: Ctx, { params }: Input<'disablePerson'>): Promise<Person> {
  const directory = await shutOut(ctx, params.personId);
  return personView(ctx, directory, params.personId);
}

/** Ends sessions at once; never the last one of a role that must be held, never oneself. */
export async function shutOut(ctx: Ctx, id: string): Promise<Directory> {
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const person = personIn(before, id);
    if (id === ctx.user.id) throw conflict('organization.person.own_account');
    await requireNotLast(tx, person);
    await updateMember(tx, id, { disabled: true });
    tx.touch({ people: [id] });
  });
  dropSession(ctx.platform, { accountId: id });
  return directory;
}

export async function enablePerson(ctx: Ctx, { params }: Input<'enablePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    personIn(before, id);
    await updateMember(tx, id, { disabled: false });
    tx.touch({ people: [id] });
  });
  dropSession(ctx.platform, { accountId: id });
  return personView(ctx, directory, id);
}

/** Only where the account is at home: a space that somebody visits does not own their password. */
export async function resetPassword(ctx: Ctx, { params }: Input<'resetPassword'>): Promise<{ password: string }> {
  const id = params.personId;
  const password = newPassword();
  await changeOrganization(ctx, async (tx, before) => {
    if (id === ctx.user.id) throw conflict('organization.person.own_account');
    if (!personIn(before, id).atHome) throw forbidden('organization.person.other_home');
    await givePassword(tx, id, password);
    tx.touch({ people: [id] });
  });
  dropSession(ctx.platform, { accountId: id });
  return { password };
}

export function personIn(directory: Directory, id: string): DirectoryPerson {
  const person = directory.people.get(id);
  if (!person) throw notFound('organization.person.not_found');
  return person;
}

async function personView(ctx: Ctx, directory: Directory, id: string): Promise<Person> {
  const [view] = await viewsOf(ctx, directory, [personIn(directory, id)]);
  return view!;
}
