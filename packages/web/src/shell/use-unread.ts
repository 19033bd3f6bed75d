import { messagesApi } from '@formwork/contract/messages/api.ts';
import { useQuery } from '@tanstack/react-query';
import { q, refresh } from '../http/query.ts';
import { useLive } from '../live/use-live.ts';

/** How many messages are unread, live; 0 for whoever gets none. */
export function useUnread(gets: boolean): number {
  useLive('messages.changed', () => {
    if (gets) void refresh(messagesApi.count);
  });
  return useQuery({ ...q(messagesApi.count), enabled: gets }).data?.unread ?? 0;
}
