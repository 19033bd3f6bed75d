import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useAnswer } from './use-answer.ts';

/** The very rows behind a mark, as far as the rules of the data set let the viewer see them. */
export function SetRows({ dataset, where, title }: { dataset: string; where: Condition | undefined; title: string }) {
  const t = useT();
  const rows = useAnswer(setsApi.rows, { params: { datasetId: dataset }, body: { where: where ?? null } });
  if (!rows.data) return <Unread of={[rows]} small skeleton={<SkeletonRows rows={8} columns={4} />} />;
  const { cutFrom } = rows.data;
  return (
    <>
      <p className="analytics-quiet" role="status">
        {cutFrom === undefined
          ? t('shell.list.total', { count: rows.data.rows.length })
          : t('analytics.set.first_rows', { count: rows.data.rows.length })}
      </p>
      <Chart still label={title} result={rows.data} settings={tableOf(rows.data.columns.map(({ id }) => id))} />
    </>
  );
}

function tableOf(fields: readonly string[]): ChartSettings {
  return {
    kind: 'table',
    slots: { row: fields.map((id) => ({ id, field: id })) },
    marks: [],
    tones: [],
    notes: [],
    look: {},
  };
}
