import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetContractApi } from '@formwork/contract/assets/contract.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { field, newForm } from '../../../testing/forms.ts';
import { at, drawTask, endOf, release } from '../testing/drawing.ts';

// A task reads a form whose contract is broken: it goes on, says so, or waits until it is kept again.

let server: TestServer;
let admin: Client;
let formId: string;
let asset: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '约定' } } });
  const title = { zh: '守约的表单' };
  formId = await newForm(admin, appId, { title, titleField: 'code', fields: [field('text', 'code')] });
  asset = await vi.waitFor(
    async () => (await admin.ok(assetsApi.ofThing, { params: { kind: 'form', ref: formId } })).id,
  );
  await admin.ok(recordsApi.create, {
    params: { formId },
    body: { commandId: randomUUID(), values: { code: 'A' }, slaves: {} },
  });
}, 600_000);
afterAll(() => server.stop());

async function task(settings: Partial<EtlTask['settings']>): Promise<string> {
  const { columns } = await admin.ok(etlTasksApi.columns, {
    body: { node: { ...at, id: 'read', kind: 'formSource', form: formId, columns: [] } },
  });
  const id = await release(
    admin,
    'etl_task',
    drawTask(
      [
        { id: 'read', kind: 'formSource', form: formId, columns },
        { id: 'out', kind: 'fileTarget', format: 'csv', name: 'copy' },
      ],
      ['read>out'],
      settings,
    ),
  );
  // what it reads is told a moment after its release
  await vi.waitFor(async () => {
    const { rows } = await admin.ok(assetsApi.impact, { params: { assetId: asset }, query: { direction: 'down' } });
    expect(rows.map(({ address }) => address.id)).toContain(id);
  });
  return id;
}
const begin = async (taskId: string): Promise<string> =>
  (await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} })).id;
const told = async (kind: 'etlHeld' | 'etlWarned') =>
  (await admin.ok(messagesApi.list, { query: { kind } })).rows.length;

/** A column that is not there any more cannot be promised: the breach is a score that no check reached. */
async function promise(leastScore: number | null): Promise<void> {
  const before = await admin.ok(assetContractApi.contract, { params: { assetId: asset } });
  await admin.ok(assetContractApi.putContract, {
    params: { assetId: asset },
    body: {
      version: before?.version ?? 0,
      about: '',
      columns: [{ key: 'code', type: 'text' }],
      fresh: null,
      leastScore,
      rules: [],
      consumers: [],
      onRelease: 'warn',
    },
  });
}
const broken = async (): Promise<void> => {
  await server.platform.pool.query(`update ${spaceSchema('demo')}.assets_asset set score = 10 where id = $1`, [asset]);
  await promise(80);
  expect((await admin.ok(assetContractApi.contract, { params: { assetId: asset } }))!.state).toBe('broken');
};

test('a task that does not ask goes on', async () => {
  await broken();
  const job = await endOf(admin, await begin(await task({})));
  expect(job.state).toBe('finished');
});

test('a task that warns goes on, says whose contract is broken, and tells those it names', async () => {
  await broken();
  const job = await endOf(admin, await begin(await task({ contracts: 'warn', notify: [admin.id] })));
  expect(job.state).toBe('finished');
  const { result } = await admin.ok(runsApi.get, { params: { runId: job.id } });
  expect(result).toMatchObject({ contracts: ['守约的表单'] });
  expect(await told('etlWarned')).toBe(1);
});

test('a task that waits reads nothing until the contract is kept again', async () => {
  await broken();
  const runId = await begin(await task({ contracts: 'hold', notify: [admin.id] }));
  await vi.waitFor(async () => expect((await admin.ok(runsApi.get, { params: { runId } })).state).toBe('suspended'));
  const { steps } = await admin.ok(runsApi.steps, { params: { runId }, query: {} });
  expect(steps.map(({ error }) => error?.code)).toContain('etl.run.held');
  expect(await told('etlHeld')).toBe(1);
  await promise(5);
  const job = await endOf(admin, runId);
  expect(job).toMatchObject({ state: 'finished' });
  expect((await admin.ok(assetQualityApi.incidents, { query: { asset, limit: 50 } })).rows).toEqual([]);
});

test('one that waits goes on when the contract is taken back, and may be stopped', async () => {
  await broken();
  const id = await task({ contracts: 'hold' });
  const [goes, stops] = [await begin(id), await begin(id)];
  for (const runId of [goes, stops])
    await vi.waitFor(async () => expect((await admin.ok(runsApi.get, { params: { runId } })).state).toBe('suspended'));
  await admin.ok(runsApi.cancel, { params: { runId: stops } });
  expect((await endOf(admin, stops)).state).toBe('cancelled');
  await admin.ok(assetContractApi.removeContract, { params: { assetId: asset } });
  expect((await endOf(admin, goes)).state).toBe('finished');
});
