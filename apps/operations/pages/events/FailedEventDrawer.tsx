import type { FailedEvent } from '@formwork/contract/operations/events.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { subscriberText, typeText } from './Subscribers.tsx';

/** One failed event with what went wrong, for whoever has to find out why. */
export function FailedEventDrawer({ event, onClose }: { event: FailedEvent | undefined; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const facts: [title: string, value: ReactNode][] = event
    ? [
        [t('operations.events.type'), `${typeText(t, event.type)} (${event.type})`],
        [t('operations.events.subscriber'), `${subscriberText(t, event.subscriber)} (${event.subscriber})`],
        [t('operations.events.space'), event.space.name],
        [
          t('operations.events.at'),
          event.at === null ? t('operations.events.not_whole') : <Time at={event.at} locale={locale} />,
        ],
        [t('operations.events.failed_at'), <Time key="failed" at={event.failedAt} locale={locale} />],
        [t('operations.events.tries'), event.tries],
        [t('operations.events.subject'), event.subject || '–'],
        [t('operations.events.event'), event.id],
        [t('operations.events.request'), event.requestId || '–'],
      ]
    : [];
  return (
    <Drawer
      open={event !== undefined}
      onClose={onClose}
      size={560}
      title={event && typeText(t, event.type)}
      destroyOnHidden
    >
      {event && (
        <div className="operations-detail">
          <dl>
            {facts.map(([title, value]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <h3>{t('operations.events.reason')}</h3>
          <pre className="operations-reason">{event.error}</pre>
        </div>
      )}
    </Drawer>
  );
}
