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
  type Door,
  type KeptLink,
} from './door.ts';
export { registerShared } from './registry.ts';
