import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { QualityCheck } from '@formwork/contract/assets/quality.ts';
import { retentionApi } from '@formwork/contract/assets/retention.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { openTable } from '../etl/endpoints/in-engine.ts';
import { at, drawTask, endOf } from '../etl/testing/drawing.ts';
import { asPerson } from '../identity/public.ts';
import { checkAsset } from './quality/check-asset.ts';

// Files that a task writes: looked into, measured and checked as tables are.

const formats = ['csv', 'excel', 'json', 'parquet'] as const;
let server: TestServer;
let admin: Client;
let user: Client;
let task: string;

const fileOf = (node: string) => admin.ok(assetsApi.ofThing, { params: { kind: 'file', ref: `${task}/${node}` } });

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user4')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '仓库' } } });
  const { id: form } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: {
      title: { zh: '领料' },
      definition: {
        format: 1,
        title: { zh: '领料' },
        layout: [],
        titleField: 'code',
        fields: [newField('text', { zh: '编号' }, 'code'), newField('number', { zh: '数量' }, 'amount')],
        tables: [],
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId: form }, body: { draftVersion: 1 } });
  for (const [code, amount] of [
    ['001', '5'],
    ['002', '12.5'],
    ['002', '-3'],
  ] as const)
    await admin.ok(recordsApi.create, {
      params: { formId: form },
      body: { commandId: randomUUID(), values: { code, amount }, slaves: {} },
    });
  const read = await admin.ok(etlTasksApi.columns, {
    body: { node: { ...at, id: 'read', kind: 'formSource', form, columns: [] } },
  });
  const columns = read.columns.filter(({ name }) => !name.startsWith('_'));
  const { id, version } = await admin.ok(definitionsApi.create, {
    params: { kind: 'etl_task' },
    body: {
      commandId: randomUUID(),
      name: { zh: '导出' },
      draft: drawTask(
        [
          { id: 'read', kind: 'formSource', form, columns },
          ...formats.map((format) => ({ id: format, kind: 'fileTarget' as const, format, name: `out {date}` })),
        ],
        formats.map((format) => `read>${format}`),
      ),
    },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'etl_task', id }, body: { version } });
  task = id;
  await vi.waitFor(() => fileOf('csv'));
}, 600_000);
afterAll(() => server.stop());

test('a file that no run has written yet says so', async () => {
  const { id } = await fileOf('csv');
  const params = { assetId: id };
  for (const answer of [
    await admin.call(assetsApi.sample, { params }),
    await admin.call(retentionApi.profile, { params }),
  ])
    expect([answer.status, codeOf(answer)]).toEqual([409, 'etl.file.not_written']);
});

test('files of each format are shown, measured, checked, and show what fails', async () => {
  const { id: runId } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
  expect(await endOf(admin, runId)).toMatchObject({ state: 'finished' });
  for (const format of formats) {
    const { id } = await fileOf(format);
    const params = { assetId: id };
    expect((await admin.ok(assetsApi.get, { params })).readable).toBe(true);
    const sample = await admin.ok(assetsApi.sample, { params });
    expect([format, sample.columns.map(({ key }) => key)]).toEqual([format, ['code', 'amount']]);
    expect(sample.rows.map(([code, amount]) => [code, Number(amount)]).toSorted()).toEqual([
      ['001', 5],
      ['002', -3],
      ['002', 12.5],
    ]);
    const profile = await admin.ok(retentionApi.profile, { params });
    expect([format, profile.rows, profile.columns.map(({ distinct }) => distinct)]).toEqual([format, 3, [2, 3]]);
    const rule = (check: QualityCheck) =>
      admin.ok(assetQualityApi.createRule, {
        params,
        body: { name: check.kind, check, severity: 'major', tolerance: 0, when: 'hand', enabled: true },
      });
    const unique = await rule({ kind: 'unique', columns: ['code'] });
    const positive = await rule({ kind: 'range', column: 'amount', least: '0', most: null });
    expect(await checkAsset({ platform: server.platform, spaceId: 'demo' }, id)).toMatchObject({
      checked: 2,
      failed: 2,
      broken: 0,
    });
    const failed = async (qualityRuleId: string) => admin.ok(assetQualityApi.failedRows, { params: { qualityRuleId } });
    expect((await failed(unique.id)).failed).toBe(2);
    expect((await failed(positive.id)).rows.map(([code]) => code)).toEqual(['002']);
  }
});

test('one that is larger than a look at it may be says so', async () => {
  const { platform } = server;
  const ctx = await asPerson({ platform, spaceId: 'demo' }, admin.id, 'test');
  const usedBy = { kind: 'assets.asset', id: 'test' };
  const look = async (node: string) => {
    const { endpoint, table } = await openTable(ctx, { task, node }, usedBy, 5);
    try {
      await endpoint.columns(table);
    } finally {
      await endpoint.close();
    }
  };
  for (const node of formats) await expect(look(node)).rejects.toMatchObject({ code: 'etl.file.too_big' });
});

test('whoever may not use the task reads nothing of its files', async () => {
  const { id } = await fileOf('csv');
  const answers = [
    await user.call(assetsApi.sample, { params: { assetId: id } }),
    await user.call(retentionApi.profile, { params: { assetId: id } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});
