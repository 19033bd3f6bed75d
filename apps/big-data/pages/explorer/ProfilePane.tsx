import { explorerApi, type ColumnProfile } from '@formwork/contract/etl/explorer.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import type { TableAt } from './table-at.ts';

/** What each column of a table holds. */
export function ProfilePane({ at: { source, schema, table } }: { at: TableAt }) {
  const t = useT();
  const locale = useLocale();
  const reading = useQuery(q(explorerApi.profile, { params: { source }, query: { schema, table } }));
  if (!reading.data) return <Unread of={[reading]} skeleton={<SkeletonRows rows={12} />} />;
  const { rows, partial, columns } = reading.data;
  return (
    <div className="explorer-pane explorer-profile">
      <p className="explorer-note" role="status">
        {t(partial ? 'explorer.profile_part' : 'explorer.profile_all', { rows: formatNumber(rows, locale) })}
      </p>
      <ul>
        {columns.map((profile, at) => (
          <li key={at}>
            <ColumnCard profile={profile} rows={rows} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const quantileNames = ['5 %', '25 %', '50 %', '75 %', '95 %'];

function ColumnCard({ profile, rows }: { profile: ColumnProfile; rows: number }) {
  const t = useT();
  const locale = useLocale();
  const { column, nulls, distinct, min, max, mean, quantiles, histogram, values, patterns } = profile;
  const percent = (count: number) =>
    rows === 0 ? '0 %' : `${((count / rows) * 100).toFixed(count === rows || count === 0 ? 0 : 1)} %`;
  const facts: [string, string | null][] = [
    [t('explorer.nulls'), `${formatNumber(nulls, locale)} (${percent(nulls)})`],
    [t('explorer.distinct'), formatNumber(distinct, locale)],
    [t('explorer.min'), min],
    [t('explorer.max'), max],
    [t('explorer.mean'), mean],
  ];
  return (
    <section aria-label={column.title ?? column.name}>
      <h3>
        {column.title ?? column.name} <small>{column.native ?? column.type}</small>
      </h3>
      <div className="explorer-card">
        <dl>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {histogram.length > 0 && <Histogram bars={histogram} />}
        {quantiles.length > 0 && (
          <dl aria-label={t('explorer.quantiles')}>
            {quantiles.map((value, at) => (
              <div key={quantileNames[at]}>
                <dt>{quantileNames[at]}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <Shares title={t('explorer.values')} shares={values} rows={rows} />
        {patterns.length > 0 && <Shares title={t('explorer.patterns')} shares={patterns} rows={rows} />}
      </div>
    </section>
  );
}

function Histogram({ bars }: { bars: ColumnProfile['histogram'] }) {
  const t = useT();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <div
      className="explorer-histogram"
      role="img"
      aria-label={t('explorer.histogram', { from: bars[0]!.from, to: bars.at(-1)!.to })}
    >
      {bars.map(({ from, to, count }) => (
        <i
          key={from}
          style={{ height: `${Math.max(count > 0 ? 2 : 0, (count / most) * 100)}%` }}
          title={`${from} … ${to}: ${count}`}
        />
      ))}
    </div>
  );
}

function Shares({ title, shares, rows }: { title: string; shares: ColumnProfile['values']; rows: number }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="explorer-shares">
      <h4>{title}</h4>
      <ul>
        {shares.slice(0, 6).map(({ value, count }) => (
          <li key={value} style={{ '--share': `${rows === 0 ? 0 : (count / rows) * 100}%` } as never}>
            <span>{value === '' ? <i className="explorer-null">{t('explorer.empty')}</i> : value}</span>
            <small>{formatNumber(count, locale)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
