import type { Condition } from '@formwork/contract/condition/condition.ts';
import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import pg from 'pg';
import { rightsOf } from '../../server/src/modules/forms/rights/access.ts';
import { searchFields } from '../../server/src/modules/records/read/condition-sql.ts';
import { stretchStatement } from '../../server/src/modules/records/read/list.ts';
import { pivotStatement } from '../../server/src/modules/records/read/pivot.ts';
import { compilePlan } from '../../server/src/modules/records/plan/plan.ts';
import type { Eyes } from '../../server/src/modules/records/rights/reach.ts';
import { sortPlan } from '../../server/src/modules/records/read/sort.ts';
import type { Statement } from '../../server/src/platform/db/space-data.ts';
import { startDatabase, type BenchDatabase } from '../database.ts';
import { measurePeers, type Waited } from './list-peers.ts';
import { median, rawRatePerSecond, type Figure } from '../measure.ts';
import type { Peer } from '../peers/peer.ts';
import { statuses } from '../peers/rows.ts';
import { callsOf, signIn, startProduct } from '../product.ts';
import { definition, fillForm } from '../scene.ts';
import { indexed } from '../search.ts';
import { buildProposedIndex } from '../use-index.ts';
import { waiting, type Asked } from '../waiting.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 1_000_000);
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const rounds = 3;
const pageSize = 20;
/** In the remark of eleven records of the million. */
const word = `number ${Math.floor(rows / 2)}`.slice(0, -1);

const whats = ['first page', 'page 1000', 'filter and two sorts', 'group with summaries', 'search'] as const;
type What = (typeof whats)[number];
const people = ['administrator', 'three roles'] as const;
type Person = (typeof people)[number];

/**
 * The list of a million records over HTTP, as the administrator reads it and as a person of three roles who sees the departments below
 * their own. `p95 ms`: of single requests on four lanes. `rate`: requests a second, with the very statements through `pg` as the limit.
 * The peers stand beside both as their administrators read, for whom no filter of permissions runs.
 */
export async function lists(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const ours = await measureProduct(database);
    const peers =
      process.env.FORMWORK_BENCH_PEERS === 'none'
        ? {}
        : await measurePeers(database, rows, askedOfPeers, { seconds, rounds });
    return whats.flatMap((what) =>
      people.flatMap((who): Figure[] => {
        const beside = (one: keyof Waited) =>
          Object.fromEntries(
            Object.entries(peers).flatMap(([peer, waited]) => (waited[what] ? [[peer, waited[what][one]]] : [])),
          );
        const { p95, rate, limit } = ours[what][who];
        return [
          {
            name: `${what} as ${who} p95 ms`,
            unit: 'ms',
            better: 'lower',
            ours: p95,
            ...(who === 'administrator' ? {} : { limit: ours[what].administrator.p95 }),
            peers: beside('p95'),
          },
          { name: `${what} as ${who} rate`, unit: '/s', better: 'higher', ours: rate, limit, peers: beside('rate') },
        ];
      }),
    );
  } finally {
    await database.stop();
  }
}

type Measured = Record<What, Record<Person, Waited & { limit: number }>>;

async function measureProduct(database: BenchDatabase): Promise<Measured> {
  const product = await startProduct(database);
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  try {
    const scene = await makeScene(product.url, database.url);
    const figures: Partial<Measured> = {};
    for (const what of whats) {
      const took: Record<Person, (Waited & { limit: number })[]> = { administrator: [], 'three roles': [] };
      for (let round = 0; round <= rounds; round++) {
        for (const who of people) {
          const waited = await waiting(product.url, scene.asked[who][what], { cookie: scene.cookies[who] }, seconds);
          // held still: what it has left to do must not slow down the limit
          product.pause();
          const limit = await rawRatePerSecond(seconds / 2, () => pool.query(scene.raw[who][what] as pg.QueryConfig));
          product.resume();
          // the first round compiles the code and fills the caches
          if (round > 0) took[who].push({ ...waited, limit });
        }
      }
      const middle = (who: Person) => {
        const of = (one: keyof Waited | 'limit') => median(took[who].map((each) => each[one]));
        console.error(
          `${what} as ${who}: p95 ${of('p95').toFixed(2)} ms, ${Math.round(of('rate'))} /s of ${Math.round(of('limit'))}`,
        );
        return { p95: of('p95'), rate: of('rate'), limit: of('limit') };
      };
      figures[what] = { administrator: middle('administrator'), 'three roles': middle('three roles') };
    }
    return figures as Measured;
  } finally {
    product.resume();
    await pool.end();
    await product.stop();
  }
}

function askedOfPeers({ lists: can }: Peer): Record<What, Asked | undefined> {
  return {
    'first page': can.from(0),
    'page 1000': can.from(999 * pageSize),
    'filter and two sorts': can.sortedTwice(statuses[1]!),
    'group with summaries': can.groups,
    search: can.search(word),
  };
}

interface Scene {
  cookies: Record<Person, string>;
  asked: Record<Person, Record<What, Asked>>;
  raw: Record<Person, Record<What, Statement>>;
}

