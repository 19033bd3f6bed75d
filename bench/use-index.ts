import pg from 'pg';
import { resultOf, type Call } from './product.ts';

interface Shape {
  filters: { field: string; operator: string }[];
  sort: { field: string; descending: boolean }[];
}

/**
 * The index that the product proposes for a list that people use, built as an administrator builds it. A list counts from
 * 150 ms, which this one takes on machines with more to do: it is noted as if it had been so slow three times.
 */
export async function buildProposedIndex(call: Call, databaseUrl: string, formId: string, shape: Shape): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      'insert into space_demo.records_list_time (form_id, id, shape, times, total_ms, max_ms, last_at) values ($1, $2, $3, 3, 600, 200, now())',
      [formId, 'bench', JSON.stringify({ ...shape, readers: 'all' })],
    );
  } finally {
    await client.end();
  }
  const { proposals } = await call<{ proposals: { id: string }[] }>('GET', `/forms/${formId}/list-indexes`);
  const { jobId } = await call<{ jobId: string }>('POST', `/forms/${formId}/list-indexes`, {
    proposal: proposals[0]!.id,
  });
  await resultOf(call, jobId);
}
