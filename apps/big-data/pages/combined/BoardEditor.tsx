import { Chart } from '@formwork/chart-ui/Chart.tsx';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { Dashboard, DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Designer } from '@formwork/ui/designer/designer.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { PanelEditor } from '@formwork/ui/panels/panel-editor.tsx';
import { PanelGrid } from '@formwork/ui/panels/panel-grid.tsx';
import { freePlace, type Place } from '@formwork/ui/panels/places.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import type { DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCallback, useState, type PointerEvent } from 'react';
import { panelsOn } from '@formwork/chart-ui/boards/board-pages.ts';
import { useCharts } from '../../parts/ChartChoice.tsx';
import { StillPanel } from '@formwork/chart-ui/boards/StillPanel.tsx';
import { chartProblem, useAnswer } from '../../parts/use-answer.ts';
import { BoardInspector } from './BoardInspector.tsx';
import { BoardPages } from './BoardPages.tsx';
import { BoardPalette, type NewPanel } from './BoardPalette.tsx';

/** Panels on the grid: added from the left, moved and sized in the middle, set at the right. */
export function BoardEditor({ document, bar, problems, readOnly: given }: DocumentParts<Dashboard>) {
  const t = useT();
  const locale = useLocale();
  const readOnly = usePhone() || given;
  const [page, setPage] = useState<string>();
  const [selected, setSelected] = useState<string>();
  const { body: board } = document;
  const [shown, panels] = panelsOn(board, page);
  const charts = useCharts();
  const nameOfChart = (id: string) => textIn(charts.data?.rows.find((row) => row.id === id)?.name, locale);
  const titleOf = (id: string) => {
    const panel = board.panels.find((one) => one.id === id);
    if (!panel) return '';
    if (panel.is === 'chart')
      return textIn(panel.title ?? undefined, locale) || nameOfChart(panel.chart) || t('analytics.panel.chart');
    if (panel.is === 'frame') return textIn(panel.title ?? undefined, locale) || t('analytics.panel.frame');
    return panel.is === 'text' ? textIn(panel.text, locale).slice(0, 40) : t('analytics.panel.picture');
  };
  const edit = (change: (board: Dashboard) => Dashboard, group?: string) => document.edit(change, group);
  const select = (id: string | undefined) => {
    setSelected(id);
    document.lookAt(id === undefined ? [] : ['panels', `#${id}`]);
  };
  const add = (made: NewPanel, size: { w: number; h: number }) => {
    const id = `p${Math.random().toString(36).slice(2, 10)}`;
    const { x, y, w, h } = freePlace(
      panels.map((panel) => ({ id: panel.id, ...panel.place })),
      size,
    );
    const panel = {
      ...made,
      id,
      place: { x, y, w, h },
      ...(shown !== undefined && shown !== board.pages[0]?.id && { page: shown }),
    };
    edit((now) => ({ ...now, panels: [...now.panels, panel] }));
    select(id);
  };
  const setPlaces = (places: Place[]) =>
    edit((now) => ({
      ...now,
      panels: now.panels.map((panel) => {
        const place = places.find(({ id }) => id === panel.id);
        if (!place) return panel;
        const { x, y, w, h } = place;
        return { ...panel, place: { x, y, w, h } };
      }),
    }));
  const remove = (id: string) => {
    if (selected === id) select(undefined);
    edit((now) => ({ ...now, panels: now.panels.filter((panel) => panel.id !== id) }));
  };
  const places = panels.map((panel) => ({ id: panel.id, ...panel.place }));
  // what a panel shows does not hang on where it lies: a drag draws none of them anew
  const content = JSON.stringify(panels.map(({ place: _place, ...panel }) => panel));
  const draw = useCallback(
    (id: string) => {
      const panel = (JSON.parse(content) as DashboardPanel[]).find((one) => one.id === id);
      if (!panel) return null;
      return panel.is === 'chart' ? <DraftPanel panel={panel} /> : <StillPanel panel={panel} still />;
    },
    [content],
  );
  const panel = board.panels.find(({ id }) => id === selected);
  return (
    <Designer
      bar={bar}
      problems={problems}
      onProblem={(problem) => select((problem as { node?: string }).node)}
      palette={!readOnly && <BoardPalette onAdd={add} />}
      inspector={
        <BoardInspector
          board={board}
          panel={panel}
          titleOf={titleOf}
          readOnly={readOnly}
          onBoard={edit}
          onPanel={(change, group) =>
            edit(
              (now) => ({ ...now, panels: now.panels.map((one) => (one.id === selected ? change(one) : one)) }),
              group,
            )
          }
          onDelete={() => selected !== undefined && remove(selected)}
        />
      }
    >
      <BoardPages board={board} shown={shown} readOnly={readOnly} onPage={setPage} onBoard={edit} />
      <div className="board-work" onPointerDown={(event) => isBeside(event) && select(undefined)}>
        {panels.length === 0 ? (
          <EmptyState title={t('analytics.board_empty')} hint={t('analytics.board_empty_hint')} />
        ) : readOnly ? (
          <PanelGrid places={places} phone={board.phone}>
            {draw}
          </PanelGrid>
        ) : (
          <PanelEditor
            key={shown}
            places={places}
            onPlaces={setPlaces}
            selected={selected}
            onSelect={select}
            onDelete={remove}
            titleOf={titleOf}
          >
            {draw}
          </PanelEditor>
        )}
      </div>
    </Designer>
  );
}

/** A chart as it will be seen, by the author's own rights. */
function DraftPanel({ panel }: { panel: Extract<DashboardPanel, { is: 'chart' }> }) {
  const locale = useLocale();
  const answer = useAnswer(analyticsApi.chart, { params: { chartId: panel.chart }, body: { picks: [] } });
  const title = textIn(panel.title ?? answer.data?.name, locale);
  return (
    <div className="analytics-panel">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="analytics-panel-body">
        <Chart
          still
          label={title}
          settings={answer.data?.definition.settings ?? bare}
          result={answer.data?.result}
          problem={chartProblem(answer)}
        />
      </div>
    </div>
  );
}

const bare = { kind: 'bar' as const, slots: {}, marks: [], tones: [], notes: [], look: {} };

/** On the ground around the grid, not on its scrollbar. */
function isBeside({ target, currentTarget, nativeEvent: { offsetX, offsetY } }: PointerEvent<HTMLElement>): boolean {
  return target === currentTarget && offsetX < currentTarget.clientWidth && offsetY < currentTarget.clientHeight;
}
