import type { SpaceTx } from '../../platform/db/space-data.ts';

/** In the transaction: done by whoever comes first with the key, the others get what came of it. */
export async function once<T>(tx: SpaceTx, key: string, work: () => Promise<T>): Promise<T> {
  const { schema } = tx;
  await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 521))', values: [`${schema} ${key}`] });
  const { rows } = await tx.query<{ output: T }>({
    text: `select output from ${schema}.action_done where key = $1`,
    values: [key],
  });
  if (rows[0]) return rows[0].output;
  const output = await work();
  await tx.query({
    text: `insert into ${schema}.action_done (key, output, at) values ($1, $2, $3)`,
    values: [key, JSON.stringify(output), new Date()],
  });
  return output;
}
