export { holdOpenInvitations } from './invitations.ts';