async function makeScene(url: string, databaseUrl: string): Promise<Scene> {
  const admin = await signIn(url, 'admin');
  const call = callsOf(url, admin);
  const department = async (name: string, parentId: string | null): Promise<string> =>
    (await call('POST', '/organization/departments', { name, parentId })).id;
  const works = await department('works', null);
  const own: string[] = [];
  for (let n = 0; n < 4; n++) own.push(await department(`line ${n}`, works));
  const office = await department('office', null);
  const made = await call<{ person: { id: string }; password: string }>('POST', '/organization/people', {
    login: 'planner',
    name: 'planner',
    role: 'user',
    departmentId: works,
  });
  const planner = await signIn(url, 'planner', made.password);

  const rules: PermissionRule[] = [];
  for (const [n, grant] of (
    [
      { actions: ['view'], scope: 'below' },
      { actions: ['view', 'create', 'edit'], scope: 'own' },
      { actions: ['export', 'print'], scope: 'department' },
    ] as const
  ).entries()) {
    const role = await call('POST', '/organization/roles', { name: `role ${n}` });
    await call('PUT', `/organization/roles/${role.id}/members`, { ids: [made.person.id] });
    rules.push({
      id: `r${n}`,
      subject: { kind: 'role', id: role.id },
      actions: [...grant.actions],
      scope: grant.scope,
    });
  }
  const app = await call('POST', '/forms/apps', { title: { zh: '列表' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: { zh: '列表' }, definition });
  await call('PUT', `/forms/${form.id}/permissions`, { rules });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  // four fifths of all are below their department
  await fillForm(
    databaseUrl,
    form.id,
    {
      owner: 'uuidv7()',
      department: `case when n % 5 = 0 then '${office}' else (array[${own.map((id) => `'${id}'`).join(', ')}])[n % 4 + 1] end`,
    },
    rows,
  );
  await indexed(call, form.id, databaseUrl);
  // the peers have the same
  await buildProposedIndex(call, databaseUrl, form.id, {
    filters: [{ field: 'status', operator: 'eq' }],
    sort: [
      { field: 'due', descending: true },
      { field: 'amount', descending: false },
    ],
  });

  const cookies = { administrator: admin, 'three roles': planner };
  const filter: Condition = { field: 'status', operator: 'eq', value: statuses[1]! };
  const pivot = {
    rows: [{ field: 'status' }],
    columns: [],
    measures: [
      { fn: 'sum' as const, field: 'amount' },
      { fn: 'avg' as const, field: 'quantity' },
    ],
  };
  const list = `/api/records/${form.id}`;
  const askedBy = async (who: Person): Promise<Record<What, Asked>> => ({
    'first page': { path: list },
    'page 1000': { path: `${list}?cursor=${await cursorAt(url, list, cookies[who])}` },
    'filter and two sorts': { path: `${list}?sort=-due,amount&filter=${encodeURIComponent(JSON.stringify(filter))}` },
    'group with summaries': { path: `${list}/pivot`, body: pivot },
    search: { path: `${list}?search=${encodeURIComponent(word)}` },
  });
  const asked = { administrator: await askedBy('administrator'), 'three roles': await askedBy('three roles') };

  const plan = compilePlan(
    {
      spaceId: 'demo',
      formId: form.id,
      appId: '',
      release: 1,
      definition,
      rules,
      appRules: [],
      buttons: noButtonSettings,
      speakers: [],
    },
    () => 'Asia/Shanghai',
  );
  const eyesOf = (who: Person): Eyes => ({
    rights: rightsOf(rules, {
      userId: made.person.id,
      roles:
        who === 'administrator' ? ['admin'] : ['user', ...rules.map(({ subject }) => (subject as { id: string }).id)],
      belongs: () => false,
    }),
    held: 'none',
    share: 0.8,
    viewer: {
      id: made.person.id,
      place: () => ({ departments: [works], below: [works, ...own] }),
      mine: () => ({ posts: [], roles: [], departments: [works], below: [works, ...own] }),
      under: (departments) => departments,
    },
  });
  const newest = sortPlan(plan, undefined);
  const rawOf = async (who: Person): Promise<Record<What, Statement>> => {
    const eyes = eyesOf(who);
    const [, , id] = JSON.parse(
      Buffer.from(new URL(url + asked[who]['page 1000'].path).searchParams.get('cursor') ?? '', 'base64url').toString(),
    ).slice(1) as [unknown, unknown, string];
    return {
      'first page': stretchStatement(plan, eyes, undefined, newest, undefined, true, pageSize + 1),
      'page 1000': stretchStatement(
        plan,
        eyes,
        undefined,
        newest,
        { sort: '', filled: true, keys: [], id },
        true,
        pageSize + 1,
      ),
      'filter and two sorts': stretchStatement(
        plan,
        eyes,
        filter,
        sortPlan(plan, '-due,amount'),
        undefined,
        true,
        pageSize + 1,
      ),
      'group with summaries': pivotStatement(plan, eyes, undefined, pivot),
      search: stretchStatement(
        plan,
        eyes,
        { field: searchFields.seldom, operator: 'contains', value: word },
        newest,
        undefined,
        true,
        pageSize + 1,
      ),
    };
  };
  return {
    cookies,
    asked,
    raw: { administrator: await rawOf('administrator'), 'three roles': await rawOf('three roles') },
  };
}

/** Where page 1,000 begins: found once by walking there. */
async function cursorAt(url: string, path: string, cookie: string): Promise<string> {
  const most = 500;
  let cursor = '';
  for (let left = Math.min(999 * pageSize, rows / 2); left > 0; left -= most) {
    const answer = await fetch(`${url}${path}?limit=${Math.min(most, left)}${cursor && `&cursor=${cursor}`}`, {
      headers: { cookie },
    });
    cursor = ((await answer.json()) as { next: string | null }).next ?? cursor;
  }
  return cursor;
}
