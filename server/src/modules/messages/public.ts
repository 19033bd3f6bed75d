export { leaveMessages, settleMessages } from './leave.ts';
