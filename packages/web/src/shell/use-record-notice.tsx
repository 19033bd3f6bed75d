import type { RecordMention } from '@formwork/contract/messages/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { App } from 'antd';
import { actFor } from '../http/acting-for.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { Link } from '../router/Link.tsx';
import { readAbout } from './read-about.ts';

const seconds = 8;

/** Shows a notice that leads to its record; where nobody looks, it stays until it is closed. One with the same key takes its place. */
export function useRecordNotice() {
  const t = useT();
  const locale = useLocale();
  const { notification } = App.useApp();
  const phone = usePhone();
  return (
    { title, formTitle, appId, formId, recordId, by, deputy }: RecordMention,
    {
      key,
      heading,
      isGone = false,
      onBehalfOf,
    }: { key: string; heading: string; isGone?: boolean; onBehalfOf?: { id: string; name: string } | undefined },
  ) => {
    const name = [textIn(formTitle, locale), title].filter((part) => part !== '').join(' · ');
    notification.info({
      // what a phone saves and decides with stands at its foot
      key,
      placement: phone ? 'top' : 'bottomRight',
      duration: document.visibilityState === 'visible' ? seconds : 0,
      title: onBehalfOf ? t('shell.push.on_behalf_of', { name: onBehalfOf.name, what: heading }) : heading,
      description: (
        <>
          {isGone ? (
            name
          ) : (
            <Link
              href={actFor(pathTo('recordDetail', { app: appId, form: formId }, { record: recordId }), onBehalfOf?.id)}
              onClick={() => {
                notification.destroy(key);
                readAbout(recordId);
              }}
            >
              {name}
            </Link>
          )}
          {by !== null && (
            <div className="fw-push-by">
              {t('shell.push.by', {
                name: deputy === undefined ? by : t('shell.push.by_deputy', { deputy, name: by }),
              })}
            </div>
          )}
        </>
      ),
    });
  };
}
