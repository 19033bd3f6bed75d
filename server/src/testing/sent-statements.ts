import pg from 'pg';
import { vi } from 'vitest';

interface Sent {
  text: string;
  values: unknown[];
}

/** The statements that go to the database until the end, of those that hold all these words. Answers that stream go their way untouched. */
export function watchStatements(...words: string[]): { sent: Sent[]; end: () => void } {
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  const sent: Sent[] = [];
  const watched: unknown = function (this: pg.Client, ...given: unknown[]) {
    const { text, values } = given[0] as Partial<Sent>;
    if (text !== undefined && words.every((word) => text.includes(word))) sent.push({ text, values: values ?? [] });
    return query.apply(this, given);
  };
  const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
  return { sent, end: () => spied.mockRestore() };
}

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

/** How many rows of tables and indexes a statement looks at: what it costs on any machine. */
export async function rowsLookedAt(owner: pg.Pool, { text, values }: Sent): Promise<number> {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
    text: `explain (analyze, format json, timing off, costs off) ${text}`,
    values,
  });
  const looked = (node: Node): number =>
    (node['Relation Name'] !== undefined || node['Index Name'] !== undefined
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum, one) => sum + looked(one), 0);
  return looked(rows[0]!['QUERY PLAN'][0].Plan);
}
