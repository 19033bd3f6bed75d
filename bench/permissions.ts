import { Agent } from 'node:http';
import type { FormAction, PermissionRule } from '@formwork/contract/forms/permission.ts';
import { startDatabase } from './database.ts';
import { timed } from './get.ts';
import { median, type Figure } from './measure.ts';
import { statuses } from './peers/rows.ts';
import { callsOf, signIn, startProduct } from './product.ts';
import { definition, fillForm } from './scene.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 1_000_000);
const rareRows = 300;
const rounds = 7;
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
/** At a time: enough to be a server at work, few enough that nobody waits for a turn. */
const lanes = 4;

const people = ['administrator', 'much', 'rare'] as const;
type Person = (typeof people)[number];

/**
 * A filtered and sorted list over a million records, as the administrator reads it, as a person of ten roles who sees the
 * departments below their own (four fifths of all), and as one who sees 300 records.
 */
export async function permissions(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      const { formId, cookies } = await makeScene(product.url, database.url);
      const lists = statuses.map(
        (status) =>
          `/api/records/${formId}?sort=-due&filter=${encodeURIComponent(JSON.stringify({ field: 'status', operator: 'eq', value: status }))}`,
      );
      const p95s: Record<Person, number[]> = { administrator: [], much: [], rare: [] };
      const agent = new Agent({ keepAlive: true, maxSockets: lanes });
      for (let round = 0; round <= rounds; round++) {
        for (const person of people) {
          const p95 = await p95Of(agent, product.url, lists, cookies[person], seconds);
          // the first round compiles the code and fills the caches
          if (round > 0) p95s[person].push(p95);
          console.error(`${person}: p95 ${p95.toFixed(2)} ms`);
        }
      }
      agent.destroy();
      const limit = median(p95s.administrator);
      const row = (name: string, ours: number): Figure => ({ name, unit: 'ms', better: 'lower', ours, limit });
      return [
        row('list restricted p95 ms', Math.max(median(p95s.much), median(p95s.rare))),
        row('list restricted p95 ms, who sees much', median(p95s.much)),
        row(`list restricted p95 ms, who sees ${rareRows}`, median(p95s.rare)),
      ];
    } finally {
      await product.stop();
    }
  } finally {
    await database.stop();
  }
}

async function makeScene(
  url: string,
  databaseUrl: string,
): Promise<{ formId: string; cookies: Record<Person, string> }> {
  const admin = await signIn(url, 'admin');
  const call = callsOf(url, admin);
  const department = async (name: string, parentId: string | null): Promise<string> =>
    (await call('POST', '/organization/departments', { name, parentId })).id;
  const works = await department('works', null);
  const lines = [];
  for (let n = 0; n < 8; n++) lines.push(await department(`line ${n}`, works));
  const office = await department('office', null);
  const store = await department('store', null);
  const person = async (login: string, departmentId: string): Promise<{ id: string; cookie: string }> => {
    const made = await call<{ person: { id: string }; password: string }>('POST', '/organization/people', {
      login,
      name: login,
      role: 'user',
      departmentId,
    });
    return { id: made.person.id, cookie: await signIn(url, login, made.password) };
  };
  const [much, rare] = [await person('much', works), await person('rare', store)];

  const app = await call('POST', '/forms/apps', { title: { zh: '检查' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: { zh: '检查' }, definition });
  await call('PUT', `/forms/${form.id}/permissions`, { rules: await tenRoles(call, [much.id, rare.id]) });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  const ofRow = `case when n % ${Math.floor(rows / rareRows)} = 0 and n / ${Math.floor(rows / rareRows)} < ${rareRows} then '${store}' when n % 5 = 0 then '${office}' else (array[${lines.map((line) => `'${line}'`).join(', ')}])[n % 8 + 1] end`;
  await fillForm(databaseUrl, form.id, { owner: 'uuidv7()', department: ofRow }, rows);

  const cookies = { administrator: admin, much: much.cookie, rare: rare.cookie };
  const total = async (cookie: string): Promise<number> =>
    ((await (await fetch(`${url}/api/records/${form.id}/count`, { headers: { cookie } })).json()) as { total: number })
      .total;
  const seen = { much: await total(much.cookie), rare: await total(rare.cookie) };
  if (seen.rare !== rareRows || seen.much < Math.min(rows / 2, 100_000))
    throw new Error(`people do not see what they should: ${JSON.stringify(seen)}`);
  return { formId: form.id, cookies };
}

/** Ten roles that everybody named holds: one reaches departments, one the own records, the others single actions. */
async function tenRoles(
  call: <Answer = { id: string }>(method: string, path: string, body?: unknown) => Promise<Answer>,
  members: string[],
): Promise<PermissionRule[]> {
  const grants: { actions: FormAction[]; scope: PermissionRule['scope'] }[] = [
    { actions: ['view'], scope: 'below' },
    { actions: ['view', 'create', 'edit', 'delete'], scope: 'own' },
    ...(['export', 'print', 'share', 'transfer', 'batch', 'edit', 'import', 'export'] as const).map((action) => ({
      actions: [action],
      scope: 'department' as const,
    })),
  ];
  const rules: PermissionRule[] = [];
  for (const [index, grant] of grants.entries()) {
    const role = await call('POST', '/organization/roles', { name: `role ${index}` });
    await call('PUT', `/organization/roles/${role.id}/members`, { ids: members });
    rules.push({ id: `r${index}`, subject: { kind: 'role', id: role.id }, ...grant });
  }
  return rules;
}

/** In milliseconds, over HTTP, of requests one after another on each lane. */
async function p95Of(
  agent: Agent,
  url: string,
  paths: readonly string[],
  cookie: string,
  time: number,
): Promise<number> {
  const took: number[] = [];
  const until = performance.now() + time * 1_000;
  let n = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < until) {
        took.push(await timed(agent, url + paths[n++ % paths.length]!, cookie));
      }
    }),
  );
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.95)]!;
}
