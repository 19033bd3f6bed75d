import { messagesApi } from '@formwork/contract/messages/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { countUnread, listMessages, readMessages, removeMessages } from './messages.ts';
import { listSubscriptions, subscribe } from './subscriptions.ts';

export function messagesRoutes(server: Server): void {
  routeDirect(server, messagesApi.list, listMessages);
  routeDirect(server, messagesApi.count, countUnread);
  routeDirect(server, messagesApi.read, readMessages);
  routeDirect(server, messagesApi.remove, removeMessages);
  route(server, messagesApi.subscriptions, listSubscriptions);
  route(server, messagesApi.subscribe, subscribe);
}
