import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { blankDefinition, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import { bulkApi, type BulkChange } from '@formwork/contract/records/bulk.ts';
import type { Import, Sheet } from '@formwork/contract/records/import.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { ended, watchWrites, type WriteWatch } from '../../../testing/writes.ts';

/** Whatever writes records: afterwards remembered totals and sums are right, and readers of the event log have been woken. */

let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;
let watch: WriteWatch;
const forms: Record<string, string> = {};

const field = <T extends Field['type']>(type: T, id: string, config: object = {}, more: Partial<Field> = {}): Field => {
  const made = newField(type, { zh: id }, id);
  return { ...made, config: { ...made.config, ...config }, ...more } as Field;
};
const form = (fields: Field[] = [], tables: FormDefinition['tables'] = []): FormDefinition => ({
  ...blankDefinition({ zh: '单' }),
  titleField: 'name',
  fields: [field('text', 'name'), field('number', 'amount'), ...fields],
  tables,
});

async function release(definition: FormDefinition): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = (await Promise.all(['admin', 'user'].map((login) => server.as(login)))) as [Client, Client];
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '仓库' } } })).id;
  forms.plain = await release(form());
  forms.bare = await release(form());
  forms.rows = await release(form([], [{ id: 'rows', title: { zh: '行' }, fields: [field('number', 'qty')] }]));
  forms.number = await release(
    form([field('autoNumber', 'no', { prefix: 'N-', date: 'none', digits: 4, start: 1, reset: 'never' })]),
  );
  forms.unique = await release(form([field('text', 'code', {}, { unique: true })]));
  forms.relation = await release(form([field('relation', 'of', { form: forms.plain })]));
  forms.slot = await release(
    form([
      field('singleSelect', 'room', { options: [{ id: 'a', label: { zh: 'a' } }] }),
      field('timeSlot', 'slot', { daysAhead: 700 }),
    ]),
  );
  forms.board = await release(
    form([field('singleSelect', 'state', { options: [{ id: 'open', label: { zh: '待办' } }] })]),
  );
  await admin.ok(viewsApi.create, {
    params: { formId: forms.board },
    body: {
      title: { zh: '看板' },
      type: 'board',
      scope: 'shared',
      settings: { board: { column: 'state', limits: { open: 50 } } },
    },
  });
  // a total of lines elsewhere
  forms.rollup = await release(form([field('relation', 'head', { form: forms.plain })]));
  const draft = await admin.ok(formsApi.getDraft, { params: { formId: forms.plain } });
  const { version: draftVersion } = await admin.ok(formsApi.saveDraft, {
    params: { formId: forms.plain },
    body: {
      expectedVersion: draft.version,
      definition: {
        ...draft.definition,
        fields: [
          ...draft.definition.fields,
          field('rollup', 'lines', { form: forms.rollup, via: 'head', field: 'amount', function: 'sum' }),
        ],
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId: forms.plain }, body: { draftVersion } });
  watch = watchWrites(server);
});
afterAll(() => server.stop());

let serial = 0;
/** A record that its form takes, whatever else was made. */
function entries(kind: string): Record<string, unknown> {
  serial += 1;
  const slot = `${new Date(Date.now() + serial * 86_400_000).toISOString().slice(0, 10)}T02:00:00.000Z`;
  return {
    name: `n${serial}`,
    amount: serial,
    ...(kind === 'unique' && { code: `c${serial}` }),
    ...(kind === 'slot' && { room: 'a', slot: [slot, new Date(Date.parse(slot) + 3_600_000).toISOString()] }),
    ...(kind === 'board' && { state: 'open' }),
  };
}

async function create(
  kind: string,
  more: Record<string, unknown> = {},
  commandId?: string,
  who = admin,
): Promise<string> {
  const slaves = kind === 'rows' ? { rows: [{ values: { qty: 2 } }] } : undefined;
  return (
    await who.ok(recordsApi.create, {
      params: { formId: forms[kind]! },
      body: {
        values: { ...entries(kind), ...more } as never,
        ...(slaves && { slaves }),
        ...(commandId && { commandId }),
      },
    })
  ).id;
}

const on = (...kinds: string[]): string[] => kinds.map((kind) => forms[kind]!);

describe('a record that is made', () => {
  test.each(['bare', 'plain', 'rows', 'number', 'unique', 'relation', 'slot', 'board'])(
    'on a form with %s',
    async (kind) => {
      const more = kind === 'relation' ? { of: [await create('plain')] } : {};
      await watch.after(admin, on(kind), () => create(kind, more));
      await watch.after(admin, on(kind), () => create(kind, more, randomUUID()));
    },
  );

  test('together with others', async () => {
    await watch.after(admin, on('bare'), () =>
      Promise.all(Array.from({ length: 30 }, (_, n) => create('bare', {}, n % 2 ? randomUUID() : undefined))),
    );
  });

  test('by a sheet, and taken back', async () => {
    const body = new FormData();
    body.append('file', new Blob(['name,amount\na,5\nb,6\n']), 'some.csv');
    const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
    const importId = await watch.after(admin, on('plain'), async () => {
      const started = await admin.ok(recordsApi.importSheet, {
        params: { formId: forms.plain! },
        body: {
          uploadId: sheet.uploadId,
          reading: sheet.reading,
          mapping: [
            { index: 0, field: 'name' },
            { index: 1, field: 'amount' },
          ],
        },
      });
      await ended(admin, started.jobId!);
      return started.importId;
    });
    await watch.after(admin, on('plain'), async () => {
      const { undo }: Import = await admin.ok(recordsApi.undoImport, { params: { importId } });
      expect(await ended(admin, undo!.jobId)).toMatchObject({ state: 'done', removed: 2 });
    });
  });
});

