import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { queryText } from '../../../platform/db/text-query.ts';
import { prepared } from '../plan/columns.ts';
import { storedRecord, type FormPlan } from '../plan/plan.ts';
import type { FieldChanges } from '../write/changes.ts';

/** What a record said with a version of it, and before that; `before` is missing where it began with it. */
export interface RecordThen {
  after: Values;
  before: Values | undefined;
}

/** Its own fields, put back by its history: whoever reads the log comes later than whoever saved. Undefined for one that is gone. */
export async function recordThen(
  platform: Platform,
  plan: FormPlan,
  recordId: string,
  version: number | undefined,
): Promise<RecordThen | undefined> {
  const [row] = await queryText(platform.pool, { ...plan.statements.get, values: [recordId] });
  if (!row) return undefined;
  const now = storedRecord(plan, row);
  if (version === undefined) return { after: now.values, before: now.values };
  const { rows } = await spaceQuery<{ version: number; kind: string; changes: FieldChanges }>(platform, {
    ...prepared(
      `select version, kind, changes from ${plan.schema}.records_history where record_id = $1 and version between $2 and $3 order by version desc, id desc`,
    ),
    values: [recordId, version, now.version],
  });
  const undone = (values: Values, changes: FieldChanges): Values => ({
    ...values,
    ...Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before])),
  });
  let after = now.values;
  for (const later of rows.filter((one) => one.version > version)) after = undone(after, later.changes);
  const own = rows.filter((one) => one.version === version);
  if (own.some(({ kind }) => kind === 'created')) return { after, before: undefined };
  return { after, before: own.reduce((values, { changes }) => undone(values, changes), after) };
}
