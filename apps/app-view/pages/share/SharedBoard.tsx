import { panelsOn } from '@formwork/chart-ui/boards/board-pages.ts';
import { StillPanel } from '@formwork/chart-ui/boards/StillPanel.tsx';
import { useSeen } from '@formwork/chart-ui/boards/use-seen.ts';
import { Chart } from '@formwork/chart-ui/Chart.tsx';
import type { Dashboard, DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { PanelGrid } from '@formwork/ui/panels/panel-grid.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { Tabs } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useSharedChart } from './opening.ts';

/** A dashboard with all its pages; each chart is asked for when it comes into sight. */
export function SharedBoard({ board, head }: { board: Dashboard; head: ReactNode }) {
  const locale = useLocale();
  const [page, setPage] = useState<string>();
  const [shown, panels] = panelsOn(board, page);
  return (
    <div className="share-thing">
      {head}
      {board.pages.length > 1 && (
        <Tabs
          className="share-tabs"
          activeKey={shown ?? ''}
          onChange={setPage}
          items={board.pages.map(({ id, title }) => ({ key: id, label: textIn(title, locale) }))}
        />
      )}
      <div className="analytics-board">
        <PanelGrid key={shown} places={panels.map(({ id, place }) => ({ id, ...place }))} phone={board.phone}>
          {(panelId) => {
            const panel = panels.find(({ id }) => id === panelId)!;
            return panel.is === 'chart' ? (
              <ChartPanel panel={panel} every={board.refresh} />
            ) : (
              <StillPanel panel={panel} />
            );
          }}
        </PanelGrid>
      </div>
    </div>
  );
}

const bare = { kind: 'bar' as const, slots: {}, marks: [], tones: [], notes: [], look: {} };

function ChartPanel({ panel, every }: { panel: Extract<DashboardPanel, { is: 'chart' }>; every: number | null }) {
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const enabled = useSeen(frame);
  const { data, problem } = useSharedChart({ part: panel.id, enabled, every });
  const title = textIn(panel.title ?? data?.name, locale);
  return (
    <div ref={frame} className="analytics-panel">
      <header>
        <h2 title={title}>{title}</h2>
      </header>
      <div className="analytics-panel-body">
        <Chart label={title} settings={data?.definition.settings ?? bare} result={data?.result} problem={problem} />
      </div>
    </div>
  );
}
