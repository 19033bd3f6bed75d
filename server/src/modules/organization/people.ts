import { randomInt } from 'node:crypto';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi, Person } from '@formwork/contract/organization/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { createAccount, dropSession, givePassword, otherAdministrators, updateMember } from '../identity/public.ts';
import { changeOrganization } from './change.ts';
import { departmentWithin, usable } from './departments.ts';
import { directoryOf, type Directory, type DirectoryPerson } from './directory.ts';
import { fit } from './pinyin.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listPeople(ctx: Ctx, { query }: Input<'listPeople'>): Promise<{ rows: Person[]; total: number }> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const found = [...directory.people.values()].filter(
    (person) =>
      (query.state === 'all' || person.disabled === (query.state === 'disabled')) &&
      (query.department === undefined || (query.department === 'none' ? person.departmentId === null : departmentWithin(directory, person.departmentId, query.department))) &&
      (!query.search || fitsPerson(person, query.search) > 0),
  );
  return { rows: found.slice(query.offset, query.offset + query.limit).map((person) => viewOf(ctx, directory, person)), total: found.length };
}

export async function getPerson(ctx: Ctx, { params }: Input<'getPerson'>): Promise<Person> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return viewOf(ctx, directory, personIn(directory, params.personId));
}

export async function createPerson(ctx: Ctx, { body }: Input<'createPerson'>): Promise<{ person: Person; password: string }> {
  const password = newPassword();
  const { result: id, directory } = await changeOrganization(ctx, async (tx, before) => {
    requirePlace(before, body);
    const created = await createAccount(tx, { login: body.login, name: body.name, role: body.role, password });
    await writePlace(tx, created, body);
    return created;
  });
  return { person: viewOf(ctx, directory, personIn(directory, id)), password };
}

export async function updatePerson(ctx: Ctx, { params, body }: Input<'updatePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const person = personIn(before, id);
    requirePlace(before, body, person);
    if (body.role !== undefined && body.role !== person.role) {
      if (id === ctx.user.id) throw conflict('organization.person.own_account');
      await requireAnotherAdministrator(tx, person);
    }
    const { name, role } = body;
    if (name !== undefined || role !== undefined) await updateMember(tx, id, { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) });
    if (body.departmentId !== undefined || body.superiorId !== undefined) {
      await writePlace(tx, id, { departmentId: body.departmentId === undefined ? person.departmentId : body.departmentId, superiorId: body.superiorId === undefined ? person.superiorId : body.superiorId });
    }
  });
  dropSession(ctx.platform, { accountId: id });
  return viewOf(ctx, directory, personIn(directory, id));
}

export async function disablePerson(ctx: Ctx, { params }: Input<'disablePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const person = personIn(before, id);
    if (id === ctx.user.id) throw conflict('organization.person.own_account');
    await requireAnotherAdministrator(tx, person);
    await updateMember(tx, id, { disabled: true });
  });
  dropSession(ctx.platform, { accountId: id });
  return viewOf(ctx, directory, personIn(directory, id));
}

export async function enablePerson(ctx: Ctx, { params }: Input<'enablePerson'>): Promise<Person> {
  const id = params.personId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    personIn(before, id);
    await updateMember(tx, id, { disabled: false });
  });
  dropSession(ctx.platform, { accountId: id });
  return viewOf(ctx, directory, personIn(directory, id));
}

/** Only where the account is at home: a space that somebody visits does not own their password. */
export async function resetPassword(ctx: Ctx, { params }: Input<'resetPassword'>): Promise<{ password: string }> {
  const id = params.personId;
  const password = newPassword();
  await changeOrganization(ctx, async (tx, before) => {
    if (id === ctx.user.id) throw conflict('organization.person.own_account');
    if (!personIn(before, id).atHome) throw forbidden('organization.person.other_home');
    await givePassword(tx, id, password);
  });
  dropSession(ctx.platform, { accountId: id });
  return { password };
}

/** Name, pinyin or login; 0 when none fits. */
export function fitsPerson({ name, login }: { name: string; login: string }, search: string): number {
  return fit(name, search) || (login.toLowerCase().includes(search.toLowerCase()) ? 1 : 0);
}

function personIn(directory: Directory, id: string): DirectoryPerson {
  const person = directory.people.get(id);
  if (!person) throw notFound('organization.person.not_found');
  return person;
}

function requirePlace(directory: Directory, place: { departmentId?: string | null | undefined; superiorId?: string | null | undefined }, person?: DirectoryPerson): void {
  if (place.departmentId && place.departmentId !== person?.departmentId) usable(directory, place.departmentId);
  if (!place.superiorId || place.superiorId === person?.superiorId) return;
  if (personIn(directory, place.superiorId).disabled) throw conflict('organization.person.disabled');
  const above = new Set<string>();
  for (let at: string | null = place.superiorId; at !== null && !above.has(at); at = directory.people.get(at)?.superiorId ?? null) above.add(at);
  if (person && above.has(person.id)) throw conflict('organization.person.superior_circle');
}

async function writePlace(tx: TxCtx, id: string, { departmentId, superiorId }: { departmentId: string | null; superiorId: string | null }): Promise<void> {
  const place = { department_id: departmentId, superior_id: superiorId };
  await tx.tx
    .insertInto('organization.person')
    .values({ space_id: tx.spaceId, account_id: id, ...place })
    .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet(place))
    .execute();
  await record(tx, 'organization.person.placed', { id, departmentId, superiorId });
}

/** A space without an administrator could never be managed again. */
async function requireAnotherAdministrator(tx: TxCtx, person: DirectoryPerson): Promise<void> {
  if (person.role === 'admin' && (await otherAdministrators(tx.tx, tx.spaceId, person.id)) === 0) throw conflict('organization.person.last_administrator');
}

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Read aloud and typed once: without letters that look alike, with all kinds of characters. */
function newPassword(): string {
  const groups = Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]!).join(''));
  return `${groups.join('-')}${randomInt(2, 10)}`;
}

function viewOf(ctx: Ctx, directory: Directory, person: DirectoryPerson): Person {
  const { id, login, name, role, disabled } = person;
  const department = directory.departments.get(person.departmentId ?? '');
  const superior = directory.people.get(person.superiorId ?? '');
  const edits = roleHolds(ctx.user.role, 'organization.person.edit');
  const other = edits && id !== ctx.user.id;
  return {
    id,
    login,
    name,
    role,
    disabled,
    department: department ? { id: department.id, name: department.name } : null,
    superior: superior ? { id: superior.id, name: superior.name } : null,
    roles: person.roleIds.map((roleId) => ({ id: roleId, name: directory.roles.get(roleId)?.name ?? '' })),
    can: { edit: edits, changeRole: other, disable: other, resetPassword: other && person.atHome },
  };
}
