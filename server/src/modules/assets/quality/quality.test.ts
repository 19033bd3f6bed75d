import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { QualityCheck, QualityRule, QualityRuleInput } from '@formwork/contract/assets/quality.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { checkAsset } from './check-asset.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let stranger: Client;
let formId: string;
let asset: number;
let parts: number;

const field = <T extends Field['type']>(type: T, id: string): Field => ({ ...newField(type, { zh: id }, id) }) as Field;
const definition = (title: string, fields: Field[]): FormDefinition => ({
  format: 1,
  title: { zh: title },
  layout: [],
  titleField: 'code',
  fields,
  tables: [],
});

async function release(title: string, fields: Field[]): Promise<string> {
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: title } } });
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: { zh: title }, definition: definition(title, fields) },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

const add = (form: string, values: Record<string, unknown>) =>
  admin.ok(recordsApi.create, {
    params: { formId: form },
    body: { commandId: randomUUID(), values: values as never, slaves: {} },
  });

async function assetOf(title: string): Promise<number> {
  return vi.waitFor(async () => {
    const { rows } = await admin.ok(assetsApi.list, { query: { limit: 50, search: title } });
    const found = rows.find((row) => row.title.zh === title);
    expect(found).toBeDefined();
    return found!.id;
  });
}

const input = (check: QualityCheck, part: Partial<QualityRuleInput> = {}): QualityRuleInput => ({
  name: check.kind,
  check,
  severity: 'major',
  tolerance: 0,
  when: 'hand',
  enabled: true,
  ...part,
});
const rule = (check: QualityCheck, part: Partial<QualityRuleInput> = {}): Promise<QualityRule> =>
  admin.ok(assetQualityApi.createRule, { params: { assetId: asset }, body: input(check, part) });
const check = () => checkAsset({ platform: server.platform, spaceId: 'demo' }, asset);
const quality = () => admin.ok(assetQualityApi.quality, { params: { assetId: asset } });
const clear = async () => {
  for (const { id } of (await quality()).rules)
    await admin.ok(assetQualityApi.removeRule, { params: { qualityRuleId: id } });
};

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, stranger] = [await server.as('admin'), await server.as('user4'), await server.as('other-admin')];
  const partForm = await release('零件', [field('text', 'code')]);
  formId = await release('检验', [
    field('text', 'code'),
    field('text', 'part'),
    field('number', 'weight'),
    field('date', 'day'),
  ]);
  for (const code of ['A', 'B']) await add(partForm, { code });
  for (const values of [
    { code: 'N-1', part: 'A', weight: 1, day: '2026-01-01' },
    { code: 'N-1', part: 'B', weight: 2, day: '2026-01-02' },
    { code: 'x', part: 'C', weight: 300, day: '2026-01-03' },
    { code: 'N-4', part: null, weight: null, day: null },
  ])
    await add(formId, values);
  [asset, parts] = [await assetOf('检验'), await assetOf('零件')];
});
afterAll(() => server.stop());

