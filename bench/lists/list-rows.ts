import type { Browser, CDPSession } from '@playwright/test';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { median } from '../measure.ts';
import { callsOf } from '../product.ts';

const rows = 300;
const atOnce = 20;
const jump = 50;
/** Of the list's normal rows. */
const rowHeight = 36;
const parts = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

const types = ['text', 'number', 'singleSelect', 'date', 'percent', 'rating', 'switch', 'multiSelect'] as const;
const options = ['数控铣床', '车床', '焊接机器人', '循环泵'].map((zh, at) => ({ id: `o${at}`, label: { zh } }));
const configs: Partial<Record<(typeof types)[number], object>> = {
  singleSelect: { options },
  multiSelect: { options },
  percent: { min: 0, max: 100 },
  rating: { max: 5 },
};
const fields = Array.from({ length: 16 }, (_empty, at): Field => {
  const type = types[at % types.length]!;
  return {
    id: `column${String.fromCharCode(97 + at)}`,
    type,
    title: { zh: `第 ${at + 1} 列` },
    config: configs[type] ?? {},
  } as Field;
});
const definition: FormDefinition = {
  format: 1,
  title: { zh: '工单' },
  fields,
  tables: [],
  layout: [],
  titleField: fields[0]!.id,
  listFields: fields.map(({ id }) => id),
};

const valueOf: Record<(typeof types)[number], (n: number) => unknown> = {
  text: (n) => `主轴过热报警 ${n}`,
  number: (n) => n * 1.25,
  singleSelect: (n) => `o${n % 4}`,
  date: (n) => `2026-11-${String((n % 28) + 1).padStart(2, '0')}`,
  percent: (n) => n % 101,
  rating: (n) => (n % 5) + 1,
  switch: (n) => n % 2 === 0,
  multiSelect: (n) => [`o${n % 4}`, `o${(n + 1) % 4}`],
};

/** A list of 16 columns of eight types, as an administrator makes it. */
export async function makeList(url: string, cookie: string): Promise<string> {
  const call = callsOf(url, cookie);
  const app = await call('POST', '/forms/apps', { title: { zh: '设备维修' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: definition.title, definition });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  for (let from = 0; from < rows; from += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_empty, at) => {
        const values = Object.fromEntries(
          fields.map(({ id, type }) => [id, valueOf[type as keyof typeof valueOf](from + at)]),
        );
        return call('POST', `/records/${form.id}`, { values, slaves: {} });
      }),
    );
  return `/app/!/${app.id}?form=${form.id}`;
}

/** What fifty rows that come into sight take of the page's own thread, script, style and layout together, and how many elements a row is. */
export async function listRows(
  browser: Browser,
  url: string,
  address: string,
  cookie: { name: string; value: string },
): Promise<{ ms: number; elements: number }> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([{ ...cookie, url }]);
    const page = await context.newPage();
    await page.goto(url + address);
    await page.locator('.fw-list-row').first().waitFor();
    await page.evaluate(loadAll);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const times: number[] = [];
    for (let top = jump; top + jump <= rows; top += jump)
      for (const place of [top, top - jump]) {
        const before = await spent(session);
        await page.evaluate(scrollTo(place * rowHeight));
        times.push((await spent(session)) - before);
      }
    return { ms: median(times), elements: await page.evaluate(elementsOfRow) };
  } finally {
    await context.close();
  }
}

async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => sum + (parts.includes(name) ? value * 1_000 : 0), 0);
}

/** Runs in the page: to the end until every row has come. */
const loadAll = `(async () => {
  const box = document.querySelector('.fw-list-scroll');
  const count = () => Math.round((box.querySelector('.fw-list-rows')?.clientHeight ?? 0) / ${rowHeight});
  for (let tries = 0; count() < ${rows} && tries < 200; tries += 1) {
    box.scrollTop = box.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  box.scrollTop = 0;
  await new Promise((resolve) => setTimeout(resolve, 500));
})()`;

const scrollTo = (top: number): string => `(async () => {
  document.querySelector('.fw-list-scroll').scrollTop = ${top};
  for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
})()`;

/** Of a row that is neither under the pointer nor the cursor. */
const elementsOfRow = `[...document.querySelectorAll('.fw-list-row')].at(-1).querySelectorAll('*').length + 1`;
