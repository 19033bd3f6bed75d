import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import pg from 'pg';
import { createdTrail } from '../server/src/modules/records/write/created.ts';
import { compilePlan, createParams, type FormPlan } from '../server/src/modules/records/plan/plan.ts';
import { newId } from '../server/src/platform/ids.ts';
import type { Doer } from '../server/src/platform/db/space-data.ts';
import { startDatabase } from './database.ts';
import { connections, ratePerSecond } from './load.ts';
import { median, rawRatePerSecond, type Figure } from './measure.ts';
import { type Call, callsOf, resultOf, signIn, startProduct } from './product.ts';
import { fillForm, definition as plain } from './scene.ts';
import { settled } from './settled.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const rounds = 3;
const fieldCount = 30;
const rowCount = 20;
const changed = 10_000;

/** A large form: records of 30 fields with 20 slave rows are made, and one value of 10,000 records is changed at once. */
export async function wide(): Promise<Figure[]> {
  const database = await startDatabase();
  const product = await startProduct(database);
  try {
    const cookie = await signIn(product.url, 'admin');
    const call = callsOf(product.url, cookie);
    const app = await call('POST', '/forms/apps', { title: { zh: '宽表' } });
    const formOf = async (definition: FormDefinition): Promise<string> => {
      const { id } = await call('POST', `/forms/apps/${app.id}/forms`, { title: definition.title, definition });
      await call('POST', `/forms/${id}/releases`, { draftVersion: 1 });
      return id;
    };
    const me = await call('GET', '/identity/me');
    const pool = new pg.Pool({ connectionString: database.url, max: connections });
    try {
      return [
        await creation(product, database.url, cookie, await formOf(large), me.id, pool),
        await bulkChange(product, database.url, call, await formOf(plain), me.id, pool),
      ];
    } finally {
      await pool.end();
    }
  } finally {
    product.resume();
    await product.stop();
    await database.stop();
  }
}

const kinds = [
  { type: 'text', config: {} },
  { type: 'number', config: { decimals: 2 } },
  { type: 'date', config: {} },
] as const;
const fields = (count: number, prefix: string): Field[] =>
  Array.from(
    { length: count },
    (_, n) =>
      ({ id: `${prefix}${n}`, title: { zh: `${prefix} ${n}` }, ...kinds[n % kinds.length] }) as unknown as Field,
  );
const large: FormDefinition = {
  format: 1,
  title: { zh: '宽表' },
  fields: fields(fieldCount, 'f'),
  tables: [{ id: 'rows', title: { zh: '行' }, fields: fields(6, 'c') }],
  layout: [],
  titleField: 'f0',
};

function valuesOf(all: readonly Field[], n: number): Record<string, unknown> {
  return Object.fromEntries(
    all.map(({ id, type }, at) => [
      id,
      type === 'text' ? `value ${n} of ${id}` : type === 'number' ? n + at / 4 : '2026-03-04',
    ]),
  );
}

const record = (n: number) => ({
  values: valuesOf(large.fields, n),
  slaves: {
    rows: Array.from({ length: rowCount }, (_, at) => ({ values: valuesOf(large.tables[0]!.fields, n + at) })),
  },
});

async function creation(
  product: { url: string; pause(): void; resume(): void },
  databaseUrl: string,
  cookie: string,
  formId: string,
  userId: string,
  pool: pg.Pool,
): Promise<Figure> {
  const plan = compilePlan(
    {
      spaceId: 'demo',
      formId,
      appId: '',
      release: 1,
      definition: large,
      rules: [],
      appRules: [],
      buttons: noButtonSettings,
      speakers: [],
    },
    () => 'Asia/Shanghai',
  );
  const ours: number[] = [];
  const limit: number[] = [];
  let n = 0;
  const rate = (time: number) =>
    ratePerSecond({
      url: product.url,
      headers: { cookie },
      seconds: time,
      request: () => ({ method: 'POST', path: `/api/records/${formId}`, body: JSON.stringify(record(n++)) }),
    });
  await rate(seconds * 2);
  for (let round = 0; round < rounds; round++) {
    await settled(databaseUrl);
    ours.push(await rate(seconds));
    // held still: what it has left to do must not slow down the limit
    product.pause();
    limit.push(await rawRatePerSecond(seconds, () => createRaw(pool, plan, userId, n++)));
    product.resume();
    console.error(`create: ${Math.round(ours.at(-1)!)} /s of ${Math.round(limit.at(-1)!)}`);
  }
  return {
    name: `create of ${fieldCount} fields and ${rowCount} rows`,
    unit: '/s',
    better: 'higher',
    ours: median(ours),
    limit: median(limit),
  };
}

