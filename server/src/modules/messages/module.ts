import type { Module } from '../../platform/module.ts';
import { messageActions } from './actions.ts';
import { forgetOldMessages } from './messages.ts';
import { messagesRoutes } from './routes.ts';

export const messagesModule: Module = {
  name: 'messages',
  routes: messagesRoutes,
  actions: messageActions,
  periodic: [forgetOldMessages],
};
