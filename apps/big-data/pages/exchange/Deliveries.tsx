import type { ExchangeDetail } from '@formwork/contract/etl/exchange.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import '../../parts/rows-table.css';

/** What went out by day, and the last deliveries one by one. */
export function Deliveries({ request: { days, deliveries } }: { request: ExchangeDetail }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <h3>{t('dataexchange.meter')}</h3>
      {days.length === 0 ? (
        <p className="exchange-quiet">{t('dataexchange.meter_none')}</p>
      ) : (
        <div className="rows-table" role="region" aria-label={t('dataexchange.meter')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('dataexchange.day')}</th>
                <th scope="col">{t('dataexchange.way')}</th>
                <th scope="col">{t('dataexchange.deliveries')}</th>
                <th scope="col">{t('dataexchange.column.rows')}</th>
                <th scope="col">{t('dataexchange.column.bytes')}</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, way, deliveries: count, rows, bytes }) => (
                <tr key={`${day} ${way}`}>
                  <td>{day}</td>
                  <td>{t(`dataexchange.way.${way}`)}</td>
                  <td>{formatNumber(count, locale)}</td>
                  <td>{formatNumber(rows, locale)}</td>
                  <td>{formatBytes(bytes, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {deliveries.length > 0 && (
        <>
          <h3>{t('dataexchange.last_deliveries')}</h3>
          <ul className="exchange-deliveries">
            {deliveries.map(({ id, at, rows, code, run }) => (
              <li key={id}>
                <Time at={at} locale={locale} />
                <StateTag tone={code === null ? 'success' : 'error'}>
                  {t(code === null ? 'dataexchange.delivered' : 'dataexchange.failed')}
                </StateTag>
                <span>{code === null ? t('dataexchange.rows', { count: rows }) : t(code)}</span>
                {run !== null && <Link href={pathTo('etlTaskJobs', {}, { run })}>{t('dataexchange.run')}</Link>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