describe('a record that is changed', () => {
  test('by a save, one by one and many', async () => {
    const id = await create('plain');
    await watch.after(admin, on('plain'), () =>
      admin.ok(recordsApi.update, {
        params: { formId: forms.plain!, recordId: id },
        body: { expectedVersion: 1, values: { amount: 1_000 } },
      }),
    );
    const bulk = async (kind: string, ids: string[], change: BulkChange): Promise<unknown> =>
      ended(admin, (await admin.ok(bulkApi.start, { params: { formId: forms[kind]! }, body: { ids, change } })).jobId);
    for (const kind of ['plain', 'number', 'relation']) {
      const ids = [await create(kind), await create(kind)];
      expect(
        await watch.after(admin, on(kind), () => bulk(kind, ids, { does: 'edit', values: { amount: 77 } })),
      ).toMatchObject({ done: 2 });
      expect(await watch.after(admin, on(kind), () => bulk(kind, ids, { does: 'delete' }))).toMatchObject({ done: 2 });
    }
  });

  test('by rows that go to another', async () => {
    const [from, to] = [await create('rows'), await create('rows')];
    const { slaves } = await admin.ok(recordsApi.get, { params: { formId: forms.rows!, recordId: from } });
    await watch.after(admin, on('rows'), () =>
      admin.ok(shareApi.transferRows, {
        params: { formId: forms.rows!, recordId: from },
        body: { table: 'rows', rows: [slaves.rows![0]!.id], to, expectedVersion: 1 },
      }),
    );
  });

  test('by another owner, one by one and all', async () => {
    const id = await create('plain');
    await watch.after(admin, on('plain'), () =>
      admin.ok(shareApi.transfer, { params: { formId: forms.plain! }, body: { records: [id], to: user.id } }),
    );
    expect(
      await watch.after(admin, on('plain'), async () =>
        ended(
          admin,
          (
            await admin.ok(organizationApi.handOver, {
              params: { personId: user.id },
              body: { toId: admin.id, parts: ['records'], disable: false },
            })
          ).jobId,
        ),
      ),
    ).toMatchObject({ records: 1 });
  });

  test('by what it totals', async () => {
    const head = await create('plain');
    const line = await watch.after(admin, on('plain', 'rollup'), () => create('rollup', { head: [head], amount: 40 }));
    expect((await admin.ok(recordsApi.get, { params: { formId: forms.plain!, recordId: head } })).values.lines).toBe(
      40,
    );
    await watch.after(admin, on('plain', 'rollup'), () =>
      admin.ok(recordsApi.remove, { params: { formId: forms.rollup!, recordId: line } }),
    );
    expect((await admin.ok(recordsApi.get, { params: { formId: forms.plain!, recordId: head } })).values.lines).toBe(0);
  });
});

test('a record that goes, comes back and goes for good', async () => {
  const id = await create('plain');
  await watch.after(admin, on('plain'), () =>
    admin.ok(recordsApi.remove, { params: { formId: forms.plain!, recordId: id } }),
  );
  await watch.after(admin, on('plain'), () => admin.ok(binApi.restore, { body: { ids: [id] } }));
  await watch.after(admin, on('plain'), () =>
    admin.ok(recordsApi.remove, { params: { formId: forms.plain!, recordId: id } }),
  );
  await watch.after(admin, on('plain'), () => admin.ok(binApi.purge, { body: { ids: [id] } }));
});

test('a record that comes into sight, and out of it', async () => {
  const params = { formId: forms.plain!, recordId: await create('plain') };
  const { outcomes } = await watch.after(admin, on('plain'), () =>
    admin.ok(shareApi.share, {
      params,
      body: { records: [params.recordId], receivers: [{ kind: 'people', id: user.id }], level: 'view' },
    }),
  );
  expect(outcomes).toMatchObject([{ refused: null }]);
  expect(await user.ok(recordsApi.count, { params, query: {} })).toEqual({ total: 1, estimated: false });
  const { shares } = await admin.ok(shareApi.shares, { params });
  await watch.after(admin, on('plain'), () =>
    admin.ok(shareApi.endShare, { params: { ...params, shareId: shares[0]!.id } }),
  );
  expect((await user.call(recordsApi.count, { params, query: {} })).status).toBe(404);
});
