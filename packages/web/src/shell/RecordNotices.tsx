import type { RecordNotice } from '@formwork/contract/records/talk.ts';
import { useT } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { useRecordNotice } from './use-record-notice.tsx';

/** Notices of what happens to records that the person follows, is mentioned at or was given. */
export default function RecordNotices() {
  const t = useT();
  const show = useRecordNotice();
  useLive<RecordNotice>('records.notice', (message) =>
    show(message, {
      key: `record ${message.kind} ${message.recordId}${message.kind === 'notified' ? message.title : ''}`,
      heading: t(`shell.notice.${message.kind}`),
      isGone: message.kind === 'deleted' || message.gone === true,
    }),
  );
  return null;
}
