import { auditKindOf } from '@formwork/contract/audit/kinds.ts';
import type { eventsApi, SubscriberLag } from '@formwork/contract/operations/events.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { eventText } from '@formwork/web/audit/audit-text.ts';
import type { CallResponse } from '@formwork/web/http/call.ts';
import { hasText, useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

/** So many seconds behind, people notice. */
const lateSeconds = 60;

/** Who follows the changes, and how far behind each is. */
export function Subscribers({ lag }: { lag: UseQueryResult<CallResponse<typeof eventsApi.lag>> }) {
  const t = useT();
  const locale = useLocale();
  const columns = useMemo((): ListColumn<SubscriberLag>[] => {
    const whole = new Intl.NumberFormat(locale);
    return [
      {
        id: 'subscriber',
        title: t('operations.events.subscriber'),
        width: 220,
        value: ({ subscriber }) => subscriberText(t, subscriber),
      },
      {
        id: 'state',
        title: t('operations.events.state'),
        width: 120,
        render: ({ seconds }) => (
          <StateTag tone={seconds > lateSeconds ? 'error' : seconds > 0 ? 'info' : 'success'}>
            {t(`operations.events.${seconds > lateSeconds ? 'late' : seconds > 0 ? 'working' : 'up_to_date'}`)}
          </StateTag>
        ),
      },
      {
        id: 'lag',
        title: t('operations.events.lag'),
        width: 120,
        align: 'end',
        value: ({ seconds }) => t('operations.events.seconds', { count: whole.format(Math.round(seconds)) }),
      },
      {
        id: 'waiting',
        title: t('operations.events.waiting'),
        width: 110,
        align: 'end',
        value: ({ waiting }) => whole.format(waiting),
      },
      {
        id: 'failed',
        title: t('operations.events.failed'),
        width: 110,
        align: 'end',
        value: ({ failed }) => whole.format(failed),
      },
      { id: 'name', title: t('operations.events.name'), width: 220, value: ({ subscriber }) => subscriber },
    ];
  }, [t, locale]);
  return (
    <DataList<SubscriberLag>
      label={t('operations.events.subscribers')}
      rows={lag.data?.rows ?? []}
      status={lag.isPending ? 'loading' : lag.error ? 'error' : 'ready'}
      onRetry={() => void lag.refetch()}
      columns={columns}
      rowKey={({ subscriber }) => subscriber}
      rowTone={({ seconds }) => (seconds > lateSeconds ? 'warning' : undefined)}
      empty={<EmptyState title={t('operations.events.no_subscribers')} hint={t('operations.events.silent')} />}
    />
  );
}

/** What happened, in the words of the audit trail. */
export function typeText(t: Translate, type: string): string {
  return eventText({ type, kind: auditKindOf(type) }, t);
}

/** One that the product has no more is called by its name. */
export function subscriberText(t: Translate, subscriber: string): string {
  const key = `operations.subscriber.${subscriber}`;
  return hasText(key) ? t(key) : subscriber;
}
