import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import { bulkApi, type BulkResult } from '@formwork/contract/records/bulk.ts';
import type { Import, Sheet } from '@formwork/contract/records/import.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inSpace } from '../../../../platform/db/space-data.ts';
import { codeOf } from '../../../../testing/server.ts';
import {
  admin,
  close,
  created,
  definitionOf,
  field,
  open,
  release,
  saved,
  server,
  write,
} from '../../../forms/testing/designing.ts';
import { setProcessState } from '../../public.ts';
import { beforeStatement } from '../../../../testing/before-statement.ts';

/** A field that is unique among the records of which a condition is true: whoever writes, however the condition became true. */
beforeAll(open);
afterAll(close);

const taken = {
  status: 409,
  body: { code: 'records.record.value_taken', fields: [{ path: 'code', code: 'records.value.taken' }] },
};
const active = (more: Partial<Field> = {}) => [
  field('text', 'code', { uniqueIf: 'active = true', ...more }),
  field('switch', 'active'),
  field('text', 'name'),
];

async function form(fields: Field[] = active(), more: Parameters<typeof definitionOf>[1] = {}): Promise<string> {
  const formId = await created(definitionOf(fields, more));
  expect((await release(formId)).status).toBe(200);
  return formId;
}

const create = (formId: string, values: Record<string, unknown>) =>
  admin.call(recordsApi.create, { params: { formId }, body: { values: values as never } });
const update = (
  formId: string,
  { id, version }: { id: string; version: number },
  values: Record<string, unknown>,
  slaves?: object,
) =>
  admin.call(recordsApi.update, {
    params: { formId, recordId: id },
    body: { expectedVersion: version, values: values as never, ...(slaves && { slaves: slaves as never }) },
  });
const keysOf = async (formId: string): Promise<string[]> =>
  (
    await server.platform.owner.query<{ name: string }>({
      text: "select attname::text as name from pg_attribute where attrelid = (select oid from pg_class where relname = $1) and attname like 'code\\_%u%' and not attisdropped order by 1",
      values: [`f_${formId}`],
    })
  ).rows.map(({ name }) => name);

