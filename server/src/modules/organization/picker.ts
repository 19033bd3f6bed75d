import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi, PickedDepartment, PickedPerson, PickedRole } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { directoryOf, type Directory, type DirectoryDepartment, type DirectoryPerson, type DirectoryRole } from './directory.ts';
import { fitsPerson } from './people.ts';
import { fit } from './pinyin.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function pickPeople(ctx: Ctx, { query }: Input<'pickPeople'>): Promise<PickedPerson[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return pick(directory.people, query, (person, search) => (person.disabled ? 0 : fitsPerson(person, search))).map((person) => pickedPerson(directory, person));
}

export async function pickRoles(ctx: Ctx, { query }: Input<'pickRoles'>): Promise<PickedRole[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return pick(directory.roles, query, ({ name }, search) => fit(name, search)).map((role) => pickedRole(directory, role));
}

export async function pickDepartments(ctx: Ctx, { query }: Input<'pickDepartments'>): Promise<PickedDepartment[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return pick(directory.departments, query, ({ name, disabled }, search) => (disabled ? 0 : fit(name, search))).map((department) => pickedDepartment(directory, department));
}

export function pickedPerson(directory: Directory, { id, name, login, departmentId, disabled }: DirectoryPerson): PickedPerson {
  return { id, name, login, department: directory.departments.get(departmentId ?? '')?.name ?? null, disabled };
}

/** The best fits first, equal ones in the order of the directory; asked for by id, also what a search would leave out. */
function pick<Item>(items: ReadonlyMap<string, Item>, { ids, search, limit }: { ids?: string[] | undefined; search?: string | undefined; limit: number }, fits: (item: Item, search: string) => number): Item[] {
  if (ids) return ids.flatMap((id) => items.get(id) ?? []);
  const found = [...items.values()].map((item) => ({ item, fit: fits(item, search ?? '') })).filter((one) => one.fit > 0);
  return found.sort((a, b) => b.fit - a.fit).slice(0, limit).map((one) => one.item);
}

function pickedRole(directory: Directory, { id, name, memberIds }: DirectoryRole): PickedRole {
  return { id, name, members: memberIds.filter((person) => directory.people.get(person)?.disabled === false).length };
}

function pickedDepartment(directory: Directory, { id, name, parentId, disabled }: DirectoryDepartment): PickedDepartment {
  const path: string[] = [];
  for (let at = parentId; at !== null; at = directory.departments.get(at)?.parentId ?? null) path.unshift(directory.departments.get(at)?.name ?? '');
  return { id, name, path, disabled };
}
