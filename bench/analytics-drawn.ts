import { randomUUID } from 'node:crypto';
import type { ChartDefinition, Dashboard } from '@formwork/contract/analytics/definition.ts';
import { emptyDashboard } from '@formwork/contract/analytics/definition.ts';
import { openBrowser, openPage } from './browser.ts';
import type { Call } from './product.ts';

/** Six across: on a display that is high enough all of them are in view. */
const [across, wide, high] = [6, 4, 5];
const view = { width: 1440, height: 1_900 };
const patience = { timeout: 120_000 };

/**
 * A dashboard of charts that nobody asked before, in a browser that has nothing of the product yet: until the first of them is drawn,
 * and until all are, in milliseconds from the moment the address is gone to.
 */
export async function drawn(
  url: string,
  cookie: string,
  call: Call,
  charts: readonly ChartDefinition[],
): Promise<{ first: number; all: number }> {
  const ids: string[] = [];
  for (const chart of charts) ids.push(await released(call, 'chart', chart));
  const board: Dashboard = {
    ...emptyDashboard(),
    panels: ids.map((chart, at) => ({
      id: `p${at}`,
      is: 'chart' as const,
      chart,
      title: null,
      place: { x: (at % across) * wide, y: Math.floor(at / across) * high, w: wide, h: high },
    })),
  };
  const dashboard = await released(call, 'dashboard', board);
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, url, cookie, view);
    const began = performance.now();
    const many = async (count: number): Promise<number> => {
      await page
        .locator('.analytics-panel canvas')
        .nth(count - 1)
        .waitFor(patience);
      return performance.now() - began;
    };
    // as the product links to it
    await page.goto(`${url}/space-demo/dashboard/${dashboard}`, patience);
    const first = await many(1);
    return { first, all: await many(charts.length) };
  } finally {
    await browser.close();
  }
}

async function released(call: Call, kind: 'chart' | 'dashboard', draft: unknown): Promise<string> {
  const { id } = await call('POST', `/definitions/${kind}`, { commandId: randomUUID(), name: { zh: '看板' }, draft });
  const { version } = await call<{ version: number }>('GET', `/definitions/${kind}/${id}`);
  await call('POST', `/definitions/${kind}/${id}/releases`, { version });
  return id;
}