describe('a field that is unique under a condition', () => {
  test('refuses what another holds of which it is true, in saves of either, and lets go what is no longer so', async () => {
    const formId = await form();
    const first = await write(formId, { code: 'A', active: true });
    const idle = await write(formId, { code: 'A', active: false });
    await write(formId, { code: 'A' });
    await write(formId, { active: true });
    await write(formId, { active: true });
    expect(await create(formId, { code: 'A', active: true })).toMatchObject(taken);
    expect(await update(formId, idle, { active: true }), 'the condition becomes true').toMatchObject(taken);
    expect((await update(formId, first, { active: false })).status).toBe(200);
    expect((await update(formId, idle, { active: true })).status).toBe(200);
    expect(await update(formId, { ...first, version: 2 }, { active: true, name: 'x' })).toMatchObject(taken);
    expect((await update(formId, { ...first, version: 2 }, { active: true, code: 'B' })).status).toBe(200);
    // nothing of what the database keeps for it is told
    expect(
      Object.keys((await admin.ok(recordsApi.get, { params: { formId, recordId: first.id } })).values).filter(
        (id) => !id.startsWith('_'),
      ),
    ).toEqual(['code', 'active', 'name']);
  });

  test('lets exactly one of fifty win who save the same at once', async () => {
    const formId = await form();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) => create(formId, { code: 'same', active: true, name: `${n}` })),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of made.filter(({ status }) => status !== 200)) expect(refused).toMatchObject(taken);
    const idle = await Promise.all(Array.from({ length: 50 }, () => write(formId, { code: 'later', active: false })));
    const turned = await Promise.all(idle.map((record) => update(formId, record, { active: true })));
    expect(turned.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('holds in bulk changes, and in what comes back from the bin', async () => {
    const formId = await form();
    const [first, second] = [
      await write(formId, { code: 'A', active: false, name: 'eins' }),
      await write(formId, { code: 'A', active: false, name: 'zwei' }),
    ];
    const { jobId } = await admin.ok(bulkApi.start, {
      params: { formId },
      body: { ids: [first.id, second.id], change: { does: 'edit', values: { active: true } } },
    });
    const result = await vi.waitFor(async () => {
      const job = await admin.ok(runsApi.get, { params: { runId: jobId } });
      expect(job.state).toBe('finished');
      return job.result as BulkResult;
    });
    expect(result).toMatchObject({ done: 1, refused: 1, refusals: [{ code: 'records.value.taken', field: 'code' }] });
    const { rows } = await admin.ok(recordsApi.list, {
      params: { formId },
      query: { filter: JSON.stringify({ field: 'active', operator: 'eq', value: true }) },
    });
    expect(rows).toHaveLength(1);
    await admin.ok(recordsApi.remove, { params: { formId, recordId: rows[0]!.id } });
    await write(formId, { code: 'A', active: true });
    expect((await admin.ok(binApi.restore, { body: { ids: [rows[0]!.id] } })).outcomes).toMatchObject([
      { refused: 'value_taken', field: { zh: 'code' } },
    ]);
  });

  test('holds in imports: rows that would be double are left out with their reason, and an undo that would make doubles keeps them', async () => {
    const formId = await form([
      field('text', 'code', { uniqueIf: 'state = "on"' }),
      field('text', 'state'),
      field('text', 'name'),
    ]);
    await write(formId, { code: 'A', state: 'on' });
    const done = await imported(formId, 'code,state,name\nA,on,1\nA,off,2\nB,on,3\nB,on,4\nC,off,5\nC,off,6\n', [
      'code',
      'state',
      'name',
    ]);
    expect(done).toMatchObject({
      state: 'finished',
      imported: 4,
      failed: 2,
      failures: [
        { line: 2, column: 'code', code: 'records.value.taken' },
        { line: 5, column: 'code', code: 'records.value.taken' },
      ],
    });
    const again = await imported(formId, 'name,state\n2,on\n3,off\n', ['name', 'state'], {
      mode: 'update',
      key: ['name'],
    });
    expect(again).toMatchObject({ updated: 1, failed: 1, failures: [{ line: 2, code: 'records.value.taken' }] });
    await write(formId, { code: 'B', state: 'on' });
    await admin.ok(recordsApi.undoImport, { params: { importId: again.importId } });
    await vi.waitFor(async () =>
      expect((await admin.ok(recordsApi.getImport, { params: { importId: again.importId } })).undo).toMatchObject({
        state: 'done',
        kept: 1,
        restored: 0,
      }),
    );
  });

  test('follows formulas, slave rows, states of processes and owners that its condition speaks of', async () => {
    const formId = await form(
      [
        field('text', 'code', { uniqueIf: 'total > 10 and not(list contains(["invalid"], _processState))' }),
        field('rollup', 'total', { config: { table: 'rows', field: 'qty', function: 'sum' } as never }),
      ],
      { tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('number', 'qty')] }] },
    );
    const ctx = {
      platform: server.platform,
      spaceId: 'demo',
      requestId: 'test',
      ip: '',
      user: { id: admin.id, role: 'admin' as const },
    };
    const make = (qty: number) =>
      admin.call(recordsApi.create, {
        params: { formId },
        body: { values: { code: 'A' }, slaves: { rows: [{ values: { qty } }] } },
      });
    const big = (await make(11)).body as { id: string; version: number };
    const small = (await make(1)).body as { id: string; version: number };
    expect(await make(12)).toMatchObject(taken);
    expect(await update(formId, small, {}, { rows: [{ values: { qty: 20 } }] })).toMatchObject(taken);
    const to = (recordId: string, state: 'invalid' | 'finished') =>
      inSpace(ctx, (tx) => setProcessState(tx, ctx, { formId, recordId, state, nodes: [], executors: [] }));
    await to(big.id, 'invalid');
    expect((await update(formId, small, {}, { rows: [{ values: { qty: 20 } }] })).status).toBe(200);
    await expect(to(big.id, 'finished'), 'a state that would make two of it').rejects.toMatchObject({
      code: 'records.record.value_taken',
      fields: [{ path: 'code' }],
    });
  });

  test('is told where a record of another form would follow a save and become a double', async () => {
    const target = await form([field('text', 'name'), field('switch', 'live')]);
    const [one, two] = [
      await write(target, { name: '1', live: true }),
      await write(target, { name: '2', live: false }),
    ];
    const formId = await form([
      field('text', 'code', { uniqueIf: 'live = true' }),
      field('relation', 'of', { config: { form: target, cardinality: 'manyToOne', onDelete: 'clear' } as never }),
      field('lookup', 'live', { config: { relation: 'of', field: 'live' } as never }),
    ]);
    await write(formId, { code: 'A', of: [one.id] });
    await write(formId, { code: 'A', of: [two.id] });
    expect(await update(target, two, { live: true })).toMatchObject({
      status: 409,
      body: { code: 'records.record.value_taken_elsewhere', data: { form: '表单', field: 'code' } },
    });
    expect((await update(target, one, { live: false })).status).toBe(200);
    expect((await update(target, two, { live: true })).status).toBe(200);
  });

  test('draws automatic numbers that are not held already', async () => {
    const formId = await form([
      field('autoNumber', 'code', {
        uniqueIf: 'active = true',
        config: { prefix: 'N-', date: 'none', digits: 2, start: 1, reset: 'never', editable: true } as never,
      }),
      field('switch', 'active'),
      field('text', 'name'),
    ]);
    await write(formId, { code: 'N-01', active: true });
    expect((await write(formId, { active: true })).values.code).toBe('N-02');
    expect(await create(formId, { code: 'N-02', active: true })).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'code', code: 'records.value.number_taken' }] },
    });
  });
});

