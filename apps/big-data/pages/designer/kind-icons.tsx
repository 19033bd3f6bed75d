import type { ChartKind } from '@formwork/contract/analytics/chart.ts';
import type { ReactNode } from 'react';

/** A sketch of each kind on a field of 24 by 24. */
const sketches: Record<ChartKind, string> = {
  table: 'M3 5h18M3 10h18M3 15h18M3 20h18M9 5v15',
  pivot: 'M3 5h18v15H3zM3 10h18M9 5v15M15 10v10',
  kpi: 'M5 9l3-3v12M12 8c0-3 6-3 6 0 0 4-6 4-6 10h7',
  gauge: 'M4 17a8 8 0 0 1 16 0M12 17l4-6',
  line: 'M3 18l5-7 5 4 8-10',
  area: 'M3 19v-6l5-4 5 4 8-7v13z',
  bar: 'M5 20v-8M10 20V5M15 20v-11M20 20v-6',
  stacked: 'M6 20v-6M6 12V8M12 20v-9M12 9V4M18 20v-4M18 14V9',
  share: 'M6 20V11M6 9V4M12 20v-6M12 12V4M18 20V9M18 7V4',
  combined: 'M5 20v-6M11 20V12M17 20v-9M3 9l6-4 5 3 7-5',
  pie: 'M12 4a8 8 0 1 0 8 8h-8z',
  ring: 'M12 4a8 8 0 1 0 8 8h-4a4 4 0 1 1-4-4z',
  rose: 'M12 12V3a9 9 0 0 1 7 5zM12 12l6 4a7 7 0 0 1-9 2zM12 12l-5-3',
  scatter: 'M6 17h.1M9 12h.1M13 14h.1M15 8h.1M18 10h.1M19 5h.1M8 7h.1',
  bubble: 'M8 15a3 3 0 1 0 .1 0M16 6a4 4 0 1 0 .1 0M16 17a2 2 0 1 0 .1 0',
  heat: 'M4 4h5v5H4zM10 4h5v5h-5zM16 4h4v5h-4zM4 10h5v5H4zM10 10h5v5h-5zM4 16h5v4H4zM16 16h4v4h-4z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h2M14 14h2',
  treemap: 'M4 4h16v16H4zM12 4v16M12 11h8M16 11v9',
  sunburst: 'M12 9a3 3 0 1 0 .1 0M12 4a8 8 0 1 0 .1 0M12 4v5M19 14l-4-1M6 17l3-3',
  sankey: 'M4 6c8 0 8 4 16 4M4 11c8 0 8 6 16 6M4 17c8 0 8-10 16-10',
  funnel: 'M4 5h16l-3 5H7zM7 11h10l-2 4H9zM9 16h6l-1 4h-4z',
  waterfall: 'M4 20v-8h3v8M9 12V8h3v4M14 8V4h3v4M19 20V4',
  radar: 'M12 3l8 6-3 10H7L4 9zM12 8l4 3-2 5h-4l-2-5z',
  box: 'M7 4v4M4 8h6v8H4zM7 16v4M4 12h6M17 3v3M14 6h6v8h-6zM17 14v5M14 10h6',
  candlestick: 'M7 4v3M5 7h4v8H5zM7 15v4M16 5v4M14 9h4v7h-4zM16 16v4',
  histogram: 'M4 20v-4h4v4M8 20V9h4v11M12 20V5h4v15M16 20v-7h4v7z',
  map: 'M9 4l6 2 5-2v14l-5 2-6-2-5 2V6zM9 4v14M15 6v14',
  cloud: 'M4 9h8M14 9h5M6 14h4M12 14h8M5 19h12M8 5h9',
  liquid: 'M12 4a8 8 0 1 0 .1 0M4 13c3-3 5 2 8 0s5-2 8 0',
  gantt: 'M4 6h8M8 11h9M12 16h8M6 20h6',
};

export const kindIcons = Object.fromEntries(
  Object.entries(sketches).map(([kind, path]) => [
    kind,
    <svg
      key={kind}
      viewBox="0 0 24 24"
      width="22"
      height="22"
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>,
  ]),
) as Record<ChartKind, ReactNode>;
