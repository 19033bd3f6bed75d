import { FullscreenExitOutlined, FullscreenOutlined, ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { analyticsApi, type SavedFormat } from '@formwork/contract/analytics/api.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { documentAddress } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FavouriteStar } from '@formwork/web/resources/FavouriteStar.tsx';
import { useParams, usePageTitle } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { Fragment, useRef, useState } from 'react';
import { useAddressState } from '../../parts/address-state.ts';
import '../../parts/analytics.css';
import { Crumbs } from '../../parts/Crumbs.tsx';
import { ExportMenu } from '../../parts/ExportMenu.tsx';
import { GoButton } from '../../parts/GoButton.tsx';
import { PageMenu } from '../../parts/PageMenu.tsx';
import { TalkButton } from '../../parts/TalkButton.tsx';
import { ToldButton } from '../../parts/told/ToldButton.tsx';
import { conditionOf, nameOf, together, type Pick } from '../../parts/picks.ts';
import { RecordsDrawer } from '../../parts/RecordsDrawer.tsx';
import { chartProblem, useAnswer } from '../../parts/use-answer.ts';
import { levelBelow, pathOf, type Level } from '../../parts/use-drill.ts';
import { useLook } from '../../parts/use-look.ts';
import { useSourceChanges } from '../../parts/use-source-changes.ts';
import { useFullScreen } from '@formwork/chart-ui/boards/use-full-screen.ts';
import { ViewerFilter } from './ViewerFilter.tsx';

interface Chosen {
  where?: Condition;
  levels: Level[];
}
const nothing: Chosen = { levels: [] };
const chartTools = (['filter', 'records', 'refresh', 'fullScreen', 'export'] as const).map((id) => ({ id }));

/** One released chart: narrowed, gone down into, followed to its records, taken away. */
export default function ChartViewPage() {
  const t = useT();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { dark } = useSkin();
  const { id = '' } = useParams();
  const [chosen, setChosen] = useAddressState('v', nothing);
  const [form, setForm] = useState<string>();
  const [records, setRecords] = useState<{ where: Condition | undefined; title: string }>();
  const frame = useRef<HTMLDivElement>(null);
  const { full, toggle } = useFullScreen(frame);
  const elements = useElements('chartView');
  const { levels, where } = chosen;
  const wheres = together([where, ...levels.map((level) => level.where)]);
  const picks: Pick[] = wheres && form !== undefined ? [{ form, where: wheres }] : [];
  // which form a condition is of is known from the first answer on
  const level = form === undefined ? 0 : levels.length;
  const answer = useAnswer(analyticsApi.chart, { params: { chartId: id }, body: { picks, level } });
  const { data } = answer;
  const formId = data?.definition.form ?? undefined;
  if (formId !== undefined && formId !== form) setForm(formId);
  useSourceChanges(data?.watch, () => void answer.refetch());
  const name = textIn(data?.name, locale);
  usePageTitle(name || undefined);
  useLook('chart', id);
  if (!data) {
    const refused = isApiError(answer.error) ? errorText(answer.error, t) : undefined;
    return <Unread of={[answer]} refused={refused} skeleton={<SkeletonPage />} />;
  }
  const { definition, result, mayEdit } = data;
  const rest = t('charts.word.rest');
  const show = (keys: Picked | undefined) => {
    const behind = keys && conditionOf(definition, result, keys, timeZone);
    // records that cannot be asked for are not all there are
    if (keys && !behind) return;
    setRecords({
      where: together([definition.where, wheres, behind]),
      title: (keys && nameOf(result.columns, keys, rest)) || name,
    });
  };
  const down = (keys: Picked) => {
    const next = levelBelow(data, levels.length, keys, { timeZone, rest });
    if (next) setChosen({ ...chosen, levels: [...levels, next] });
    else show(keys);
  };
  const file = (format: SavedFormat) =>
    documentAddress(analyticsApi.chartFile, {
      params: { chartId: id },
      query: {
        format,
        dark,
        ...(picks.length > 0 && { picks: JSON.stringify(picks) }),
        level,
        ...(level > 0 && { path: pathOf(levels) }),
      },
    });
  const tools = {
    filter: formId !== undefined && (
      <ViewerFilter
        formId={formId}
        where={where}
        onWhere={(next) => setChosen({ levels, ...(next && { where: next }) })}
      />
    ),
    records: (
      <Button icon={<UnorderedListOutlined />} onClick={() => show(undefined)}>
        {elements.title('tools', 'records', t('analytics.records'))}
      </Button>
    ),
    refresh: (
      <Button
        icon={<ReloadOutlined spin={answer.isFetching} />}
        aria-label={t('analytics.refresh')}
        title={t('analytics.refresh')}
        onClick={() => void answer.refetch()}
      />
    ),
    fullScreen: (
      <Button
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        aria-label={t('charts.full_screen')}
        title={t('charts.full_screen')}
        onClick={toggle}
      />
    ),
    export: <ExportMenu addressOf={file} />,
  };
  return (
    <Page
      fill
      flush
      title={name}
      back={pathTo('dashboards', {}, { tab: 'charts' })}
      actions={
        <>
          <FavouriteStar className="fw-icon-button analytics-framed" kind="chart" id={id} title={name} />
          {elements.arranged('tools', chartTools).map(({ id: tool }) => (
            <Fragment key={tool}>{tools[tool]}</Fragment>
          ))}
          <TalkButton kind="chart" thing={id} name={name} />
          <ToldButton kind="chart" thing={id} name={name} definition={definition} mayEdit={mayEdit} />
          {mayEdit && <GoButton href={pathTo('chartDesigner', { id })}>{t('analytics.edit')}</GoButton>}
          <PageMenu kind="chart" thing={id} name={name} mayEdit={mayEdit} fixed={picks} />
        </>
      }
    >
      <div ref={frame} className="analytics-view">
        <Crumbs levels={levels} onLevels={(next) => setChosen({ ...chosen, levels: next })} />
        <div className="analytics-view-chart">
          <Chart
            label={name}
            settings={definition.settings}
            result={result}
            stale={answer.isPlaceholderData}
            problem={chartProblem(answer)}
            onPick={down}
            onDrill={show}
          />
        </div>
      </div>
      {records && formId !== undefined && (
        <RecordsDrawer formId={formId} {...records} onClose={() => setRecords(undefined)} />
      )}
    </Page>
  );
}
