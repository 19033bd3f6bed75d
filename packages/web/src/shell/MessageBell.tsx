import { BellOutlined } from '@ant-design/icons';
import { pathTo } from '@formwork/contract/routes.ts';
import { BarButton } from '@formwork/ui/frame/frame.tsx';
import { useUnread } from './use-unread.ts';

/** How many messages are unread, and the way to them. */
export function MessageBell({ label }: { label: string }) {
  return <BarButton label={label} icon={<BellOutlined />} count={useUnread(true)} href={pathTo('messageCentre')} />;
}
