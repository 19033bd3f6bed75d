import type { Picked } from '@formwork/chart/parts/items.ts';
import type { Cell } from '@formwork/chart/result.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Jump } from '@formwork/contract/analytics/jump.ts';
import type { ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import type { Text } from '@formwork/contract/text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { createContext, type ComponentType, type CSSProperties, type ReactNode } from 'react';
import type { ChartProblem } from '../../ChartState.tsx';

export interface ElementProps<Is extends ScreenElement['is'] = ScreenElement['is']> {
  element: Extract<ScreenElement, { is: Is }>;
  /** The screen it is shown on; without it, it is being designed. */
  screen: string | undefined;
  every: number | null;
  scale: number;
  onFullScreen?: (() => void) | undefined;
}

export interface ShownChart {
  data: { name: Text; definition: ChartDefinition; result: ChartResult } | undefined;
  problem: ChartProblem | undefined;
  /** What is chosen in it, and what a click does, where a screen's charts narrow each other. */
  picks?: Readonly<Record<string, readonly Cell[]>> | undefined;
  onPick?: ((keys: Picked, add: boolean) => void) | undefined;
  onUnpick?: (() => void) | undefined;
}

export interface ElementChartProps {
  element: { id: string; chart: string | null; click?: string | undefined; jump?: Jump | undefined };
  screen: string | undefined;
  every: number | null;
  children: (shown: ShownChart) => ReactNode;
}

/** How a page reads the chart of an element, set by the stage: pages with rights of their own and pages of visitors ask in different ways. */
export const ElementChart = createContext<ComponentType<ElementChartProps>>(() => null);

/** Where a film of one's own lies, set by the stage: visitors have none. */
export const ElementVideo = createContext<(file: string) => string | undefined>(() => undefined);

type FilterElement = Extract<ScreenElement, { is: 'filter' }>;

/** How a page shows a filter of its screen; visitors have none. */
export const ElementFilter = createContext<ComponentType<{ element: FilterElement }>>(() => null);

/** A hue by its name, in the shade of the stage. */
export function hueStyle(hue: HueName | undefined): CSSProperties | undefined {
  if (hue === undefined) return undefined;
  return { '--stage-hue': `var(--fw-hue-${hueNames.indexOf(hue) + 1})` } as CSSProperties;
}

export function Missing({ code }: { code: string }) {
  const t = useT();
  return <div className="stage-none">{t(code)}</div>;
}
