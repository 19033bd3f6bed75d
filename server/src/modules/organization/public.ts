import type { Directory, DirectoryPerson } from './directory.ts';
import { spellingOf } from './pinyin.ts';

export type { Directory, DirectoryPerson };
export { directoryOf, directorySubscriber, forgetDirectory } from './directory.ts';
export { holds, membersOfRole, namesIn, wayTo } from './directory-index.ts';
export { onHandOver, type Hands } from './hand-over.ts';
export { takePlace } from './take-place.ts';
export { isLast, knowKeptRoles } from './kept-roles.ts';
export { newPassword } from './new-password.ts';
export { closedPages } from './page-rights.ts';
export { spellingOf, syllablesOf } from './pinyin.ts';
export { departmentsUnder, placeOf, unitsOf, type Place } from './place.ts';
export { placeNewcomer, requireMainDepartment } from './newcomers.ts';
export { createPerson } from './people.ts';
export { peopleAmong, receiverName } from './receivers.ts';
export { copyRole, roleView } from './roles.ts';
export { namesMentioned } from './names-mentioned.ts';
export { belongsTo, isUnit, unitName, type Unit } from './units.ts';

/** A name's pinyin, for orders such as serial signing by name. */
export function pinyinOf(name: string): string {
  return spellingOf(name).full;
}
