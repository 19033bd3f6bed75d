import type { RecordNotice } from '@formwork/contract/records/talk.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { App } from 'antd';
import { useLocale, useT } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { Link } from '../router/Link.tsx';
import { readAbout } from './read-about.ts';

const seconds = 8;

/** Notices of what happens to records that the person follows, is mentioned at or was given; each leads to its record. */
export default function RecordNotices() {
  const t = useT();
  const locale = useLocale();
  const { notification } = App.useApp();
  useLive<RecordNotice>('records.notice', ({ kind, title, formTitle, appId, formId, recordId, by }) => {
    const key = `record ${kind} ${recordId}`;
    const name = [textIn(formTitle, locale), title].filter((part) => part !== '').join(' · ');
    notification.info({
      key, placement: 'bottomRight', duration: document.visibilityState === 'visible' ? seconds : 0,
      title: t(`shell.notice.${kind}`),
      description: (
        <>
          {kind === 'deleted' ? name : <Link href={pathTo('recordDetail', { app: appId, form: formId }, { record: recordId })} onClick={() => { notification.destroy(key); readAbout(recordId); }}>{name}</Link>}
          {by !== null && <div className="fw-push-by">{t('shell.push.by', { name: by })}</div>}
        </>
      ),
    });
  });
  return null;
}
