import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type {
  PickedDepartment,
  PickedGroup,
  PickedPerson,
  PickedPost,
  PickedRole,
} from '@formwork/contract/organization/picker.ts';
import type { Ctx } from '../../../platform/context.ts';
import { shownFor } from '../delegated/administered.ts';
import { holdersIn, membersOfRole, wayTo } from '../directory/directory-index.ts';
import {
  directoryOf,
  type Directory,
  type DirectoryDepartment,
  type DirectoryGroup,
  type DirectoryPerson,
  type DirectoryPost,
} from '../directory/directory.ts';
import { membersOfGroup } from '../roles/group-members.ts';
import { visibleGroups } from '../roles/groups.ts';
import { fitTo, spellAll, spellingOf } from './pinyin.ts';
import type { DirectoryRole } from '../roles/role-facts.ts';
import { peopleWho, personFit } from './search.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

interface PickQuery {
  ids?: string[] | undefined;
  search?: string | undefined;
  limit: number;
}

export async function pickPeople(ctx: Ctx, { query }: Input<'pickPeople'>): Promise<PickedPerson[]> {
  const directory = await shownFor(ctx, query.administering);
  const { ids, search = '', department, post, group, offset = 0, limit } = query;
  const shown = (people: readonly DirectoryPerson[]) => people.map((person) => pickedPerson(directory, person));
  if (ids)
    return ids
      .flatMap((id) => directory.people.get(id) ?? [])
      .map((person) => ({ ...pickedPerson(directory, person), spelling: spellingOf(person.name).full }));
  const members = group === undefined ? undefined : groupMembers(ctx, directory, group);
  const found = (await peopleWho(directory, { department, post, state: 'enabled' })).filter(
    ({ id }) => members?.has(id) ?? true,
  );
  if (search === '') return shown(found.slice(offset, offset + limit));
  return shown(best(found, await personFit(directory, search)).slice(offset, offset + limit));
}

export async function pickRoles(ctx: Ctx, { query }: Input<'pickRoles'>): Promise<PickedRole[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return pick(directory.roles, query).map((role) => pickedRole(directory, role));
}

export async function pickDepartments(ctx: Ctx, { query }: Input<'pickDepartments'>): Promise<PickedDepartment[]> {
  const directory = await shownFor(ctx, query.administering);
  if (query.search) await spellAll(Array.from(directory.departments.values(), ({ name }) => name));
  return pick(directory.departments, query).map((department) => pickedDepartment(directory, department));
}

export async function pickPosts(ctx: Ctx, { query }: Input<'pickPosts'>): Promise<PickedPost[]> {
  const directory = await shownFor(ctx, query.administering);
  return pick(directory.posts, query).map((post) => pickedPost(directory, post));
}

export async function pickGroups(ctx: Ctx, { query }: Input<'pickGroups'>): Promise<PickedGroup[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const groups = new Map(
    visibleGroups(ctx, directory, query.app)
      .filter(({ kind }) => !query.public || kind === 'public')
      .map((group) => [group.id, group]),
  );
  return pick(groups, query).map((group) => pickedGroup(directory, group));
}

export function pickedPerson(
  directory: Directory,
  { id, name, login, departmentId, disabled }: DirectoryPerson,
): PickedPerson {
  return { id, name, login, department: directory.departments.get(departmentId ?? '')?.name ?? null, disabled };
}

/** The best fits first, equal ones in the order of the directory; asked for by id, also what a search would leave out. */
function pick<Item extends { name: string; disabled?: boolean }>(
  items: ReadonlyMap<string, Item>,
  { ids, search, limit }: PickQuery,
): Item[] {
  if (ids) return ids.flatMap((id) => items.get(id) ?? []);
  const fit = fitTo(search ?? '');
  return best(
    [...items.values()].filter(({ disabled }) => disabled !== true),
    ({ name }) => fit(name),
  ).slice(0, limit);
}

function best<Item>(items: readonly Item[], fits: (item: Item) => number): Item[] {
  const found = items.map((item) => ({ item, fit: fits(item) })).filter((one) => one.fit > 0);
  return found.sort((a, b) => b.fit - a.fit).map((one) => one.item);
}

/** Of a group that the person may see; of another nobody. */
function groupMembers(ctx: Ctx, directory: Directory, groupId: string): Set<string> {
  const group = visibleGroups(ctx, directory).find(({ id }) => id === groupId);
  return new Set(group ? membersOfGroup(directory, group).map(({ id }) => id) : []);
}

function pickedRole(directory: Directory, { id, name }: DirectoryRole): PickedRole {
  return {
    id,
    name,
    members: membersOfRole(directory, id).filter((person) => directory.people.get(person)?.disabled === false).length,
  };
}

function pickedDepartment(directory: Directory, { id, name, disabled }: DirectoryDepartment): PickedDepartment {
  return {
    id,
    name,
    path: wayTo(directory, id)
      .slice(0, -1)
      .map((above) => above.name),
    disabled,
  };
}

function pickedPost(directory: Directory, { id, name, gradeId, disabled }: DirectoryPost): PickedPost {
  const { main, partTime } = holdersIn(directory).get(id) ?? { main: 0, partTime: 0 };
  return { id, name, grade: directory.grades.get(gradeId ?? '')?.name ?? null, holders: main + partTime, disabled };
}

function pickedGroup(directory: Directory, group: DirectoryGroup): PickedGroup {
  return {
    id: group.id,
    name: group.name,
    people: membersOfGroup(directory, group).length,
    public: group.kind === 'public',
  };
}
