import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { analyticsPagesApi, lookDays, lookKeptDays, type AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';

interface Props {
  kind: AnalysisKind;
  thing: string;
  name: string;
  onClose: () => void;
}

/** Who looked at the page, how often and when last; visitors are a number. */
export default function LooksDrawer({ kind, thing, name, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const looks = useQuery(q(analyticsPagesApi.looks, { params: { analysisKind: kind, analysisId: thing } }));
  const { data } = looks;
  const title = t('analytics.looks_of', { name });
  return (
    <Drawer open title={title} size={460} onClose={onClose}>
      {!data ? (
        <Unread of={[looks]} small skeleton={<SkeletonRows rows={6} columns={2} />} />
      ) : (
        <section className="analytics-told">
          <p className="analytics-quiet">{t('analytics.looks.hint', { days: lookDays, kept: lookKeptDays })}</p>
          {data.days.length === 0 ? (
            <p className="analytics-quiet">{t('analytics.looks.none')}</p>
          ) : (
            <>
              <div className="analytics-looks">
                <Chart
                  still
                  label={t('analytics.looks.by_day')}
                  settings={byDay}
                  result={{
                    columns: [
                      { id: 'day', title: t('analytics.looks.day'), kind: 'date', step: 'day' },
                      { id: 'n', title: t('analytics.looks.count'), kind: 'number', additive: true },
                    ],
                    rows: data.days.map(({ day, n }) => [day, n]),
                  }}
                />
              </div>
              <table className="analytics-looked">
                <thead>
                  <tr>
                    <th scope="col">{t('analytics.looks.who')}</th>
                    <th scope="col">{t('analytics.looks.count')}</th>
                    <th scope="col">{t('analytics.looks.last')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.people.map(({ person, n, last }) => (
                    <tr key={person}>
                      <td>
                        <PersonName id={person} />
                      </td>
                      <td>{n}</td>
                      <td>
                        <Time at={last} locale={locale} />
                      </td>
                    </tr>
                  ))}
                  {data.visitors && (
                    <tr>
                      <td>{t('analytics.looks.visitors')}</td>
                      <td>{data.visitors.n}</td>
                      <td>
                        <Time at={data.visitors.last} locale={locale} />
                      </td>
                    </tr>
                  )}
                </tbody>
              </table>
            </>
          )}
        </section>
      )}
    </Drawer>
  );
}

const byDay: ChartSettings = {
  kind: 'bar',
  slots: { x: [{ id: 'day', field: 'day', step: 'day' }], y: [{ id: 'n', field: 'n', fn: 'sum' }] },
  marks: [],
  tones: [],
  notes: [],
  look: { legend: 'none' },
};
