import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { keyOf } from './keys.ts';
import { beginSearchAgain, renewSearch } from './renew.ts';
import { fits, plain, searchable, wordsOf } from './terms.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = [await server.as('admin'), await server.as('user'), await server.as('user2')];
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '设备管理' } } })).id;
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
type Rule = Omit<PermissionRule, 'id'>;
const everybody = (actions: PermissionRule['actions'], scope: PermissionRule['scope']): Rule => ({
  subject: { kind: 'everyone' },
  actions,
  scope,
});

async function form(rules: Rule[]): Promise<string> {
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '点检单' },
    layout: [],
    titleField: 'name',
    fields: [field('text', 'name'), field('text', 'code'), field('longText', 'remark'), field('number', 'amount')],
    tables: [{ id: 'parts', title: { zh: '部件' }, fields: [field('text', 'item')] }],
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  await allow(id, rules);
  return id;
}
const allow = (formId: string, rules: Rule[]) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: rules.map((rule, index) => ({ ...rule, id: String(index) })) },
  });
const make = (who: Client, formId: string, values: Record<string, unknown>, parts: string[] = []) =>
  who.ok(recordsApi.create, {
    params: { formId },
    body: {
      values: values as never,
      ...(parts.length > 0 && { slaves: { parts: parts.map((item) => ({ values: { item } })) } }),
    },
  });
const titles = async (who: Client, search: string) =>
  (await who.ok(searchApi.records, { query: { search } })).rows.map(({ title }) => title);
const found = (who: Client, search: string) => expect.poll(() => titles(who, search));

describe('a text is found', () => {
  const text = searchable(['一号循环水泵', '重庆'], ['GD-2024-0012 Vacuum pump', '每周点检，油位正常', '3500.25']);
  test.each([
    ['水泵', true],
    ['循环水', true],
    ['点检', true],
    ['油位 水泵', true],
    ['水位', false],
    ['泵水', false],
    ['GD-2024', true],
    ['0012', true],
    ['3500', true],
    ['vacuum', true],
    ['ＶＡＣＵ', true],
    ['acuu', true],
    ['pu', true],
    ['um', false],
    ['xunhuan', true],
    ['shuibeng', true],
    ['xhsb', true],
    ['sb', true],
    ['chongqing', true],
    ['cq', true],
    ['uibeng', false],
    ['dianjian', false],
  ])('by %s: %s', (search, is) => {
    const words = wordsOf(search)!;
    expect(words.keys.every((key) => text.keys.includes(key)) && fits(words, text)).toBe(is);
  });
  test('but not by a single sign', () => {
    expect(wordsOf('泵')).toBeUndefined();
    expect(wordsOf('a')).toBeUndefined();
    expect(wordsOf('- -')).toBeUndefined();
  });
  test('with rare signs, which are two units long, whole', () => {
    const rare = searchable(['𠮷田机床 㐀', '张𩽾𩾌'], [`${'长'.repeat(5_985)}𠮷`]);
    expect([rare.content, rare.pinyin].every((part) => part.isWellFormed())).toBe(true);
    for (const search of ['𠮷田', '𩽾𩾌', '田机', 'jichuang', '张𩽾'])
      expect(
        wordsOf(search)!.keys.every((key) => rare.keys.includes(key)) && fits(wordsOf(search)!, rare),
        search,
      ).toBe(true);
    expect(wordsOf('𠮷')).toBeUndefined();
  });
  test('by the same keys, whether or not something beyond Latin stands beside it', () => {
    const signs = Array.from('abz019-#_. /@{~\t');
    let seed = 7;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 2_000; round++) {
      const word = Array.from({ length: next() % 14 }, () => signs[next() % signs.length]!).join('');
      const beside = searchable([], [word, '、']).keys;
      expect(new Set(searchable([], [word]).keys), JSON.stringify(word)).toEqual(new Set(beside));
    }
  });
  test('and compared without regard to width and case', () => expect(plain('ＡbC１')).toBe('abc1'));
});

