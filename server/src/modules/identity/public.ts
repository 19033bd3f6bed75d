export { createAccount, insertAccount } from './accounts.ts';
export { createSpace } from './spaces.ts';
export { identify, currentPerson } from './identify.ts';
export { dropSession } from './session-cache.ts';
export { namesOf, platformFigures } from './figures.ts';
export { givePassword, membersOf, otherAdministrators, updateMember, type Member } from './people.ts';
