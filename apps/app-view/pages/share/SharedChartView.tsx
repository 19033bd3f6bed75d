import { ReloadOutlined } from '@ant-design/icons';
import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { SharedChart } from '@formwork/contract/visitors/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useSharedChart } from './opening.ts';

/** One chart, filling the page. */
export function SharedChartView({ first }: { first: SharedChart }) {
  const t = useT();
  const locale = useLocale();
  const { data = first, problem, isFetching, refetch } = useSharedChart({ first, every: null });
  return (
    <div className="share-chart">
      <Button
        className="share-chart-refresh"
        icon={<ReloadOutlined spin={isFetching} />}
        aria-label={t('share.thing.refresh')}
        title={t('share.thing.refresh')}
        onClick={() => void refetch()}
      />
      <Chart
        label={textIn(data.name, locale)}
        settings={data.definition.settings}
        result={data.result}
        problem={problem}
      />
    </div>
  );
}
