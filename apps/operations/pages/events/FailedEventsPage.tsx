import { eventsApi } from '@formwork/contract/operations/events.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Segmented } from 'antd';
import '../operations.css';
import { FailedEvents } from './FailedEvents.tsx';
import { Subscribers } from './Subscribers.tsx';

/** What follows upon changes: which of it failed, and how far behind it is. */
export default function FailedEventsPage() {
  const t = useT();
  const locale = useLocale();
  const [tab = 'failed', setTab] = useQueryText('tab');
  const lag = useQuery({ ...q(eventsApi.lag), refetchInterval: 5_000 });
  const { alive = true, seenAt = null } = lag.data ?? {};
  return (
    <Page fill flush title={t('operations.events.title')}>
      <div className="operations-list">
        {!alive && (
          <Alert
            banner
            type="error"
            title={
              <>
                {t('operations.events.silent')}{' '}
                {seenAt !== null && (
                  <>
                    {t('operations.events.seen')} <Time at={seenAt} locale={locale} />
                  </>
                )}
              </>
            }
          />
        )}
        <div className="operations-tools">
          <Segmented
            value={tab}
            onChange={(next) => setTab(next === 'failed' ? undefined : next)}
            options={[
              { value: 'failed', label: t('operations.events.failed') },
              { value: 'subscribers', label: t('operations.events.subscribers') },
            ]}
          />
        </div>
        {tab === 'subscribers' ? <Subscribers lag={lag} /> : <FailedEvents />}
      </div>
    </Page>
  );
}
