export {
  linkColumns,
  linkFacts,
  makerOf,
  newLink,
  newTicket,
  passes,
  requireTicket,
  spaceOfToken,
  takeOpening,
  tellOfVisit,
  ticketFits,
  type Door,
  type KeptLink,
} from './door.ts';
export { registerShared } from './registry.ts';
export { keepVisit, visitsOf } from './visits.ts';
