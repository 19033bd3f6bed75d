export { asPerson, asKnownPerson, asSystem } from './acting.ts';
export {
  createAccount,
  findAccount,
  findByEmail,
  findByPhone,
  insertAccount,
  mailboxesOf,
  phonesOf,
} from './account/accounts.ts';
export { createAccounts, initialPasswordHash, takenLogins } from './account/bulk-accounts.ts';
export { changeSpace, createSpace, createSpaceWith, spaceFacts } from './spaces.ts';
export { identify, identifyAs, currentPerson } from './sign-in/identify.ts';
export { askPublicHost, handOver, readAsked, takeOver, type Way } from './sign-in/hand-over.ts';
export { identifyByTicket, serviceTickets } from './sign-in/service-tickets.ts';
export { dropSession, isMeant, sessionOfAccount, type Session } from './sign-in/session-cache.ts';
export { platformFigures } from './figures.ts';
export { givePassword, membersOf, othersWithRole, updateMember, type Member } from './account/people.ts';
export { codeFits, sendCode } from './sign-in/codes.ts';
export { endTwoStepOf } from './sign-in/two-step.ts';
export { proveSelf, sendOwnCode } from './account/own-proof.ts';
export { requireUnbreached } from './account/breached-passwords.ts';
export { openSpaceName } from './account/closure.ts';
export { hashPassword, passwordFits, requireGoodPassword } from './account/passwords.ts';
export {
  addMember,
  insertNewAccount,
  isMember,
  namesOf,
  operatorSpace,
  spaceByCreditCode,
  spaceNames,
} from './account/memberships.ts';
export {
  changeEnterprise,
  countPeople,
  findEnterprises,
  lockEnterprise,
  stateOf,
  type Enterprise,
  type EnterpriseChanges,
} from './enterprises.ts';
export { findAccounts, membershipsOf, type FoundAccount } from './account/all-accounts.ts';
export { closeMerged, handMembership, mergeSide, type MergeSide } from './account/merge.ts';
export { endWhatElse, onAllSessionsEnded } from './sign-in/all-sessions.ts';
export { openSessionsOf } from './sign-in/own-sessions.ts';
export { endOpenSessions, setAccountDisabled } from './account/account-control.ts';
export { unlock } from './sign-in/wrong-entries.ts';
export {
  changeOperatorRole,
  grantsOf,
  insertOperatorRole,
  operatorRoles,
  operatorStaff,
  othersWithEverything,
  removeOperatorRole,
  setStaffRoles,
  type RoleRow,
  type StaffRow,
} from './operator-staff.ts';
