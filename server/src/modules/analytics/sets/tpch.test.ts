import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { begun, released } from '../testing/sets.ts';
import { digestOf, publishedAnswers } from '../testing/tpch/answers.ts';
import { clicked, tableSets, type Clicks } from '../testing/tpch/ask-click.ts';
import { tpchClicks } from '../testing/tpch/by-click.ts';
import { comparable } from '../testing/tpch/compare.ts';
import { tpchQueries, type TpchQuery } from '../testing/tpch/queries.ts';
import { setOf, wholeTable } from '../testing/tpch/sets.ts';
import { makeTpch } from '../testing/tpch/tables.ts';

// The 22 queries of TPC-H on the smallest database that has published answers; `npm run tpch` asks a larger one.

const scale = 0.01;
let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let clicks: Clicks;
let sets: Promise<Record<string, string>> | undefined;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  await makeTpch(postgres.client, scale);
  clicks = {
    connection: await postgres.connect(admin, 'tpch'),
    release: async (set) => released(admin, 'dataset', await begun(admin, 'dataset', set)),
    ask: (chart) => admin.ok(analyticsApi.query, { body: { chart, picks: [] } }),
  };
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

test.each(tpchQueries.map((query, at) => ({ ...query, number: at + 1 })))(
  'query $number answers through a data set what PostgreSQL and the published answer say',
  async (query) => {
    const { sql, columns, number } = query;
    const { connection, release, ask } = clicks;
    const id = await release(setOf({ is: 'sql', connection, sql, parameters: [] }, columns));
    const { rows } = await ask(wholeTable(id, columns));
    expect(comparable(rows, query)).toEqual(comparable(await directly(query), query));
    expect(digestOf(comparable(rows, query))).toBe(publishedAnswers[scale]![number - 1]);
  },
);

test.each(tpchClicks)('query $number is built by click as well', async (click) => {
  sets ??= tableSets(clicks);
  const lines = await clicked(click, await sets, clicks);
  expect(digestOf(lines)).toBe(publishedAnswers[scale]![click.number - 1]);
});

async function directly({ sql }: TpchQuery): Promise<(string | null)[][]> {
  const types = { getTypeParser: () => (text: string) => text };
  return (await postgres.client.query({ text: sql, rowMode: 'array', types })).rows;
}
