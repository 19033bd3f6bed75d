import type { engineOf } from '@formwork/chart/draw.ts';
import type { EChartsType } from 'echarts/core';

export type Engine = typeof import('echarts/core');
export type ChartInstance = EChartsType;

/** ECharts with the parts that a kind needs; each part comes once. */
export async function loadEngine(part: ReturnType<typeof engineOf>): Promise<Engine> {
  const [engine] = await Promise.all([
    import('echarts/core'),
    part === 'rare' ? import('./rare-parts.ts') : import('./usual-parts.ts'),
  ]);
  return engine;
}
