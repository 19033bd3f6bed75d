import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import pg from 'pg';
import { startDatabase } from './database.ts';
import type { Figure } from './measure.ts';
import { callsOf, resultOf, signIn, startProduct } from './product.ts';
import { definition as plain, fillForm, valuesOf } from './scene.ts';

const records = Number(process.env.FORMWORK_BENCH_RECORDS ?? 1_000_000);
/** Of writers before the change, to be compared with those beside it. */
const quietSeconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const writers = 4;

const withFormula = (expression: string): FormDefinition => ({
  ...plain,
  title: { zh: '计算' },
  fields: [
    ...plain.fields,
    { id: 'total', type: 'formula', title: { zh: '合计' }, config: { expression, result: 'number' } },
  ],
});

/** A formula is changed over a large form while people go on saving: how long until every record has its value, and how long a save takes meanwhile. */
export async function recalculation(): Promise<Figure[]> {
  const database = await startDatabase();
  const product = await startProduct(database);
  try {
    const cookie = await signIn(product.url, 'admin');
    const call = callsOf(product.url, cookie);
    const app = await call('POST', '/forms/apps', { title: { zh: '计算' } });
    const form = await call('POST', `/forms/apps/${app.id}/forms`, {
      title: { zh: '计算' },
      definition: withFormula('amount * quantity'),
    });
    const formId = form.id;
    await call('POST', `/forms/${formId}/releases`, { draftVersion: 1 });
    const me = await call('GET', '/identity/me');
    await fillForm(database.url, formId, { owner: `'${me.id}'` }, records);

    const save = (n: number) => call('POST', `/records/${formId}`, { values: valuesOf(n) });
    const until = performance.now() + quietSeconds * 1_000;
    const quiet = await latencies(save, () => performance.now() < until);
    await call('PUT', `/forms/${formId}/draft`, {
      expectedVersion: 1,
      definition: withFormula('amount * quantity + 1'),
    });
    const began = performance.now();
    const released = await call<{ recalculation: string }>('POST', `/forms/${formId}/releases`, { draftVersion: 2 });
    let running = true;
    const beside = latencies(save, () => running);
    await resultOf(call, released.recalculation);
    const seconds = (performance.now() - began) / 1_000;
    running = false;
    const slowest = await beside;
    await checkValues(database.url, formId);
    return [
      { name: `formula change on ${records.toLocaleString('en')} rows`, unit: 's', better: 'lower', ours: seconds },
      { name: 'save beside it, p99', unit: 'ms', better: 'lower', ours: p99(slowest), limit: p99(quiet) },
    ];
  } finally {
    await product.stop();
    await database.stop();
  }
}

/** Milliseconds of each save, several people at once. */
async function latencies(save: (n: number) => Promise<unknown>, goesOn: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  let n = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (goesOn()) {
        const began = performance.now();
        await save(n++);
        taken.push(performance.now() - began);
      }
    }),
  );
  return taken;
}

/** Fast and wrong would be worthless. */
async function checkValues(databaseUrl: string, formId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const {
    rows: [wrong],
  } = await client.query<{ count: number }>(
    `select count(*)::int as count from space_demo.f_${formId} where total_n is distinct from amount_n * quantity_n + 1`,
  );
  await client.end();
  if (wrong?.count !== 0) throw new Error(`${wrong?.count} records hold a wrong value`);
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}
