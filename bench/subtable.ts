import type { Page } from '@playwright/test';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { buildWeb } from '../tools/build.ts';
import { openBrowser, openPage } from './browser.ts';
import type { Figure } from './measure.ts';
import { callsOf, signIn, withProduct } from './product.ts';

const rowCount = 5_000;
/** Cells that are written, five keys each. */
const cells = 40;
const mostMs = 50;

/**
 * `keystroke p95 ms`: a slave table of 5,000 rows and 12 columns, three of them formulas and two with totals, is edited in
 * real Chromium. Measured from the key's own time to the frame that shows it, for every key: those that open a cell, those
 * that write in it, and those that leave it, after which formulas, totals, roll-ups and errors are right again.
 */
export async function subtable(): Promise<Figure[]> {
  await buildWeb();
  return withProduct(async (product) => {
    const cookie = await signIn(product.url, 'admin');
    const address = await filledRecord(product.url, cookie);
    return [
      {
        name: 'keystroke p95 ms',
        unit: 'ms',
        ours: await typed(product.url, cookie, address),
        limit: mostMs,
        better: 'lower',
      },
    ];
  });
}

const number = (id: string): Field => newField('number', { zh: id }, id);
const formula = (id: string, expression: string): Field => ({
  ...newField('formula', { zh: id }, id),
  config: { expression, result: 'number', decimals: 2 },
});

const definition: FormDefinition = {
  format: 1,
  title: { zh: '大从表' },
  titleField: 'name',
  fields: [
    newField('text', { zh: '名称' }, 'name'),
    {
      ...newField('rollup', { zh: '合计' }, 'total'),
      config: { table: 'rows', field: 'net', function: 'sum', decimals: 2 },
    },
  ],
  tables: [
    {
      id: 'rows',
      title: { zh: '明细' },
      totals: ['qty', 'net'],
      fields: [
        number('qty'),
        number('price'),
        newField('text', { zh: 'item' }, 'item'),
        newField('date', { zh: 'day' }, 'day'),
        number('discount'),
        newField('text', { zh: 'note' }, 'note'),
        number('weight'),
        newField('text', { zh: 'place' }, 'place'),
        number('rate'),
        formula('gross', 'qty * price'),
        formula('net', 'gross - gross * discount / 100'),
        formula('load', 'if qty > 10 then weight * qty else weight'),
      ],
    },
  ],
  layout: [],
};

/** The address of a record with all its rows, open for editing. */
async function filledRecord(url: string, cookie: string): Promise<string> {
  const call = callsOf(url, cookie);
  const app = await call('POST', '/forms/apps', { title: { zh: 'bench' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: definition.title, definition });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  const rows = Array.from({ length: rowCount }, (_, at) => ({
    values: {
      qty: (at % 40) + 1,
      price: 12.5,
      item: `item ${at}`,
      day: '2026-03-01',
      discount: at % 10,
      note: 'note',
      weight: 2.25,
      place: 'A1',
      rate: 3,
    },
  }));
  const record = await call('POST', `/records/${form.id}`, { values: { name: 'large' }, slaves: { rows } });
  return `${url}/form?app=${app.id}&table=${form.id}&record=${record.id}&mode=edit`;
}

async function typed(url: string, cookie: string, address: string): Promise<number> {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, url, cookie);
    await page.goto(address);
    await page.locator('.fw-sheet-cell').first().waitFor();
    await page.locator('.fw-sheet-row[data-row="0"] .fw-sheet-cell[data-column="0"]').click();
    await write(page, 5);
    await watchKeys(page);
    await write(page, cells);
    const times = await page.evaluate<number[]>('globalThis.keyTimes');
    return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
  } finally {
    await browser.close();
  }
}

async function write(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await page.keyboard.type(`${at % 10}7.5\n`, { delay: 25 });
}

/** From the time the key came to the first frame behind it. As text: it runs in the page, whose types are not those of this file. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.keyTimes = [];
    addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => globalThis.keyTimes.push(performance.now() - timeStamp);
      port2.postMessage(undefined);
    }), true);
  `);
}
