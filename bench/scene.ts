import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import pg from 'pg';
import { fillSql, rowOf, statuses } from './peers/rows.ts';
import { callsOf, signIn } from './product.ts';

/** A released form of eight fields with 100,000 records, and an ordinary user who may see, create and change them. */
export interface Scene {
  formId: string;
  definition: FormDefinition;
  rules: PermissionRule[];
  userId: string;
  cookie: string;
  ids: string[];
}

const fields: Field[] = [
  { id: 'title', type: 'text', title: { zh: '标题' }, config: {}, required: true },
  {
    id: 'status',
    type: 'singleSelect',
    title: { zh: '状态' },
    config: { options: statuses.map((id) => ({ id, label: { zh: id } })) },
    indexed: true,
  },
  { id: 'amount', type: 'money', title: { zh: '金额' }, config: { decimals: 2, currency: 'CNY' } },
  { id: 'quantity', type: 'number', title: { zh: '数量' }, config: {} },
  { id: 'due', type: 'date', title: { zh: '期限' }, config: {}, indexed: true },
  { id: 'seenat', type: 'dateTime', title: { zh: '查看时间' }, config: {} },
  { id: 'remark', type: 'longText', title: { zh: '备注' }, config: {} },
  { id: 'urgent', type: 'switch', title: { zh: '紧急' }, config: {} },
] as Field[];

export const definition: FormDefinition = {
  format: 1,
  title: { zh: '检查' },
  fields,
  tables: [],
  layout: [],
  titleField: 'title',
};
const rules: PermissionRule[] = [
  { id: 'everyone', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' },
];

/** Through the interface, as a designer makes it; the records through SQL, because the way in is not measured. */
export async function makeScene(url: string, databaseUrl: string): Promise<Scene> {
  const admin = await signIn(url, 'admin');
  const call = callsOf(url, admin);
  const app = await call('POST', '/forms/apps', { title: { zh: '检查' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: { zh: '检查' }, definition });
  await call('PUT', `/forms/${form.id}/permissions`, { rules });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  const cookie = await signIn(url, 'user');
  const me = (await (await fetch(`${url}/api/identity/me`, { headers: { cookie } })).json()) as { id: string };
  return { formId: form.id, definition, rules, userId: me.id, cookie, ids: await fill(databaseUrl, form.id, me.id) };
}

/** The values of row `n` as our interface takes them. */
export function valuesOf(n: number): Record<string, unknown> {
  const { seen_at: seenat, ...rest } = rowOf(n);
  return { ...rest, seenat };
}

async function fill(databaseUrl: string, formId: string, userId: string): Promise<string[]> {
  await fillForm(databaseUrl, formId, { owner: `'${userId}'` });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`select id from space_demo.f_${formId}`);
  await client.end();
  return rows.map(({ id }) => id);
}

/** Records of a form through SQL; `extra` says by SQL over `n` whose they are. */
export async function fillForm(
  databaseUrl: string,
  formId: string,
  extra: { owner: string; department?: string; remark?: string },
  count?: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const table = `space_demo.f_${formId}`;
  const { rows: columns } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0',
    [table],
  );
  const columnOf = (id: string): string => columns.find(({ name }) => name.startsWith(`${id}_`))?.name ?? id;
  const names = Object.fromEntries(Object.keys(rowOf(0)).map((name) => [name, columnOf(name.replace('_', ''))]));
  await client.query(
    fillSql(
      table,
      {
        id: 'uuidv7()',
        creator: extra.owner,
        created_at: 'now()',
        modifier: extra.owner,
        modified_at: 'now()',
        ...extra,
      },
      names,
      count,
    ),
  );
  await client.query(`vacuum analyze ${table}`);
  await client.end();
}