describe('a release', () => {
  test('asks of records that are there, tells doubles, and fills what is new and what changes', async () => {
    const formId = await form(active({ uniqueIf: undefined }));
    const twins = [await write(formId, { code: 'A', active: true }), await write(formId, { code: 'A', active: true })];
    await write(formId, { code: 'A', active: false });
    await saved(formId, () => definitionOf(active()));
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toContainEqual({
      action: 'addIndex',
      field: 'code',
      title: { zh: 'code' },
    });
    const refused = await release(formId);
    expect([refused.status, codeOf(refused), (refused.body as { data?: unknown }).data]).toEqual([
      409,
      'forms.release.values_not_unique',
      { field: 'code' },
    ]);
    await admin.ok(recordsApi.remove, { params: { formId, recordId: twins[1]!.id } });
    expect((await release(formId)).status).toBe(200);
    expect(await create(formId, { code: 'A', active: true })).toMatchObject(taken);
    const [before] = await keysOf(formId);

    // the other way round: what was free is held, what was held is free
    await saved(formId, () => definitionOf(active({ uniqueIf: 'active = false' })));
    expect((await release(formId)).status).toBe(200);
    expect(await create(formId, { code: 'A', active: false })).toMatchObject(taken);
    await write(formId, { code: 'A', active: true });
    expect(await keysOf(formId)).toHaveLength(2);
    const {
      tables: [main],
    } = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(
      main!.columns
        .filter(({ name }) => name.startsWith('code_tu'))
        .map(({ name, origin }) => [name === before, origin])
        .sort(),
    ).toEqual([
      [false, 'own'],
      [true, 'retired'],
    ]);

    // back to the first: what was written meanwhile counts
    await saved(formId, () => definitionOf(active()));
    expect(codeOf(await release(formId))).toBe('forms.release.values_not_unique');
    await saved(formId, () => definitionOf(active({ uniqueIf: 'active = true and name != null' })));
    expect((await release(formId)).status).toBe(200);
    await write(formId, { code: 'A', active: true });
    await write(formId, { code: 'A', active: true, name: 'x' });
    expect(await create(formId, { code: 'A', active: true, name: 'y' })).toMatchObject(taken);
    const purged = await admin.call(formsApi.purgeRetired, {
      params: { formId },
      body: { table: `f_${formId}`, column: before! },
    });
    expect(purged.status).toBe(200);
    expect(await keysOf(formId)).toHaveLength(2);
  });

  test('goes from always to sometimes and back, and follows a formula that changes', async () => {
    const twice = (expression: string) =>
      field('formula', 'twice', { config: { expression, result: 'number' } as never });
    const fields = (more: Partial<Field>, expression = 'amount * 2') => [
      field('text', 'code', more),
      field('number', 'amount'),
      twice(expression),
    ];
    const formId = await form(fields({ unique: true }));
    await write(formId, { code: 'A', amount: 1 });
    expect(await create(formId, { code: 'A', amount: 1 })).toMatchObject(taken);
    await saved(formId, () => definitionOf(fields({ uniqueIf: 'twice > 10' })));
    expect((await release(formId)).status).toBe(200);
    await write(formId, { code: 'A', amount: 2 });
    await write(formId, { code: 'A', amount: 6 });
    expect(await create(formId, { code: 'A', amount: 6 })).toMatchObject(taken);
    await saved(formId, () => definitionOf(fields({ uniqueIf: 'twice > 10' }, 'amount * 6')));
    expect(codeOf(await release(formId)), 'the new formula makes two of them').toBe('forms.release.values_not_unique');
    await saved(formId, () => definitionOf(fields({ unique: true })));
    expect(codeOf(await release(formId))).toBe('forms.release.values_not_unique');
  });

  test('misses nothing that is saved under the release before while it fills', async () => {
    const formId = await form(active({ uniqueIf: undefined }));
    const idle = await write(formId, { code: 'A', active: false });
    await saved(formId, () => definitionOf(active()));
    // behind the filling, before the new release is published
    const between = beforeStatement('create unique index concurrently', () => update(formId, idle, { active: true }));
    expect((await release(formId)).status).toBe(200);
    expect(between.end()).toBe(true);
    expect(await create(formId, { code: 'A', active: true })).toMatchObject(taken);
  });

  test('refuses it where it cannot be kept: for files, with an expression that is wrong', async () => {
    const formId = await created(
      definitionOf([field('attachment', 'aa', { uniqueIf: 'true' }), field('text', 'bb', { uniqueIf: 'nothing = 1' })]),
    );
    const { problems } = await admin.ok(formsApi.planRelease, { params: { formId } });
    expect(problems.map(({ code, field: at }) => [code, at])).toEqual(
      expect.arrayContaining([
        ['forms.problem.not_unique_type', 'aa'],
        ['forms.problem.expression', 'bb'],
      ]),
    );
  });
});

async function imported(
  formId: string,
  csv: string,
  fields: string[],
  more: { mode?: 'update'; key?: string[] } = {},
): Promise<Import & { importId: string }> {
  const body = new FormData();
  body.append('file', new Blob([csv]), 'a.csv');
  const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: { ...sheet.reading, headerRow: true },
      titles: sheet.columns.map(({ title }) => title),
      mapping: fields.map((name, index) => ({ index, field: name })),
      ...more,
    },
  });
  return vi.waitFor(async () => {
    const found = await admin.ok(recordsApi.getImport, { params: { importId } });
    expect(['finished', 'failed', 'cancelled']).toContain(found.state);
    return { ...found, importId };
  });
}
