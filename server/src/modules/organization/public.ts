import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { directoryOf, type Directory, type DirectoryDepartment, type DirectoryPerson, type DirectoryRole } from './directory.ts';
import { spellingOf } from './pinyin.ts';

export type { Directory, DirectoryDepartment, DirectoryPerson, DirectoryRole };
export { directoryOf, directorySubscriber } from './directory.ts';
export { departmentWithin } from './departments.ts';

/** Who asks, or for whom a job or subscriber asks. */
type Where = Pick<Ctx, 'platform' | 'spaceId'>;

/** Ids of the space's own roles a person holds: at once when the directory is in memory, which it nearly always is. */
export function roleIdsOf(platform: Platform, spaceId: string, userId: string): readonly string[] | Promise<readonly string[]> {
  const directory = directoryOf(platform, spaceId);
  return directory instanceof Promise ? directory.then((loaded) => rolesIn(loaded, userId)) : rolesIn(directory, userId);
}

export async function rolesOf(where: Where, userId: string): Promise<DirectoryRole[]> {
  const directory = await directoryOf(where.platform, where.spaceId);
  return rolesIn(directory, userId).map((id) => directory.roles.get(id)!);
}

/** The enabled members of a role, in the order of their names; nobody when there is no such role. */
export async function membersOfRole(where: Where, roleId: string): Promise<DirectoryPerson[]> {
  const directory = await directoryOf(where.platform, where.spaceId);
  return enabled(directory, directory.roles.get(roleId)?.memberIds ?? []);
}

/** Also a person who is disabled: their name stands in records and histories. */
export async function person(where: Where, id: string): Promise<DirectoryPerson | undefined> {
  return (await directoryOf(where.platform, where.spaceId)).people.get(id);
}

/** In the order asked for; ids of nobody are left out. */
export async function people(where: Where, ids: readonly string[]): Promise<DirectoryPerson[]> {
  const directory = await directoryOf(where.platform, where.spaceId);
  return ids.flatMap((id) => directory.people.get(id) ?? []);
}

/** The direct superior, or the one `levels` above; undefined where the chain ends or the person is disabled. */
export async function superiorOf(where: Where, userId: string, levels = 1): Promise<DirectoryPerson | undefined> {
  const directory = await directoryOf(where.platform, where.spaceId);
  let at = directory.people.get(userId);
  for (let level = 0; at && level < levels; level++) at = at.superiorId === null ? undefined : directory.people.get(at.superiorId);
  return at?.disabled ? undefined : at;
}

export async function departmentOf(where: Where, userId: string): Promise<DirectoryDepartment | undefined> {
  const directory = await directoryOf(where.platform, where.spaceId);
  return directory.departments.get(directory.people.get(userId)?.departmentId ?? '');
}

export async function department(where: Where, id: string): Promise<DirectoryDepartment | undefined> {
  return (await directoryOf(where.platform, where.spaceId)).departments.get(id);
}

export async function departmentHead(where: Where, departmentId: string): Promise<DirectoryPerson | undefined> {
  const directory = await directoryOf(where.platform, where.spaceId);
  const head = directory.people.get(directory.departments.get(departmentId)?.headId ?? '');
  return head?.disabled ? undefined : head;
}

/** The enabled administrators of the space. */
export async function administrators(where: Where): Promise<DirectoryPerson[]> {
  const directory = await directoryOf(where.platform, where.spaceId);
  return [...directory.people.values()].filter((one) => one.role === 'admin' && !one.disabled);
}

/** A name's pinyin, for orders such as serial signing by name. */
export function pinyinOf(name: string): string {
  return spellingOf(name).full;
}

function rolesIn(directory: Directory, userId: string): readonly string[] {
  return directory.people.get(userId)?.roleIds ?? [];
}

function enabled(directory: Directory, ids: readonly string[]): DirectoryPerson[] {
  const wanted = new Set(ids);
  return [...directory.people.values()].filter((one) => wanted.has(one.id) && !one.disabled);
}
