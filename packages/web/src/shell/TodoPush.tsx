import { pathTo } from '@formwork/contract/routes.ts';
import type { CaughtUpMessage, PushMessage } from '@formwork/contract/workflow/push.ts';
import { Link } from '../router/Link.tsx';
import { App } from 'antd';
import { useT } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { useRecordNotice } from './use-record-notice.tsx';

/** Notices of what waits for the person, as they chose them; after quiet hours one for all that came meanwhile. */
export default function TodoPush() {
  const t = useT();
  const { notification } = App.useApp();
  const show = useRecordNotice();
  useLive<PushMessage>('workflow.push', (message) =>
    show(message, {
      key: `${message.kind} ${message.recordId}`,
      heading: t(`shell.push.${message.kind}`),
      onBehalfOf: message.onBehalfOf,
    }),
  );
  useLive<CaughtUpMessage>('workflow.caught_up', ({ count }) =>
    notification.info({
      key: 'caught_up',
      title: t('shell.push.caught_up', { count }),
      description: <Link href={pathTo('messageCentre')}>{t('shell.push.open_messages')}</Link>,
    }),
  );
  return null;
}
