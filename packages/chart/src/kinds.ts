import type { ChartKind } from '@formwork/contract/analytics/chart.ts';
import type { KindSpec } from './drawn.ts';
import { area } from './kinds/area.ts';
import { bar } from './kinds/bar.ts';
import { box } from './kinds/box.ts';
import { bubble } from './kinds/bubble.ts';
import { calendar } from './kinds/calendar.ts';
import { candlestick } from './kinds/candlestick.ts';
import { cloud } from './kinds/cloud.ts';
import { combined } from './kinds/combined.ts';
import { funnel } from './kinds/funnel.ts';
import { gantt } from './kinds/gantt.ts';
import { gauge } from './kinds/gauge.ts';
import { heat } from './kinds/heat.ts';
import { histogram } from './kinds/histogram.ts';
import { kpi } from './kinds/kpi.ts';
import { line } from './kinds/line.ts';
import { liquid } from './kinds/liquid.ts';
import { map } from './kinds/map.ts';
import { pie } from './kinds/pie.ts';
import { pivot } from './kinds/pivot.ts';
import { radar } from './kinds/radar.ts';
import { ring } from './kinds/ring.ts';
import { rose } from './kinds/rose.ts';
import { sankey } from './kinds/sankey.ts';
import { scatter } from './kinds/scatter.ts';
import { share } from './kinds/share.ts';
import { stacked } from './kinds/stacked.ts';
import { sunburst } from './kinds/sunburst.ts';
import { table } from './kinds/table.ts';
import { treemap } from './kinds/treemap.ts';
import { waterfall } from './kinds/waterfall.ts';

/** Every kind of chart. A new one: its name in the contract, its file in kinds/, its line here and in `reads.ts`. */
export const kinds = {
  table,
  pivot,
  kpi,
  gauge,
  line,
  area,
  bar,
  stacked,
  share,
  combined,
  pie,
  ring,
  rose,
  scatter,
  bubble,
  heat,
  calendar,
  treemap,
  sunburst,
  sankey,
  funnel,
  waterfall,
  radar,
  box,
  candlestick,
  histogram,
  map,
  cloud,
  liquid,
  gantt,
} satisfies Record<ChartKind, KindSpec>;
