import { BellOutlined } from '@ant-design/icons';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { BarButton } from '@formwork/ui/frame.tsx';
import { useQuery } from '@tanstack/react-query';
import { q, refresh } from '../http/query.ts';
import { useLive } from '../live/use-live.ts';

/** How many messages are unread, and the way to them. */
export function MessageBell({ label }: { label: string }) {
  const unread = useQuery(q(messagesApi.count)).data?.unread ?? 0;
  useLive('messages.changed', () => void refresh(messagesApi.count));
  return <BarButton label={label} icon={<BellOutlined />} count={unread} href={pathTo('messageCentre')} />;
}
