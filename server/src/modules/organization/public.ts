import type { Platform } from '../../platform/platform.ts';
import { directoryOf, type Directory, type DirectoryPerson } from './directory.ts';
import { spellingOf } from './pinyin.ts';

export type { Directory, DirectoryPerson };
export { directoryOf, directorySubscriber } from './directory.ts';
export { departmentWithin, holds } from './directory-index.ts';
export { onHandOver, type Hands } from './hand-over.ts';
export { closedPages } from './page-rights.ts';
export { placeOf, type Place } from './place.ts';
export { copyRole, roleView } from './roles.ts';
export { namesMentioned } from './names-mentioned.ts';

/** Ids of the space's own roles a person holds: at once when the directory is in memory, which it nearly always is. */
export function roleIdsOf(platform: Platform, spaceId: string, userId: string): readonly string[] | Promise<readonly string[]> {
  const directory = directoryOf(platform, spaceId);
  return directory instanceof Promise ? directory.then((loaded) => rolesIn(loaded, userId)) : rolesIn(directory, userId);
}

/** A name's pinyin, for orders such as serial signing by name. */
export function pinyinOf(name: string): string {
  return spellingOf(name).full;
}

function rolesIn(directory: Directory, userId: string): readonly string[] {
  return directory.people.get(userId)?.roleIds ?? [];
}