test('records are found by name, content, number, pinyin and slave rows, right after each change', async () => {
  const formId = await form([everybody(['view', 'create', 'edit', 'delete'], 'all')]);
  // a sign beyond the first 65,536 keeps nobody else's record from being found
  await make(user, formId, { name: '𠮷田压缩机' });
  await found(user, '𠮷田').toEqual(['𠮷田压缩机']);
  const first = await make(
    user,
    formId,
    { name: '甲乙锅炉', code: 'KX-7781-3', remark: '炉膛需要清灰', amount: 48213.5 },
    ['密封垫圈'],
  );
  const listed = async (who: Client, search: string) =>
    (await who.ok(recordsApi.list, { params: { formId }, query: { search } })).rows.map(({ values }) => values.name);
  // a list finds what was just made before the index has heard of it
  expect(await listed(user, '乙锅')).toEqual(['甲乙锅炉']);
  await found(user, '锅炉').toEqual(['甲乙锅炉']);
  for (const search of ['guolu', 'jygl', '清灰', '48213', '48213.5', '垫圈', '锅炉 清灰', '炉'])
    expect(await listed(user, search), search).toEqual(['甲乙锅炉']);
  expect(await listed(user, '水泵')).toEqual([]);
  expect(codeOf(await user.call(recordsApi.list, { params: { formId }, query: { search: '锅%炉' } }))).toBe(
    'records.list.special_characters',
  );
  for (const search of ['guolu', 'jygl', '清灰', '7781-3', '48213', '48213.5', '垫圈', '锅炉 清灰'])
    expect(await titles(user, search)).toEqual(['甲乙锅炉']);
  const answer = await user.ok(searchApi.records, { query: { search: '清灰' } });
  expect(answer).toMatchObject({
    found: 1,
    more: false,
    rows: [{ recordId: first.id, formId, appId, where: { field: { zh: 'remark' }, text: '炉膛需要清灰' } }],
  });
  await user.ok(recordsApi.update, {
    params: { formId, recordId: first.id },
    body: { expectedVersion: 1, values: { name: '丙丁锅炉' } },
  });
  await found(user, '丙丁').toEqual(['丙丁锅炉']);
  expect(await titles(user, '甲乙')).toEqual([]);
  await user.ok(recordsApi.remove, { params: { formId, recordId: first.id } });
  await found(user, '丙丁').toEqual([]);
});

test('records are found by the people, departments and days that they name, by new names as well', async () => {
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '派工' },
    layout: [],
    titleField: 'name',
    fields: [
      field('text', 'name'),
      field('member', 'who'),
      field('department', 'where'),
      field('date', 'day'),
      field('dateTime', 'moment'),
    ],
    tables: [],
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const department = await admin.ok(organizationApi.createDepartment, { body: { name: '镗铣工段', parentId: null } });
  const { person } = await admin.ok(organizationApi.createPerson, {
    body: { login: 'ouyang', name: '欧阳修远', role: 'user', departmentId: department.id, superiorId: null } as never,
  });
  await make(admin, formId, {
    name: '换刀',
    who: [person.id],
    where: [department.id],
    day: '2031-07-09',
    moment: '2031-08-10T20:30:00.000Z',
  });
  for (const search of ['欧阳修远', 'ouyangxiuyuan', 'oyxy', '镗铣工段', '2031-07-09', '2031-08-11'])
    await found(admin, search).toEqual(['换刀']);
  expect((await admin.ok(searchApi.records, { query: { search: '修远' } })).rows[0]?.where).toMatchObject({
    field: { zh: 'who' },
    text: '欧阳修远',
  });
  await admin.ok(organizationApi.updatePerson, { params: { personId: person.id }, body: { name: '司马迁安' } });
  await found(admin, '司马迁安').toEqual(['换刀']);
  // entries that were made otherwise are made anew at night
  const { platform } = server;
  const schema = `"space_${(await admin.ok(identityApi.me)).space.id}"`;
  await spaceQuery(platform, {
    text: `update ${schema}.records_search set content = '', pinyin = '', keys = '{}', shape = 0 where form_id = $1`,
    values: [formId],
  });
  expect(await titles(admin, '司马迁安')).toEqual([]);
  await renewSearch.run(platform);
  await found(admin, '司马迁安').toEqual(['换刀']);
  expect(await titles(admin, '欧阳修远')).toEqual([]);
});

test('after an upgrade that dropped entries lists look themselves, and the entries are made anew', async () => {
  const formId = await form([everybody(['view', 'create'], 'all')]);
  await make(user, formId, { name: '海咸河淡' });
  await found(admin, '河淡').toEqual(['海咸河淡']);
  const { platform } = server;
  // what was begun before would find the entries missing as well
  await vi.waitUntil(
    async () =>
      (
        await platform.owner.query(
          `select 1 from space_demo.run where kind = 'records.search_index' and state in ('waiting', 'running') limit 1`,
        )
      ).rowCount === 0,
    { interval: 50 },
  );
  // as the migration leaves it
  for (const text of [
    `insert into space_demo.records_search_form (form_id, asked_at) values ($1, '-infinity') on conflict (form_id) do update set asked_at = excluded.asked_at, done_at = null`,
    `delete from space_demo.records_search where form_id = $1`,
    // older than what lists look through in any case
    `update space_demo."f_${formId}" set id = '01900000-0000-7000-8000-000000000001' where $1 <> ''`,
  ])
    await platform.pool.query(text, [formId]);
  const listed = async () =>
    (await user.ok(recordsApi.list, { params: { formId }, query: { search: '河淡' } })).rows.length;
  expect(await listed()).toBe(1);
  expect(await titles(admin, '河淡')).toEqual([]);
  await beginSearchAgain(platform);
  // another process that starts with it has nothing to begin
  await beginSearchAgain(platform);
  await found(admin, '河淡').toEqual(['海咸河淡']);
  expect(await listed()).toBe(1);
});

