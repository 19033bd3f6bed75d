import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import { digestOf, publishedAnswers } from '../../server/src/modules/analytics/testing/tpch/answers.ts';
import { clicked, tableSets, type Clicks } from '../../server/src/modules/analytics/testing/tpch/ask-click.ts';
import { tpchClicks } from '../../server/src/modules/analytics/testing/tpch/by-click.ts';
import { comparable } from '../../server/src/modules/analytics/testing/tpch/compare.ts';
import { tpchQueries } from '../../server/src/modules/analytics/testing/tpch/queries.ts';
import { setOf, wholeTable } from '../../server/src/modules/analytics/testing/tpch/sets.ts';
import { makeTpch } from '../../server/src/modules/analytics/testing/tpch/tables.ts';
import { startOtherPostgres, type OtherPostgres } from '../../server/src/testing/other-postgres.ts';
import { startDatabase } from '../database.ts';
import { callsOf, signIn, startProduct, type Call } from '../product.ts';

// `npm run tpch [-- --scale 0.1]`: TPC-H asked through the product over HTTP and held against the published answers.

const { values } = parseArgs({ options: { scale: { type: 'string', default: '0.1' } } });
const published = publishedAnswers[values.scale];
if (!published) {
  console.error(`Answers are published for the scales ${Object.keys(publishedAnswers).join(', ')}`);
  process.exit(2);
}
// what a connection of an enterprise leads to is no place of the product's own
process.env.FORMWORK_OUTGOING_ALLOWED = '127.0.0.1';
const database = await startDatabase();
const other = await startOtherPostgres();
const product = await startProduct(database);
let wrong = 0;
try {
  const began = performance.now();
  await makeTpch(other.client, Number(values.scale));
  console.log(`scale ${values.scale} made in ${seconds(began)}`);
  const call = callsOf(product.url, await signIn(product.url, 'admin'));
  const clicks: Clicks = {
    connection: await connect(call, other),
    release: (set) => makeSet(call, set),
    ask: (chart) => call<ChartResult>('POST', '/analytics/query', { chart, picks: [] }),
  };
  for (const [at, query] of tpchQueries.entries()) {
    const { sql, columns } = query;
    await compared(`query ${at + 1}`, published[at]!, async () => {
      const id = await clicks.release(
        setOf({ is: 'sql', connection: clicks.connection, sql, parameters: [] }, columns),
      );
      return comparable((await clicks.ask(wholeTable(id, columns))).rows, query);
    });
  }
  const sets = await tableSets(clicks);
  for (const click of tpchClicks)
    await compared(`query ${click.number}, by click`, published[click.number - 1]!, () => clicked(click, sets, clicks));
} finally {
  await product.stop();
  await other.stop();
  await database.stop();
}
console.log(wrong === 0 ? 'all equal the published answers' : `${wrong} differ`);
process.exit(wrong === 0 ? 0 : 1);

async function compared(name: string, answer: string, ask: () => Promise<string[]>): Promise<void> {
  const began = performance.now();
  let lines: string[];
  try {
    lines = await ask();
  } catch (error) {
    lines = [String(error)];
  }
  const equal = digestOf(lines) === answer;
  if (!equal) wrong += 1;
  const rows = answer.split(' ')[0];
  console.log(`${name.padEnd(20)} ${rows!.padStart(5)} rows  ${equal ? 'equal' : 'DIFFERENT'}  ${seconds(began)}`);
  if (!equal) console.log([`${lines.length} rows, first of them:`, ...lines.slice(0, 5)].join('\n  '));
}

async function connect(call: Call, { settings, url }: OtherPostgres): Promise<string> {
  const { password } = new URL(url);
  const body = { kind: 'postgres', name: 'tpch', folder: null, settings: settings(), secrets: { password } };
  return (await call('POST', '/connections', body)).id;
}

async function makeSet(call: Call, draft: DataSet): Promise<string> {
  const { id } = await call('POST', '/definitions/dataset', { commandId: randomUUID(), name: { zh: 'TPC-H' }, draft });
  const { version } = await call<{ version: number }>('GET', `/definitions/dataset/${id}`);
  await call('POST', `/definitions/dataset/${id}/releases`, { version });
  return id;
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
