import { BarChartOutlined, DownloadOutlined, TableOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Chart } from '@formwork/chart-ui/Chart.tsx';
import { engineOf } from '@formwork/chart/draw.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { analyticsApi, savedFormats } from '@formwork/contract/analytics/api.ts';
import type { Dashboard, DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRef, useState } from 'react';
import { nextPick, picksFor, valuesOf, type Chosen, type CrossPick } from '../../parts/chosen.ts';
import { Crumbs } from '../../parts/Crumbs.tsx';
import { conditionOf, nameOf, together } from '../../parts/picks.ts';
import { RecordsDrawer } from '../../parts/RecordsDrawer.tsx';
import { chartProblem, useAnswer } from '../../parts/use-answer.ts';
import { levelBelow, pathOf, picksOf, type Level } from '../../parts/use-drill.ts';
import { useJump } from '../../parts/use-jump.ts';
import { useSourceChanges } from '../../parts/use-source-changes.ts';
import { Leading } from '@formwork/chart-ui/boards/jumping.tsx';
import { useSeen } from '@formwork/chart-ui/boards/use-seen.ts';

interface Props {
  dashboardId: string;
  board: Dashboard;
  panel: Extract<DashboardPanel, { is: 'chart' }>;
  chosen: Chosen;
  onPick: (panel: string, pick: CrossPick | undefined) => void;
  onLevels: (levels: Level[]) => void;
}

/** A chart of a dashboard: narrowed by the filters and by what is chosen in others, narrowing them in turn. */
export function ChartPanel({ dashboardId, board, panel, chosen, onPick, onLevels }: Props) {
  const t = useT();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { dark } = useSkin();
  const frame = useRef<HTMLDivElement>(null);
  const seen = useSeen(frame);
  const [records, setRecords] = useState<{ where: Condition | undefined; title: string }>();
  const [asTable, setAsTable] = useState(false);
  const jump = useJump();
  const params = { dashboardId, panelId: panel.id };
  const levels = chosen.d[panel.id] ?? none;
  const picks = [...picksFor(board, chosen, panel.id), ...picksOf(levels)];
  const level = levels.length;
  const answer = useAnswer(
    analyticsApi.panel,
    { params, body: { picks, level } },
    { enabled: seen, every: board.refresh },
  );
  const { data } = answer;
  const formId = data?.definition.form ?? undefined;
  useSourceChanges(data?.watch, () => void answer.refetch());
  const title = textIn(panel.title ?? data?.name, locale);
  const pick = chosen.x[panel.id];
  const rest = t('charts.word.rest');
  const askFor = (keys: Picked) => data && conditionOf(data.definition, data.result, keys, timeZone);
  const recordsBehind = (keys: Picked | undefined): Condition | undefined => {
    if (!data) return undefined;
    const narrowing = picks.filter((one) => one.form === formId).map(({ where }) => where);
    return together([data.definition.where, ...narrowing, keys && askFor(keys)]);
  };
  const show = (keys: Picked | undefined) => {
    // records that cannot be asked for are not all there are
    if (!data || (keys && !askFor(keys))) return;
    setRecords({ where: recordsBehind(keys), title: (keys && nameOf(data.result.columns, keys, rest)) || title });
  };
  const press = (keys: Picked, add: boolean) => {
    if (!data || formId === undefined) return;
    const below = levelBelow(data, level, keys, { timeZone, rest });
    if (below) onLevels([...levels, below]);
    else if (panel.click === 'records') show(keys);
    else if (panel.click === 'jump') {
      const { definition, result } = data;
      if (panel.jump && (panel.jump.to !== 'form' || askFor(keys)))
        jump(panel.jump, { definition, result, keys, where: recordsBehind(keys) });
    } else if (panel.click !== 'none')
      onPick(
        panel.id,
        nextPick(data, pick, keys, { add, timeZone, words: { and: t('charts.word.and'), rest }, levels }),
      );
  };
  return (
    <div ref={frame} className="analytics-panel">
      <header>
        <h2 title={title}>
          <Leading jump={panel.jump}>{title}</Leading>
        </h2>
        {data && formId !== undefined && (
          <MenuButton
            label={t('analytics.panel_menu', { panel: title })}
            align="end"
            items={[
              ...(engineOf(data.definition.settings.kind) === 'none'
                ? []
                : [
                    {
                      id: 'table',
                      title: t(asTable ? 'charts.menu.picture' : 'charts.menu.table'),
                      icon: asTable ? <BarChartOutlined /> : <TableOutlined />,
                      onSelect: () => setAsTable(!asTable),
                    },
                  ]),
              {
                id: 'records',
                title: t('analytics.records'),
                icon: <UnorderedListOutlined />,
                onSelect: () => show(undefined),
              },
              ...savedFormats.map((format) => ({
                id: format,
                title: t(`analytics.export_as.${format}`),
                icon: <DownloadOutlined />,
                onSelect: () =>
                  location.assign(
                    documentAddress(analyticsApi.panelFile, {
                      params,
                      query: {
                        format,
                        dark,
                        ...(picks.length > 0 && { picks: JSON.stringify(picks) }),
                        level,
                        ...(level > 0 && { path: pathOf(levels) }),
                      },
                    }),
                  ),
              })),
            ]}
          />
        )}
      </header>
      <Crumbs levels={levels} onLevels={onLevels} />
      <div className="analytics-panel-body">
        <Chart
          label={title}
          settings={data?.definition.settings ?? bare}
          result={data?.result}
          stale={answer.isPlaceholderData}
          problem={chartProblem(answer)}
          {...(pick && { picks: valuesOf(pick.keys) })}
          onPick={press}
          onUnpick={() => pick && onPick(panel.id, undefined)}
          onDrill={show}
          asTable={asTable}
          onAsTable={setAsTable}
        />
      </div>
      {records && formId !== undefined && (
        <RecordsDrawer formId={formId} {...records} onClose={() => setRecords(undefined)} />
      )}
    </div>
  );
}

const none: Level[] = [];
const bare = { kind: 'bar' as const, slots: {}, marks: [], tones: [], notes: [], look: {} };
