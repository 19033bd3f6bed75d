import pg from 'pg';

const tables = ['instance', 'execution', 'task', 'actor', 'event', 'command'] as const;
/** Columns that name people, who are the same in every copy. */
const people = new Set([
  'person',
  'initiator',
  'actor',
  'from_person',
  'stopped_by',
  'changed_by',
  'returned_by',
  'deputy',
  'asked_by',
  'creator',
  'modifier',
  'owner',
  'department',
  'process_executors',
]);
const batch = 50_000;

/** Copies the process of one record, and the record, through SQL; ids rise with the copies, as they do in use. */
export async function copyProcess(databaseUrl: string, formId: string, recordId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const {
      rows: [instance],
    } = await client.query<{ id: string }>('select id from space_demo.workflow_instance where record_id = $1', [
      recordId,
    ]);
    for (let from = 1; from <= count; from += batch) {
      const until = Math.min(count, from + batch - 1);
      for (const table of tables)
        await copyRows(
          client,
          `space_demo.workflow_${table}`,
          table === 'instance' ? 'id' : 'instance_id',
          instance!.id,
          from,
          until,
        );
      await copyRows(client, `space_demo.f_${formId}`, 'id', recordId, from, until);
      console.error(`${until} of ${count} processes are there`);
    }
    for (const table of tables) await client.query(`vacuum analyze space_demo.workflow_${table}`);
    await client.query(`vacuum analyze space_demo.f_${formId}`);
  } finally {
    await client.end();
  }
}

async function copyRows(
  client: pg.Client,
  table: string,
  key: string,
  id: string,
  from: number,
  until: number,
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  const copied = columns
    .filter(({ name }) => !name.endsWith('xid'))
    .map(({ name, type }) => [`"${name}"`, copyOf(name, type)] as const);
  await client.query(
    `insert into ${table} (${copied.map(([name]) => name).join(', ')}) select ${copied.map(([, value]) => value).join(', ')} from ${table} t cross join generate_series(${from}, ${until}) n where t.${key} = $1`,
    [id],
  );
}

function copyOf(name: string, type: string): string {
  const column = `t."${name}"`;
  if (people.has(name)) return column;
  if (type === 'uuid') return idOf(column);
  if (type === 'uuid[]') return `array(select ${idOf('u')} from unnest(${column}) u)`;
  if (type === 'timestamp with time zone') return `${column} - n * interval '1 second'`;
  return column;
}

/** Of a version 7 id the first twelve digits are a time: copies are older than the first. */
function idOf(column: string): string {
  return `(lpad(to_hex(1700000000000 + n), 12, '0') || substr(md5(${column}::text || n), 1, 20))::uuid`;
}
