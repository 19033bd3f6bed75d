import { Agent } from 'node:http';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import pg from 'pg';
import { timed } from './get.ts';
import type { Figure } from './measure.ts';
import { callsOf, signIn, withProduct } from './product.ts';
import { definition, fillForm } from './scene.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 1_000_000);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 30);
/** What the specification of the product promises. */
const limit = 300;

/** What each search is: a name that one record has, one that some have, one that all have, a number, pinyin, two characters. */
const searches = {
  rare: `check ${Math.floor(rows * 0.77)}`,
  some: '7777',
  common: 'check',
  number: String(rows - 1),
  chinese: '水泵',
  initials: 'xhsb',
  none: 'nothinglikethis',
};

/** The search through everything over a million records, as the administrator and as somebody who sees a few of them. */
export async function search(): Promise<Figure[]> {
  return withProduct(async (product, database) => {
    const { admin, rare } = await makeScene(product.url, database.url);
    const agent = new Agent({ keepAlive: true });
    const figures: Figure[] = [];
    for (const [who, cookie] of [
      ['administrator', admin],
      ['a person who sees 300', rare],
    ] as const) {
      const took: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        for (const [name, text] of Object.entries(searches)) {
          const ms = await timed(agent, `${product.url}/api/search/records?search=${encodeURIComponent(text)}`, cookie);
          if (round === 0) console.error(`${who}, ${name}: ${ms.toFixed(1)} ms`);
          else took.push(ms);
        }
      }
      took.sort((a, b) => a - b);
      figures.push({
        name: `search everything as ${who} p95 ms`,
        unit: 'ms',
        better: 'lower',
        ours: took[Math.floor(took.length * 0.95)]!,
        limit,
      });
    }
    agent.destroy();
    return figures;
  });
}

async function makeScene(url: string, databaseUrl: string): Promise<{ admin: string; rare: string }> {
  const admin = await signIn(url, 'admin');
  const call = callsOf(url, admin);
  const rare = await signIn(url, 'user');
  const me = ((await (await fetch(`${url}/api/identity/me`, { headers: { cookie: rare } })).json()) as { id: string })
    .id;
  const app = await call('POST', '/forms/apps', { title: { zh: '检查' } });
  const form = await call('POST', `/forms/apps/${app.id}/forms`, { title: { zh: '检查' }, definition });
  const rules: PermissionRule[] = [{ id: 'own', subject: { kind: 'everyone' }, actions: ['view'], scope: 'own' }];
  await call('PUT', `/forms/${form.id}/permissions`, { rules });
  await call('POST', `/forms/${form.id}/releases`, { draftVersion: 1 });
  await fillForm(
    databaseUrl,
    form.id,
    {
      owner: `case when n % ${Math.max(1, Math.floor(rows / 300))} = 0 then '${me}'::uuid else uuidv7() end`,
      remark: `case when n % 40 = 0 then '循环水泵 ' || n else 'Remark on the check with number ' || n || ', long enough to be a sentence of its own.' end`,
    },
    rows,
  );
  await indexed(call, form.id, databaseUrl);
  return { admin, rare };
}

/** A release that changes what is searched makes the index of all records again: the way an import's records come in as well. */
export async function indexed(
  call: (method: string, path: string, body?: unknown) => Promise<unknown>,
  formId: string,
  databaseUrl: string,
): Promise<void> {
  await call('PUT', `/forms/${formId}/draft`, {
    expectedVersion: 1,
    definition: { ...definition, titleField: 'remark' },
  });
  await call('POST', `/forms/${formId}/releases`, { draftVersion: 2 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const began = performance.now();
  for (let done = 0; done < rows;) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    done = Number(
      (await client.query<{ count: string }>('select count(*) from space_demo.records_search')).rows[0]!.count,
    );
    console.error(`${done} of ${rows} records indexed after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  await client.query('vacuum analyze space_demo.records_search');
  await client.end();
}