describe('quality of assets', () => {
  test('each kind of rule counts what fails, and shows the rows', async () => {
    const expected: [QualityCheck, failed: number, shown: string[]][] = [
      [{ kind: 'filled', column: 'part' }, 1, ['N-4']],
      [{ kind: 'unique', columns: ['code'] }, 2, ['N-1', 'N-1']],
      [{ kind: 'range', column: 'weight', least: '0', most: '100' }, 1, ['x']],
      [{ kind: 'range', column: 'day', least: '2026-01-02', most: null }, 1, ['N-1']],
      [{ kind: 'list', column: 'part', values: ['A', "B'"] }, 2, ['N-1', 'x']],
      [{ kind: 'pattern', column: 'code', pattern: String.raw`N-\d+` }, 1, ['x']],
      [{ kind: 'expression', expression: 'weight < 100' }, 2, ['N-4', 'x']],
      [{ kind: 'reference', column: 'part', asset: parts, otherColumn: 'code' }, 1, ['x']],
    ];
    const made: QualityRule[] = [];
    for (const [one] of expected) made.push(await rule(one));
    expect(await check()).toEqual({ checked: expected.length, failed: expected.length, broken: 0 });
    const { rules } = await quality();
    for (const [at, [{ kind }, failed, shown]] of expected.entries()) {
      const now = rules.find(({ id }) => id === made[at]!.id)!;
      expect([kind, now.state, now.last?.failed, now.last?.checked]).toEqual([kind, 'failed', failed, 4]);
      const rows = await admin.ok(assetQualityApi.failedRows, { params: { qualityRuleId: now.id } });
      expect([kind, rows.failed, rows.rows.map(([code]) => code).toSorted()]).toEqual([kind, failed, shown]);
      expect(rows.columns.map(({ key }) => key)).toEqual(['code', 'part', 'weight', 'day']);
    }
    await clear();
  });

  test('rules of all rows together', async () => {
    await rule({ kind: 'volume', least: 5, most: null, swing: null }, { name: 'few' });
    await rule({ kind: 'volume', least: 1, most: 100, swing: 50 }, { name: 'usual' });
    await rule({ kind: 'fresh', column: 'day', hours: 1 }, { name: 'old' });
    await rule({ kind: 'fresh', column: 'day', hours: 80_000 }, { name: 'fresh' });
    await rule({ kind: 'drift', column: 'weight', most: 0.1 }, { name: 'drift' });
    await check();
    const { rules } = await quality();
    expect(Object.fromEntries(rules.map(({ name, state }) => [name, state]))).toEqual({
      few: 'failed',
      usual: 'passed',
      old: 'failed',
      fresh: 'passed',
      drift: 'passed',
    });
    expect(rules.find(({ name }) => name === 'few')!.last?.value).toBe(4);
    expect(codeOf(await admin.call(assetQualityApi.failedRows, { params: { qualityRuleId: rules[0]!.id } }))).toBe(
      'assets.rule.not_of_rows',
    );
    await clear();
  });

  test('what cannot be checked is refused at its field', async () => {
    const refused = async (one: QualityCheck) => {
      const answer = await admin.call(assetQualityApi.createRule, { params: { assetId: asset }, body: input(one) });
      const { fields } = answer.body as { fields?: { path: string }[] };
      return [codeOf(answer), fields?.[0]?.path];
    };
    expect(await refused({ kind: 'filled', column: 'gone' })).toEqual(['assets.rule.column_gone', 'check.column']);
    expect(await refused({ kind: 'range', column: 'code', least: '1', most: null })).toEqual([
      'assets.rule.column_fits_not',
      'check.column',
    ]);
    expect(await refused({ kind: 'range', column: 'weight', least: '1', most: 'much' })).toEqual([
      'assets.rule.column_fits_not',
      'check.most',
    ]);
    expect(await refused({ kind: 'pattern', column: 'code', pattern: '(' })).toEqual([
      'assets.rule.pattern_wrong',
      'check.pattern',
    ]);
    for (const expression of ['weight <', 'weight + 1', "read_text('/etc/passwd') = ''"])
      expect(await refused({ kind: 'expression', expression })).toEqual([
        'assets.rule.expression_wrong',
        'check.expression',
      ]);
    expect(await refused({ kind: 'reference', column: 'part', asset: parts, otherColumn: 'gone' })).toEqual([
      'assets.rule.column_gone',
      'check.otherColumn',
    ]);
    expect((await refused({ kind: 'reference', column: 'part', asset: 999_999, otherColumn: 'code' }))[0]).toBe(
      'assets.asset.not_found',
    );
  });

  test('the score is the weighted share that passes, and a critical failure caps it', async () => {
    await rule({ kind: 'filled', column: 'part' }, { severity: 'minor' });
    await rule({ kind: 'filled', column: 'code' }, { severity: 'critical' });
    await check();
    // 3 of 3 and 1 x 3/4 of 4
    expect((await quality()).score).toBe(93);
    expect((await quality()).trend.at(-1)?.score).toBe(93);
    await rule({ kind: 'unique', columns: ['code'] }, { severity: 'critical', tolerance: 10 });
    await check();
    expect((await quality()).score).toBe(59);
    expect((await admin.ok(assetsApi.overview, {})).score).not.toBeNull();
    await clear();
  });

  test('an incident begins with a failure, is solved by two good results, and comes back as itself', async () => {
    const { id } = await rule({ kind: 'filled', column: 'part' }, { severity: 'critical' });
    await admin.ok(assetQualityApi.follow, { params: { assetId: asset }, body: { followed: true } });
    expect((await admin.ok(assetsApi.get, { params: { assetId: asset } })).followed).toBe(true);
    await check();
    await check();
    const open = async () => (await admin.ok(assetQualityApi.incidents, { query: { asset, limit: 50 } })).rows;
    const [incident] = await open();
    expect(incident).toMatchObject({ state: 'open', title: 'filled', reopened: 0 });
    expect((await open()).length).toBe(1);
    const { rows } = await admin.ok(assetsApi.list, { query: { limit: 50, waits: 'incidents' } });
    expect(rows.map((row) => row.id)).toEqual([asset]);
    const messages = await admin.ok(messagesApi.list, { query: { limit: 50 } });
    expect(messages.rows.find(({ title }) => title === '检验: filled')?.target).toEqual({
      page: 'dataAssets',
      query: { id: String(asset) },
    });
    const taken = await admin.ok(assetQualityApi.updateIncident, {
      params: { incidentId: incident!.id },
      body: { state: 'taken', owner: admin.id, note: '查来源' },
    });
    expect(taken).toMatchObject({ state: 'taken', owner: admin.id, note: '查来源' });
    // three of four may be empty now
    await admin.ok(assetQualityApi.updateRule, {
      params: { qualityRuleId: id },
      body: input({ kind: 'filled', column: 'part' }, { tolerance: 75 }),
    });
    await check();
    expect((await open()).length).toBe(1);
    await check();
    expect(await open()).toEqual([]);
    await admin.ok(assetQualityApi.updateRule, {
      params: { qualityRuleId: id },
      body: input({ kind: 'filled', column: 'part' }),
    });
    await check();
    expect(await open()).toMatchObject([{ id: incident!.id, state: 'open', reopened: 1 }]);
    const { rows: results } = await admin.ok(assetQualityApi.results, {
      params: { qualityRuleId: id },
      query: { limit: 50 },
    });
    expect(results.map(({ state }) => state)).toEqual(['failed', 'passed', 'passed', 'failed', 'failed']);
    await clear();
    expect(await open()).toEqual([]);
  });

  test('a check by hand is work in the background, seen while it runs', async () => {
    await rule({ kind: 'filled', column: 'code' });
    const { runId } = await admin.ok(assetQualityApi.check, { params: { assetId: asset } });
    expect(runId).toBeDefined();
    await vi.waitFor(async () => {
      const { rules, checking } = await quality();
      expect([checking, rules[0]!.state]).toEqual([false, 'passed']);
    });
    await clear();
  });

  test('whoever does not see the asset learns nothing, and whoever may not change it changes nothing', async () => {
    const { id } = await rule({ kind: 'filled', column: 'part' });
    await check();
    const [incident] = (await admin.ok(assetQualityApi.incidents, { query: { asset, limit: 50 } })).rows;
    const remark = await admin.ok(assetQualityApi.addRemark, { params: { assetId: asset }, body: { text: '看这里' } });
    const [ofAsset, ofRule] = [{ assetId: asset }, { qualityRuleId: id }];
    const body = input({ kind: 'filled', column: 'part' });
    for (const [who, client, roleMay] of [
      ['user', user, false],
      ['stranger', stranger, true],
    ] as const) {
      const statuses = [
        await client.call(assetQualityApi.quality, { params: ofAsset }),
        await client.call(assetQualityApi.results, { params: ofRule, query: { limit: 50 } }),
        await client.call(assetQualityApi.failedRows, { params: ofRule }),
        await client.call(assetQualityApi.remarks, { params: ofAsset, query: { limit: 50 } }),
        await client.call(assetQualityApi.addRemark, { params: ofAsset, body: { text: 'x' } }),
        await client.call(assetQualityApi.removeRemark, { params: { remarkId: remark.id } }),
        await client.call(assetQualityApi.follow, { params: ofAsset, body: { followed: true } }),
      ].map(({ status }) => status);
      expect([who, statuses]).toEqual([who, [404, 404, 404, 404, 404, 404, 404]]);
      const changes = [
        await client.call(assetQualityApi.createRule, { params: ofAsset, body }),
        await client.call(assetQualityApi.updateRule, { params: ofRule, body }),
        await client.call(assetQualityApi.removeRule, { params: ofRule }),
        await client.call(assetQualityApi.check, { params: ofAsset }),
        await client.call(assetQualityApi.updateIncident, {
          params: { incidentId: incident!.id },
          body: { state: 'solved' },
        }),
      ].map(({ status }) => status);
      expect([who, changes]).toEqual([who, changes.map(() => (roleMay ? 404 : 403))]);
      expect((await client.ok(assetQualityApi.incidents, { query: { limit: 50 } })).rows).toEqual([]);
    }
    await admin.ok(assetQualityApi.removeRemark, { params: { remarkId: remark.id } });
    expect((await admin.ok(assetQualityApi.remarks, { params: ofAsset, query: { limit: 50 } })).rows).toEqual([]);
    await clear();
  });

  test('failing rows are read with the rights of who looks: columns that are hidden from them are not there', async () => {
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          {
            id: '0',
            subject: { kind: 'person', id: user.id },
            actions: ['view'],
            scope: 'all',
            fields: { weight: { new: 'hidden', existing: 'hidden' } },
          },
        ],
      },
    });
    const heavy = await rule({ kind: 'range', column: 'weight', least: null, most: '100' });
    const empty = await rule({ kind: 'filled', column: 'part' });
    const answer = await user.call(assetQualityApi.failedRows, { params: { qualityRuleId: heavy.id } });
    expect(codeOf(answer)).toBe('assets.rule.column_gone');
    expect(JSON.stringify(answer.body)).not.toContain('300');
    const seen = await user.call(assetQualityApi.failedRows, { params: { qualityRuleId: empty.id } });
    expect(JSON.stringify(seen.body)).not.toContain('weight');
    await clear();
  });
});