test('keys that meet find nothing that does not say it', async () => {
  const formId = await form([everybody(['view', 'create'], 'all')]);
  await make(user, formId, { name: '鳞潜羽翔' });
  const second = await make(user, formId, { name: '龙师火帝' });
  await found(admin, '鳞潜').toEqual(['鳞潜羽翔']);
  await found(admin, '火帝').toEqual(['龙师火帝']);
  await server.platform.pool.query(
    'update space_demo.records_search set keys = keys || $2::integer[] where record_id = $1',
    [second.id, [keyOf('鳞潜'), keyOf('潜羽'), keyOf('羽翔')]],
  );
  expect(await titles(admin, '鳞潜羽翔')).toEqual(['鳞潜羽翔']);
  const { rows } = await user.ok(recordsApi.list, { params: { formId }, query: { search: '鳞潜羽翔' } });
  expect(rows.length).toBe(1);
});

test('codes of machines are found as plants write them', async () => {
  const formId = await form([everybody(['view', 'create'], 'all')]);
  for (const code of ['P-1', 'B-01', '1-2', '泵-1', '1#泵', 'P-2']) await make(admin, formId, { name: code });
  for (const code of ['P-1', 'b-01', '1-2', '泵-1', '1#泵', '1＃泵']) {
    const name = code === '1＃泵' ? '1#泵' : code.toUpperCase();
    await found(admin, code).toEqual([name]);
  }
  expect((await user.call(searchApi.records, { query: { search: '#1' } })).status).toBe(422);
});

test('special characters and single signs are refused, visitors and other spaces find nothing', async () => {
  const { status, body } = await user.call(searchApi.records, { query: { search: '锅%炉' } });
  expect([status, (body as { code?: string }).code]).toEqual([422, 'records.list.special_characters']);
  expect(codeOf(await user.call(searchApi.files, { query: { search: '锅' } }))).toBe('records.search.too_short');
  const formId = await form([everybody(['view', 'create'], 'all')]);
  await make(user, formId, { name: '天地玄黄' });
  await found(admin, '玄黄').toEqual(['天地玄黄']);
  expect(await titles(await server.as('other-admin'), '玄黄')).toEqual([]);
});

test('rules decide who finds a record: own ones, conditions, grants, fields that are hidden', async () => {
  const formId = await form([everybody(['view', 'create', 'edit'], 'own')]);
  const mine = await make(user, formId, { name: '寒来暑往', remark: '秋收冬藏' });
  await found(user, '暑往').toEqual(['寒来暑往']);
  expect(await titles(other, '暑往')).toEqual([]);
  await admin.ok(shareApi.share, {
    params: { formId },
    body: { records: [mine.id], receivers: [{ kind: 'people', id: other.id }], level: 'view' },
  });
  await found(other, '暑往').toEqual(['寒来暑往']);

  await allow(formId, [{ ...everybody(['view'], 'all'), fields: { remark: { new: 'hidden', existing: 'hidden' } } }]);
  await found(other, 'hanlai').toEqual(['寒来暑往']);
  expect(await titles(other, '秋收')).toEqual([]);
  expect(await titles(admin, '秋收')).toEqual(['寒来暑往']);

  await allow(formId, [
    { ...everybody(['view'], 'condition'), condition: { field: 'amount', operator: 'gt', value: 5 } },
  ]);
  expect(await titles(await server.as('user3'), '暑往')).toEqual([]);
});

test('what many records share is found from the newest on, 600 of them', async () => {
  const formId = await form([everybody(['view', 'create'], 'all')]);
  await make(user, formId, { name: '起头' });
  const {
    rows: [column],
  } = await spaceQuery<{ name: string }>(server.platform, {
    text: `select attname as name from pg_attribute where attrelid = $1::regclass and attname like 'name\\_%'`,
    values: [`space_${server.spaceId}.f_${formId}`],
  });
  // as the job of an import leaves them
  await spaceQuery(server.platform, {
    text: `insert into space_${server.spaceId}.f_${formId} (id, version, creator, created_at, modifier, modified_at, owner, ${column!.name}) select uuidv7(), 1, $1, now(), $1, now(), $1, '批量' || n from generate_series(1, 9000) n`,
    values: [user.id],
  });
  await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: {
      expectedVersion: 1,
      definition: { ...(await admin.ok(formsApi.getDraft, { params: { formId } })).definition, titleField: 'code' },
    },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 2 } });
  await expect.poll(async () => (await user.ok(searchApi.records, { query: { search: '批量9000' } })).found).toBe(1);
  const many = await user.ok(searchApi.records, { query: { search: '批量', offset: 580, limit: 50 } });
  expect(many).toMatchObject({ found: 600, more: true });
  expect(many.rows).toHaveLength(20);
  expect(await user.ok(searchApi.records, { query: { search: '批量12' } })).toMatchObject({ found: 111, more: false });
  await expect
    .poll(() => user.ok(recordsApi.count, { params: { formId }, query: { search: '批量' } }))
    .toEqual({ total: 600, estimated: false, more: true });
  expect(await user.ok(recordsApi.count, { params: { formId }, query: { search: '批量12' } })).toEqual({
    total: 111,
    estimated: false,
  });
  // spelled only once all of them are in the index
  const spelled = async () =>
    (
      await user.ok(recordsApi.list, { params: { formId }, query: { search: 'piliang', sort: '-name', limit: 3 } })
    ).rows.map(({ values }) => values.name);
  await expect.poll(spelled).toEqual(['批量999', '批量998', '批量997']);
});
