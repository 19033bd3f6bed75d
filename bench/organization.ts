import pg from 'pg';
import { startDatabase } from './database.ts';
import { median, type Figure } from './measure.ts';
import { signIn, startProduct } from './product.ts';

const size = Number(process.env.FORMWORK_BENCH_PEOPLE ?? 100_000);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 40);
/** What nobody waits for, and what somebody who has just dragged something does not mind. */
const limits = { read: 100, change: 500 };

/** Each answers what is to be sent in the nth round. */
interface Work {
  name: string;
  kind: keyof typeof limits;
  call: (round: number) => { method: string; path: string; body?: unknown };
}

/**
 * An organization of 100,000 departments, five levels deep and one of them with thousands right below it, and as many people,
 * with roles that are held through departments and posts: each operation over HTTP, one after another, as its page calls it.
 */
export async function organization(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    const cookie = await signIn(product.url, 'admin');
    await product.stop();
    await fill(database.url);
    const large = await startProduct(database);
    try {
      const send = async ({ method, path, body }: ReturnType<Work['call']>): Promise<number> => {
        const began = performance.now();
        const answer = await fetch(`${large.url}/api/organization${path}`, {
          method,
          headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
        return performance.now() - began;
      };
      const figures: Figure[] = [
        {
          name: 'first read after a start ms',
          unit: 'ms',
          better: 'lower',
          ours: await send({ method: 'GET', path: '/tree' }),
        },
      ];
      figures.push({
        name: 'first search after a start ms',
        unit: 'ms',
        better: 'lower',
        ours: await send({ method: 'GET', path: '/picker/people?search=zhangwei' }),
      });
      for (const { name, kind, call } of works) {
        const took: number[] = [];
        // the first one spells names and fills caches
        await send(call(rounds));
        for (let round = 0; round < rounds; round++) took.push(await send(call(round)));
        const p95 = took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)]!;
        console.error(`${name}: p95 ${p95.toFixed(1)} ms, median ${median(took).toFixed(1)} ms`);
        figures.push({ name: `${name} p95 ms`, unit: 'ms', better: 'lower', ours: p95, limit: limits[kind] });
      }
      return figures;
    } finally {
      await large.stop();
    }
  } finally {
    await database.stop();
  }
}

const works: Work[] = [
  {
    name: 'list children',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/tree?parent=${department(1_000 + round)}` }),
  },
  {
    name: 'list children of many',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/tree?parent=${department(0)}&offset=${round * 100}` }),
  },
  {
    name: 'way to a department',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/departments/${department(50_000 + round)}` }),
  },
  {
    name: 'people of a department and below',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/people?department=${department(10 + round)}` }),
  },
  {
    name: 'search departments',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/picker/departments?search=bm${round * 17}` }),
  },
  {
    name: 'search people',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/picker/people?search=zhangwei${round}` }),
  },
  {
    name: 'contacts',
    kind: 'read',
    call: (round) => ({ method: 'GET', path: `/contacts?department=${department(100 + round)}` }),
  },
  {
    name: 'rename a department',
    kind: 'change',
    call: (round) => ({
      method: 'PATCH',
      path: `/departments/${department(2_000 + round)}`,
      body: { name: `改名 ${round}` },
    }),
  },
  {
    name: 'move a department with those below',
    kind: 'change',
    call: (round) => ({
      method: 'PATCH',
      path: `/departments/${department(300 + round)}`,
      body: { parentId: department(1) },
    }),
  },
  {
    name: 'move among many siblings',
    kind: 'change',
    call: (round) => ({
      method: 'PATCH',
      path: `/departments/${department(4_000 + round)}`,
      body: { parentId: department(0) },
    }),
  },
  {
    name: 'merge departments',
    kind: 'change',
    call: (round) => ({
      method: 'POST',
      path: `/departments/${department(6_000 + round)}/merging`,
      body: { intoId: department(7_000 + round) },
    }),
  },
  {
    name: 'move a person',
    kind: 'change',
    call: (round) => ({
      method: 'POST',
      path: '/people/moves',
      body: { ids: [person(round)], departmentId: department(20_000) },
    }),
  },
  {
    name: 'move 100 people',
    kind: 'change',
    call: (round) => ({
      method: 'POST',
      path: '/people/moves',
      body: {
        ids: Array.from({ length: 100 }, (_, at) => person(1_000 + at)),
        departmentId: department(30_000 + round),
      },
    }),
  },
  {
    name: 'change a person',
    kind: 'change',
    call: (round) => ({
      method: 'PATCH',
      path: `/people/${person(500 + round)}`,
      body: { phone: `1380000${round}`, postId: post },
    }),
  },
  {
    name: 'change who holds a role',
    kind: 'change',
    call: (round) => ({
      method: 'PUT',
      path: `/roles/${role}/holders`,
      body: {
        holders: [
          { kind: 'department', id: department(2 + (round % 7)), below: true },
          { kind: 'post', id: post, below: false },
        ],
      },
    }),
  },
];

/** Ids that can be told from a number, here and in SQL. */
function idOf(kind: number, n: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
const department = (n: number): string => idOf(1, n);
const person = (n: number): string => idOf(2, n);
const post = idOf(3, 0);
const role = idOf(4, 0);

/** Through SQL: an import would take its time. Departments stand by their decimal digits, 12 above 123; those of the lower half of the last level stand right below the first one. */
async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const id = (kind: number, n: string) =>
    `('${String(kind).padStart(8, '0')}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
  const names = `(array['王','李','张','刘','陈','杨','赵','黄','周','吴'])[n % 10 + 1] || (array['伟','芳','敏','静','磊','洋','勇','艳','杰','娟','涛'])[n % 11 + 1]`;
  try {
    await client.query(`select set_config('app.space_id', 'demo', false)`);
    await client.query(`insert into organization.department (space_id, id, parent_id, name, position)
      select 'demo', ${id(1, 'n')}, case when n < 10 then null when n >= ${size} - 5000 then ${id(1, '0')} else ${id(1, 'n / 10')} end, '部门 ' || n, n from generate_series(0, ${size - 1}) n`);
    await client.query(
      `insert into identity.account (id, login, password_hash, home_space) select ${id(2, 'n')}, 'p' || n, 'none', 'demo' from generate_series(0, ${size - 1}) n`,
    );
    await client.query(
      `insert into identity.membership (space_id, account_id, role, name) select 'demo', ${id(2, 'n')}, 'user', ${names} || n from generate_series(0, ${size - 1}) n`,
    );
    await client.query(
      `insert into organization.post (space_id, id, name) select 'demo', ${id(3, 'n')}, '岗位 ' || n from generate_series(0, 199) n`,
    );
    await client.query(
      `insert into organization.person (space_id, account_id, department_id, post_id) select 'demo', ${id(2, 'n')}, ${id(1, 'n')}, ${id(3, 'n % 200')} from generate_series(0, ${size - 1}) n`,
    );
    await client.query(
      `insert into organization.role (space_id, id, name, description) select 'demo', ${id(4, 'n')}, '角色 ' || n, '' from generate_series(0, 19) n`,
    );
    await client.query(`insert into organization.role_holder (space_id, role_id, kind, id, below) select 'demo', ${id(4, 'n')}, 'department', ${id(1, 'n % 10')}, true from generate_series(0, 19) n
      union all select 'demo', ${id(4, 'n')}, 'post', ${id(3, 'n')}, false from generate_series(0, 19) n`);
    await client.query(
      'vacuum analyze organization.department, organization.person, organization.post, organization.role, organization.role_holder, identity.account, identity.membership',
    );
  } finally {
    await client.end();
  }
}
