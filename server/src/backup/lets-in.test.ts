import { randomUUID } from 'node:crypto';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../platform/db/db.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { cameBack } from './came-back.ts';
import { letsIn } from './lets-in.ts';
import { furnish } from './testing/house.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Why a table that looks like one lets nobody in by itself, or stays behind. */
const others: Record<string, string> = {
  'identity.code': 'stays behind',
  'identity.provider_visit': 'stays behind',
  'identity.session': 'stays behind',
  'identity.session_host': 'stays behind',
  'identity.host_ticket': 'stays behind',
  'identity.sign_in_ticket': 'stays behind',
  'identity.former_password': 'what may not be chosen again',
  'identity.recovery_code': 'comes with the second step of an account',
  'identity.operator_role': 'who holds it is told',
  'identity.space': 'an enterprise',
  'joining.request': 'waits for somebody',
  'platform.audit': 'the trail',
  'platform.tries': 'stays behind',
  ':schema.trail': 'the trail',
  ':schema.assets_outside': 'what other systems told of their runs',
  ':schema.records_grant': 'follows from processes and shares, which are told',
};

test('every table that lets somebody in is told after a restore', async () => {
  const { rows } = await server.platform.owner.query<{ name: string }>(
    `select distinct case when nspname like 'space\\_%' then ':schema' else nspname end || '.' || case when c.relname = 'authorization' then '"authorization"' else c.relname end as name
       from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace
      where relkind in ('r', 'p') and not relispartition and not attisdropped and nspname !~ '^(pg_|graphile|public|information)'
        and attname ~ '(^|_)hash$|^(revoked_at|retired_at|recycled_at|ends_at|expires_at|effect|level|grants)$' and c.relname !~ '(_|^)migration$' order by 1`,
  );
  const known = new Set([...letsIn.map(({ table }) => table), ...Object.keys(others)]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

test('keys of devices, tokens and links are counted, and named where they have names', async () => {
  const { admin, formId, create } = await furnish(server, 3);
  const { id: recordId } = await create('水泵');
  await admin.ok(linkApi.createLink, {
    params: { formId, recordId },
    body: {
      fields: ['name'],
      files: false,
      password: null,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const { id: productId } = await admin.ok(iotApi.createProduct, {
    body: {
      name: '锅炉',
      note: '',
      silence: 600,
      points: [{ key: 'temp', title: { zh: '温度' }, type: 'number' }],
    } as never,
  });
  await admin.ok(iotApi.createDevice, { body: { name: '一号', code: 'B-1', note: '', productId } });
  for (const [state, until] of [
    ['approved', null],
    ['approved', '2020-01-01'],
    ['requested', null],
  ])
    await inControl(server.platform.control, 'other', (tx) =>
      sql`insert into etl.exchange_request (space_id, id, provider, offer, title, terms, reason, until, state)
        values ('other', ${randomUUID()}, 'demo', ${randomUUID()}, '产量', '', '', ${until}, ${state})`.execute(tx),
    );
  const client = await server.platform.owner.connect();
  try {
    await client.query('begin; set local role formwork_backup');
    const found = await cameBack(client, ['demo', 'other']);
    expect(found).toContainEqual({ kind: 'deviceKey', count: 1, names: ['B-1'] });
    expect(found).toContainEqual({ kind: 'link', count: 1, names: [] });
    expect(found).toContainEqual({ kind: 'delivery', count: 1, names: ['产量 (demo -> other)'] });
    expect(found.find(({ kind }) => kind === 'administrator')!.names).toContain('admin (demo)');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
