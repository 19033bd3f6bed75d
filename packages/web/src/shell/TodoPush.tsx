import type { PushMessage } from '@formwork/contract/workflow/push.ts';
import { useT } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { useRecordNotice } from './use-record-notice.tsx';

/** Notices of what waits for the person, as they chose them. */
export default function TodoPush() {
  const t = useT();
  const show = useRecordNotice();
  useLive<PushMessage>('workflow.push', (message) => show(message, { key: `${message.kind} ${message.recordId}`, heading: t(`shell.push.${message.kind}`) }));
  return null;
}