/** The statements of the form's plan in a transaction, without a server, rights or checks. */
async function createRaw(pool: pg.Pool, plan: FormPlan, userId: string, n: number): Promise<void> {
  const { values, slaves } = record(n);
  const stored = {
    id: newId(),
    at: new Date().toISOString(),
    creator: userId,
    department: null,
    values: values as never,
  };
  const doer = { spaceId: 'demo', requestId: 'bench', ip: '127.0.0.1', user: { id: userId } } as Doer;
  const [table] = plan.slaves;
  const rows = slaves.rows.map((row, position) => ({
    id: newId(),
    position,
    ...Object.fromEntries(
      table!.columns.map((column) => [column.sql.slice(1, -1), column.carried(row.values[column.id] as never)]),
    ),
  }));
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      ...plan.statements.create,
      values: [...createParams(plan, stored), ...createdTrail(doer, plan, stored)],
    } as pg.QueryConfig);
    await client.query({ ...table!.upsert, values: [stored.id, JSON.stringify(rows)] } as pg.QueryConfig);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** From the call to the end of the job; the limit does the same to as many records with statements of its own, history and events included. */
async function bulkChange(
  product: { pause(): void; resume(): void },
  databaseUrl: string,
  call: Call,
  formId: string,
  userId: string,
  pool: pg.Pool,
): Promise<Figure> {
  await fillForm(databaseUrl, formId, { owner: `'${userId}'` });
  const { rows } = await pool.query<{ id: string }>(`select id from space_demo.f_${formId} limit ${changed * 2}`);
  const ids = rows.map(({ id }) => id);
  const ours: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await settled(databaseUrl);
    const began = performance.now();
    const { jobId } = await call<{ jobId: string }>('POST', `/records/${formId}/bulk-changes`, {
      ids: ids.slice(0, changed),
      change: { does: 'edit', values: { quantity: 1_000 + round } },
    });
    const { done } = await resultOf<{ done: number }>(call, jobId);
    if (done !== changed) throw new Error(`${done} records in place of ${changed} were changed`);
    ours.push((performance.now() - began) / 1_000);
    product.pause();
    const rawBegan = performance.now();
    for (let from = changed; from < ids.length; from += 500)
      await pool.query(rawChange(formId), [ids.slice(from, from + 500), 2_000 + round, userId]);
    limit.push((performance.now() - rawBegan) / 1_000);
    product.resume();
    console.error(`bulk change: ${ours.at(-1)!.toFixed(2)} s, limit ${limit.at(-1)!.toFixed(2)} s`);
  }
  return {
    name: `change of ${changed.toLocaleString('en')} records`,
    unit: 's',
    better: 'lower',
    ours: median(ours),
    limit: median(limit),
  };
}

const rawChange = (
  formId: string,
): string => `with before as (select id, quantity_n from space_demo.f_${formId} where id = any($1::uuid[]) order by id for update),
  changed as (update space_demo.f_${formId} r set quantity_n = $2::numeric, version = version + 1, modifier = $3::uuid, modified_at = now() from before b where r.id = b.id returning r.id, r.version, b.quantity_n as old),
  history as (insert into space_demo.records_history (record_id, id, form_id, version, kind, actor, at, changes) select id, uuidv7(), '${formId}', version, 'updated', $3::uuid, now(), jsonb_build_object('quantity', jsonb_build_array(old, $2::numeric)) from changed)
  insert into space_demo.event (id, type, subject, actor, at, request_id, ip, data) select uuidv7(), 'records.updated', id::text, $3::uuid, now(), 'bench', '127.0.0.1', jsonb_build_object('formId', '${formId}', 'recordId', id, 'version', version) from changed`;
