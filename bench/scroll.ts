import type { CDPSession } from '@playwright/test';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import pg from 'pg';
import { buildWeb } from '../tools/build.ts';
import { openBrowser, openPage } from './browser.ts';
import type { Figure } from './measure.ts';
import { callsOf, signIn, withProduct } from './product.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 10_000);
const columns = 20;
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5) * 2;
/** Of the list's normal rows. */
const rowHeight = 36;
const leastFrames = 55;
const longestTask = 100;

const types = ['text', 'number', 'date', 'singleSelect'] as const;
const options = ['a', 'b', 'c'].map((id, at) => ({
  id,
  label: { zh: `选项 ${id}` },
  color: (['blue', 'green', 'orange'] as const)[at]!,
}));
const fields = Array.from({ length: columns }, (_empty, at): Field => {
  const type = types[at % types.length]!;
  return {
    id: `field${String.fromCharCode(97 + at)}`,
    type,
    title: { zh: `第 ${at + 1} 列` },
    width: 140,
    config: type === 'singleSelect' ? { options } : {},
  } as Field;
});
const definition: FormDefinition = {
  format: 1,
  title: { zh: '滚动' },
  fields,
  tables: [],
  layout: [],
  titleField: fields[0]!.id,
  listFields: fields.map(({ id }) => id),
};
const values: Record<(typeof types)[number], string> = {
  text: `'文字内容 ' || n`,
  number: 'n * 1.25',
  date: `date '2026-01-01' + n % 365`,
  singleSelect: `(array['a', 'b', 'c'])[n % 3 + 1]`,
};

/** Frames a second and the longest task while a list of 10,000 loaded rows by 20 columns is scrolled from end to end in Chromium. */
export async function scroll(): Promise<Figure[]> {
  await buildWeb();
  return withProduct(async (product, database) => {
    const { address, cookie } = await makeScene(product.url, database.url);
    const { frames, task, loaded } = await measure(product.url, address, cookie);
    return [
      { name: 'scroll frames per second', unit: '/s', better: 'higher', ours: frames, limit: leastFrames },
      { name: 'scroll longest task ms', unit: 'ms', better: 'lower', ours: task, limit: longestTask },
      { name: 'scroll rows loaded', unit: 'rows', better: 'higher', ours: loaded, limit: rows },
    ];
  });
}

async function makeScene(url: string, databaseUrl: string): Promise<{ address: string; cookie: string }> {
  const cookie = await signIn(url, 'admin');
  const call = callsOf(url, cookie);
  const app = await call('POST', '/forms/apps', { title: { zh: '滚动' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: definition.title, definition });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const table = `space_demo.f_${form.id}`;
  const { rows: found } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0',
    [table],
  );
  const names = fields.map(({ id }) => found.find(({ name }) => name.startsWith(`${id}_`))!.name);
  await client.query(
    `insert into ${table} (id, created_at, modified_at, ${names.join(', ')}) select uuidv7(), now(), now(), ${fields.map(({ type }) => values[type as keyof typeof values]).join(', ')} from generate_series(1, ${rows}) n`,
  );
  await client.end();
  return { address: `/app/!/${app.id}?form=${form.id}`, cookie };
}

async function measure(
  url: string,
  address: string,
  cookie: string,
): Promise<{ frames: number; task: number; loaded: number }> {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, url, cookie);
    await page.goto(url + address, { timeout: 120_000 });
    await page.locator('.fw-list-row').first().waitFor({ timeout: 120_000 });
    const loaded = await page.evaluate<number>(loadAll(rows));
    await page.waitForTimeout(1_500);
    const session = await page.context().newCDPSession(page);
    // processor time of the page's own thread: what others on the machine do is not in it
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await metricsOf(session);
    const result = await page.evaluate<{ drawn: number; frames: number; task: number }>(scrollAlong(seconds));
    const after = await metricsOf(session);
    const perFrame = (name: string): string =>
      `${name} ${((((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000) / result.drawn).toFixed(2)} ms`;
    console.error(
      `processor time a frame: ${['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration', 'TaskDuration'].map(perFrame).join(', ')}`,
    );
    return { ...result, loaded };
  } finally {
    await browser.close();
  }
}

async function metricsOf(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Runs in the page: to the end again and again, until every row has come; then back to the top. */
const loadAll = (wanted: number): string => `(async () => {
  const box = document.querySelector('.fw-list-scroll');
  const count = () => Math.round((box.querySelector('.fw-list-rows')?.clientHeight ?? 0) / ${rowHeight});
  for (let tries = 0; count() < ${wanted} && tries < 3000; tries += 1) {
    box.scrollTop = box.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  box.scrollTop = 0;
  return count();
})()`;

/** Runs in the page: as fast as a wheel that is turned without rest, two screens a second for half of the time, then ten. */
const scrollAlong = (time: number): string => `(async () => {
  const box = document.querySelector('.fw-list-scroll');
  let task = 0;
  const observer = new PerformanceObserver((entries) => { for (const { duration } of entries.getEntries()) task = Math.max(task, duration); });
  observer.observe({ type: 'longtask' });
  const far = box.scrollHeight - box.clientHeight;
  const began = performance.now();
  let drawn = 0;
  await new Promise((resolve) => {
    let last = began;
    const step = (now) => {
      drawn += 1;
      const speed = now - began < ${time * 500} ? 2 : 10;
      box.scrollTop = (box.scrollTop + ((now - last) / 1000) * speed * box.clientHeight) % far;
      last = now;
      if (now - began < ${time * 1_000}) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  observer.disconnect();
  return { drawn, frames: drawn / ((performance.now() - began) / 1000), task };
})()`;
