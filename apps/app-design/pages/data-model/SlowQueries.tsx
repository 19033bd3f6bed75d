import type { DataModel } from '@formwork/contract/forms/data-model.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

/** The statements on the form's tables that take longest. */
export function SlowQueries({ slow }: { slow: DataModel['slow'] }) {
  const t = useT();
  const locale = useLocale();
  const ms = (value: number) =>
    t('model.ms', { value: formatNumber(value < 10 ? Math.round(value * 100) / 100 : Math.round(value), locale) });
  if (slow.state === 'absent') return <EmptyState title={t('model.slow_absent')} hint={t('model.slow_absent_hint')} />;
  if (slow.queries.length === 0) return <EmptyState title={t('model.slow_none')} hint={t('model.slow_none_hint')} />;
  return (
    <section aria-label={t('model.tab.slow')}>
      <p className="model-quiet">
        {t('model.slow_hint')}{' '}
        {slow.since && (
          <>
            {t('model.since')} <Time at={slow.since} locale={locale} />
          </>
        )}
      </p>
      <div className="model-scroll">
        <table>
          <thead>
            <tr>
              <th>{t('model.statement')}</th>
              <th>{t('model.mean')}</th>
              <th>{t('model.longest')}</th>
              <th>{t('model.calls')}</th>
              <th>{t('model.total')}</th>
              <th>{t('model.rows')}</th>
            </tr>
          </thead>
          <tbody>
            {slow.queries.map((query) => (
              <tr key={query.text}>
                <td className="model-statement">
                  <details>
                    <summary>
                      <code>{query.text.replace(/\s+/g, ' ').slice(0, 120)}</code>
                    </summary>
                    <pre>{query.text}</pre>
                  </details>
                </td>
                <td>{ms(query.meanMs)}</td>
                <td>{ms(query.maxMs)}</td>
                <td>{formatNumber(query.calls, locale)}</td>
                <td>{ms(query.totalMs)}</td>
                <td>{formatNumber(query.rows, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
