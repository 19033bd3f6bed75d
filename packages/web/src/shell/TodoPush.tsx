import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { PushMessage } from '@formwork/contract/workflow/push.ts';
import { App } from 'antd';
import { useLocale, useT } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { Link } from '../router/Link.tsx';
import { readAbout } from './read-about.ts';

const seconds = 8;

/** Notices of what waits for the person, as they chose them; each leads to its record. Where nobody looks, it stays until it is closed. */
export default function TodoPush() {
  const t = useT();
  const locale = useLocale();
  const { notification } = App.useApp();
  useLive<PushMessage>('workflow.push', ({ kind, title, formTitle, appId, formId, recordId, by }) => {
    const key = `${kind} ${recordId}`;
    notification.info({
      key, placement: 'bottomRight', duration: document.visibilityState === 'visible' ? seconds : 0,
      title: t(`shell.push.${kind}`),
      description: (
        <>
          <Link href={pathTo('recordDetail', { app: appId, form: formId }, { record: recordId })} onClick={() => { notification.destroy(key); readAbout(recordId); }}>{[textIn(formTitle, locale), title].filter((part) => part !== '').join(' · ')}</Link>
          {by !== null && <div className="fw-push-by">{t('shell.push.by', { name: by })}</div>}
        </>
      ),
    });
  });
  return null;
}
