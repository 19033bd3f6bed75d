export { unreadBetween, type UnreadMessage } from './messages.ts';
export { leaveMessages, settleMessages } from './leave.ts';
export { whoSubscribed } from './subscriptions.ts';
