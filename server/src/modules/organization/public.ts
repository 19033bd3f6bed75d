import type { Directory, DirectoryPerson } from './directory/directory.ts';
import { spellingOf } from './people/pinyin.ts';

export type { Directory, DirectoryPerson };
export { directoryOf, directorySubscriber, forgetDirectory } from './directory/directory.ts';
export { holds, membersOfRole, namesIn, wayTo } from './directory/directory-index.ts';
export { onHandOver, type Hands } from './hand-over.ts';
export { takePlace } from './people/take-place.ts';
export { isLast, knowKeptRoles } from './roles/kept-roles.ts';
export { newPassword } from './people/new-password.ts';
export { closedPages } from './roles/page-rights.ts';
export { spellingOf, syllablesOf } from './people/pinyin.ts';
export { departmentsUnder, placeOf, unitsOf, type Place } from './people/place.ts';
export { placeNewcomer, requireMainDepartment } from './people/newcomers.ts';
export { createPersonFor } from './people/people.ts';
export { administered, delegatedPartsOf, type Administered } from './delegated/administered.ts';
export { careOf, careTakersOf } from './delegated/delegated-facts.ts';
export { knowSystems, releaseSystem, systemIsGone, systemsInCare, systemTitles } from './delegated/systems.ts';
export { knowRoleReach } from './roles/role-reach.ts';
export { mayStillCall } from './delegated/delegates.ts';
export { requireMayPlace } from './delegated/newcomers.ts';
export { peopleAmong, receiverName } from './people/receivers.ts';
export { copyRole, roleView } from './roles/roles.ts';
export { namesMentioned } from './people/names-mentioned.ts';
export { belongsTo, isUnit, unitName, type Unit } from './departments/units.ts';

/** A name's pinyin, for orders such as serial signing by name. */
export function pinyinOf(name: string): string {
  return spellingOf(name).full;
}
