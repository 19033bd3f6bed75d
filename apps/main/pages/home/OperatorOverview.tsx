import { operationsApi, type Overview } from '@formwork/contract/operations/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import './overview.css';

/** The operator's first look: how many there are, and whether the house runs. */
export function OperatorOverview() {
  const t = useT();
  const overview = useQuery({ ...q(operationsApi.overview), refetchInterval: 30_000 });
  return (
    <Page title={t('home.overview.title')}>
      {overview.data ? (
        <Figures overview={overview.data} />
      ) : overview.error ? (
        <ErrorState
          hint={errorText(overview.error, t)}
          requestId={isApiError(overview.error) ? overview.error.requestId : undefined}
          onRetry={() => void overview.refetch()}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Page>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const t = useT();
  const locale = useLocale();
  const mayRead = useCan()('operations.event.read');
  const whole = new Intl.NumberFormat(locale);
  const figures: [key: string, value: string, alarming?: boolean][] = [
    ['spaces', whole.format(overview.spaces)],
    ['accounts', whole.format(overview.accounts)],
    ['active_today', whole.format(overview.activeToday)],
    ['open_sessions', whole.format(overview.openSessions)],
    ['database', bytes(overview.databaseBytes, locale)],
    ['failed_events', whole.format(overview.failedEvents), overview.failedEvents > 0],
  ];
  const backup = overview.continuousBackup;
  if (backup !== null) figures.push(['continuous', t(`home.overview.continuous.${backup}`), backup !== 'on']);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() });
  return (
    <>
      <dl className="overview-figures">
        {figures.map(([key, value, alarming]) => (
          <div key={key} data-alarming={alarming || undefined}>
            <dt>{t(`home.overview.${key}`)}</dt>
            <dd>{key === 'failed_events' && mayRead ? <Link href={pathTo('failedEvents')}>{value}</Link> : value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="overview-heading">{t('home.overview.newest')}</h2>
      {overview.spacesNewest.length === 0 ? (
        <EmptyState small title={t('home.overview.no_spaces')} />
      ) : (
        <table className="overview-spaces">
          <thead>
            <tr>
              <th>{t('home.overview.space')}</th>
              <th>{t('home.overview.created')}</th>
            </tr>
          </thead>
          <tbody>
            {overview.spacesNewest.map((space) => (
              <tr key={space.id}>
                <td>{space.name}</td>
                <td>{day.format(new Date(space.createdAt))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function bytes(count: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log2(count) / 10));
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step]!, maximumFractionDigits: 1 }).format(
    count / 1024 ** step,
  );
}
