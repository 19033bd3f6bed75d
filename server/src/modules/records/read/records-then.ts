import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { queryText } from '../../../platform/db/text-query.ts';
import { prepared } from '../plan/columns.ts';
import { storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import type { FieldChanges, RowChange } from '../write/changes.ts';

export interface AskedThen {
  recordId: string;
  /** The version it had with the event; undefined where it was deleted. */
  version: number | undefined;
}

type Content = Pick<StoredRecord, 'id' | 'values' | 'slaves'>;
export interface Then {
  /** Before the event; undefined where it began with it. */
  before: Content | undefined;
  /** With it; undefined where it ended with it. */
  after: Content | undefined;
}

interface Entry {
  record_id: string;
  version: number;
  kind: string;
  changes: FieldChanges;
  slaves: RowChange[] | null;
}

/**
 * What records said with a version of theirs and before it, put back by their history: whoever reads the log comes later than whoever
 * saved. Those that are gone meanwhile come from the bin; of those that are gone for good nothing is told.
 */
export async function recordsThen(
  platform: Platform,
  plan: FormPlan,
  asked: readonly AskedThen[],
): Promise<(Then | undefined)[]> {
  const ids = [...new Set(asked.map(({ recordId }) => recordId))];
  if (ids.length === 0) return [];
  const now = new Map<string, Content & { version: number }>();
  const rows = await queryText(platform.pool, { ...plan.statements.getMany, values: [ids] });
  for (const row of rows) {
    const record = storedRecord(plan, row);
    now.set(record.id, record);
  }
  const gone = ids.filter((id) => !now.has(id));
  if (gone.length > 0) {
    const binned = await spaceQuery<{ id: string; record: StoredRecord }>(platform, {
      ...prepared(`select id, record from ${plan.schema}.records_bin where id = any($1::uuid[])`),
      values: [gone],
    });
    for (const { id, record } of binned.rows) now.set(id, record);
  }
  const history = await laterChanges(platform, plan, asked, now);
  return asked.map(({ recordId, version }) => {
    const record = now.get(recordId);
    if (!record) return undefined;
    if (version === undefined) return { before: record, after: undefined };
    const entries = history.get(recordId) ?? [];
    let after: Content = record;
    for (const entry of entries) if (entry.version > version) after = undone(after, entry);
    const own = entries.filter((entry) => entry.version === version);
    if (version === 1 || own.some(({ kind }) => kind === 'created' || kind === 'imported'))
      return { before: undefined, after };
    return { before: own.reduce(undone, after), after };
  });
}

async function laterChanges(
  platform: Platform,
  plan: FormPlan,
  asked: readonly AskedThen[],
  now: ReadonlyMap<string, { version: number }>,
): Promise<Map<string, Entry[]>> {
  const from = new Map<string, number>();
  for (const { recordId, version } of asked) {
    const last = now.get(recordId)?.version;
    // a record that was only made has no past
    if (version === undefined || last === undefined || (version === 1 && last === 1)) continue;
    from.set(recordId, Math.min(from.get(recordId) ?? version, version));
  }
  if (from.size === 0) return new Map();
  const { rows } = await spaceQuery<Entry>(platform, {
    ...prepared(
      `select h.record_id, h.version, h.kind, h.changes, h.slaves
       from unnest($1::uuid[], $2::int[]) as a (id, version) join ${plan.schema}.records_history h on h.record_id = a.id and h.version >= a.version
       order by h.version desc, h.id desc`,
    ),
    values: [[...from.keys()], [...from.values()]],
  });
  return Map.groupBy(rows, (row) => row.record_id);
}

function undone(record: Content, { changes, slaves }: Entry): Content {
  const values = { ...record.values };
  for (const [field, [before]] of Object.entries(changes)) values[field] = before;
  if (!slaves || slaves.length === 0) return { ...record, values };
  const tables: Record<string, SlaveRow[]> = { ...record.slaves };
  for (const { table, row, kind, changes: own } of slaves) {
    const past = Object.fromEntries(Object.entries(own).map(([field, [before]]) => [field, before]));
    const rows = tables[table] ?? [];
    if (kind === 'added') tables[table] = rows.filter(({ id }) => id !== row);
    else if (kind === 'removed') tables[table] = [...rows, { id: row, values: past }];
    else tables[table] = rows.map((one) => (one.id === row ? { id: row, values: { ...one.values, ...past } } : one));
  }
  return { ...record, values, slaves: tables };
}

/** Ids of the records that a batch of an import made. */
export async function importedIds(
  platform: Platform,
  schema: string,
  importId: string,
  batch: number,
): Promise<string[]> {
  const { rows } = await spaceQuery<{ created: string[] }>(platform, {
    ...prepared(`select created from ${schema}.records_import_batch where import_id = $1 and batch = $2`),
    values: [importId, batch],
  });
  return rows[0]?.created ?? [];
}

/** The trace of the rule that last wrote a field or sub-table of a record; undefined where somebody did by hand. */
export async function ruleBehind(
  platform: Platform,
  schema: string,
  recordId: string,
  field: string,
): Promise<string | undefined> {
  const { rows } = await spaceQuery<{ rule: string | null }>(platform, {
    ...prepared(
      `select rule from ${schema}.records_history where record_id = $1
        and (changes ? $2 or exists (select 1 from jsonb_array_elements(slaves) s where s->>'table' = $2))
       order by version desc, id desc limit 1`,
    ),
    values: [recordId, field],
  });
  return rows[0]?.rule ?? undefined;
}

/** Something that happened to a record of a form. */
export interface Past {
  recordId: string;
  version: number;
  kind: string;
  at: Date;
  actor: string | null;
}

/** What happened to records of a form since a moment, the last first, from behind `after` on. */
export async function pastOf(
  platform: Platform,
  plan: FormPlan,
  since: Date,
  after: Past | undefined,
  most: number,
): Promise<Past[]> {
  const { rows } = await spaceQuery<{ record_id: string } & Omit<Past, 'recordId'>>(platform, {
    ...prepared(
      `select record_id, version, kind, at, actor from ${plan.schema}.records_history
       where form_id = $1 and at > $2 and kind in ('created', 'imported', 'updated', 'process', 'deleted')
         and ($3::timestamptz is null or (at, record_id, version) < ($3, $4::uuid, $5::int))
       order by at desc, record_id desc, version desc limit $6`,
    ),
    values: [plan.form.formId, since, after?.at ?? null, after?.recordId ?? null, after?.version ?? null, most],
  });
  return rows.map(({ record_id: recordId, ...past }) => ({ recordId, ...past }));
}
