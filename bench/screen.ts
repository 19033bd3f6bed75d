import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import type { ChartKind, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { emptyScreen, type Screen, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { buildWeb } from '../tools/build.ts';
import { openBrowser, openPage } from './browser.ts';
import type { Figure } from './measure.ts';
import { callsOf, signIn, withProduct, type Call } from './product.ts';
import { definition, fillForm } from './scene.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 600);
const records = 2_000;
const components = 60;
/** Of them, drawn as charts. */
const canvases = 36;
const [leastFrames, mostGrowth] = [50, 20];
/** Until it has drawn everything once and rests. */
const warmMs = 10_000;

/** A data screen of 60 live components at 1920x1080, with a record made each second beside it: frames and memory over ten minutes. */
export async function screen(): Promise<Figure[]> {
  await buildWeb();
  return withProduct(async (product, database) => {
    const cookie = await signIn(product.url, 'admin');
    const call = callsOf(product.url, cookie);
    const { formId, screenId } = await makeScene(call, database.url);
    const { frames, worst, growth } = await measure(product.url, screenId, cookie, () =>
      call('POST', `/records/${formId}`, { values: { title: '新增' } }),
    );
    return [
      { name: 'screen frames per second', unit: '/s', better: 'higher', ours: frames, limit: leastFrames },
      { name: 'screen frames of the worst 10 s', unit: '/s', better: 'higher', ours: worst, limit: leastFrames },
      { name: 'screen memory growth mb', unit: 'MB', better: 'lower', ours: growth, limit: mostGrowth },
    ];
  });
}

async function makeScene(call: Call, databaseUrl: string): Promise<{ formId: string; screenId: string }> {
  const app = await call('POST', '/forms/apps', { title: { zh: '大屏' } });
  const { id: formId } = await call('POST', `/forms/apps/${app.id}/forms`, { title: { zh: '大屏' }, definition });
  await call('POST', `/forms/${formId}/releases`, { draftVersion: 1 });
  const me = await call('GET', '/identity/me');
  await fillForm(databaseUrl, formId, { owner: `'${me.id}'` }, records);
  const group = definition.fields.find(({ type }) => type === 'singleSelect')!.id;
  const figure = definition.fields.find(({ type }) => type === 'number')!.id;
  const chart = async (kind: ChartKind, slots: Record<string, Omit<ChartUse, 'id'>[]>): Promise<string> => {
    const uses = Object.fromEntries(
      Object.entries(slots).map(([slot, list]) => [slot, list.map((use, at) => ({ id: `${slot}${at}`, ...use }))]),
    );
    const draft = { form: formId, where: null, settings: { ...emptyChart().settings, kind, slots: uses } };
    return released(call, 'chart', draft);
  };
  const by = [{ field: group }];
  const sum = [{ field: figure, fn: 'sum' as const }];
  const charts = [
    await chart('bar', { x: by, y: sum }),
    await chart('line', { x: [{ field: '_createdAt', step: 'month' }], y: sum }),
    await chart('pie', { x: by, y: sum }),
    await chart('gauge', { y: sum }),
  ];
  const figures = await chart('kpi', { y: [{ field: '', fn: 'count' }] });
  const elements = Array.from({ length: components }, (_, at) => elementAt(at, charts, figures));
  const screenId = await released(call, 'screen', { ...emptyScreen(), refresh: 10, elements } satisfies Screen);
  return { formId, screenId };
}

/** Ten across and six down. */
function elementAt(at: number, charts: readonly string[], figures: string): ScreenElement {
  const box = {
    id: `e${at}`,
    name: `${at}`,
    x: (at % 10) * 190 + 10,
    y: Math.floor(at / 10) * 178 + 8,
    w: 180,
    h: 168,
  };
  const [bars] = charts;
  switch (at % 10) {
    case 6:
      return { ...box, is: 'digits', chart: figures, size: 40 };
    case 7:
      return { ...box, is: 'rolling', chart: bars!, rows: 4, seconds: 2 };
    case 8:
      return { ...box, is: 'ranking', chart: bars!, rows: 5 };
    case 9:
      return at % 20 === 9
        ? { ...box, is: 'clock', size: 24, shows: 'both' }
        : { ...box, is: 'marquee', text: { zh: '设备运行平稳，注意交接班记录' }, size: 20, seconds: 8 };
    default:
      return { ...box, is: 'chart', chart: charts[at % charts.length]! };
  }
}

async function released(call: Call, kind: 'chart' | 'screen', draft: unknown): Promise<string> {
  const { id } = await call('POST', `/definitions/${kind}`, { commandId: randomUUID(), name: { zh: '大屏' }, draft });
  const { version } = await call<{ version: number }>('GET', `/definitions/${kind}/${id}`);
  await call('POST', `/definitions/${kind}/${id}/releases`, { version });
  return id;
}

async function measure(
  url: string,
  screenId: string,
  cookie: string,
  write: () => Promise<unknown>,
): Promise<{ frames: number; worst: number; growth: number }> {
  const browser = await openBrowser();
  let failed: unknown;
  const writing = setInterval(() => {
    write().catch((error: unknown) => {
      failed = error;
    });
  }, 1_000);
  try {
    const page = await openPage(browser, url, cookie, { width: 1920, height: 1080 });
    await page.goto(`${url}/screen/${screenId}`, { timeout: 120_000 });
    await page
      .locator('canvas')
      .nth(canvases - 1)
      .waitFor({ timeout: 120_000 });
    await page.waitForTimeout(warmMs);
    const session = await page.context().newCDPSession(page);
    const before = await memoryMb(session);
    const windows: number[] = [];
    for (let left = seconds; left > 0; left -= 10) windows.push(await framesIn(page, Math.min(10, left)));
    const growth = (await memoryMb(session)) - before;
    if (failed) throw failed as Error;
    return {
      frames: windows.reduce((sum, one) => sum + one, 0) / windows.length,
      worst: Math.min(...windows),
      growth: Math.max(0, growth),
    };
  } finally {
    clearInterval(writing);
    await browser.close();
  }
}

/** Frames a second over so many seconds. */
const framesIn = (page: Page, length: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    let frames = 0;
    const next = (now) => {
      frames += 1;
      if (now - began < ${length * 1_000}) requestAnimationFrame(next);
      else resolve((frames * 1_000) / (now - began));
    };
    requestAnimationFrame(next);
  })`);

/** What the page holds once all that is not held is gone. */
async function memoryMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}
