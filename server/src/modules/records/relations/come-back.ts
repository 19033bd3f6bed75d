import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { prepared } from '../plan/columns.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { linksOf } from './form-links.ts';
import { namedBy, readLinked } from './read-linked.ts';

/** Before a deleted record comes back: it no longer names what has gone meanwhile, and takes what the others hold today. */
export async function comeBack(tx: SpaceTx, doer: Doer, plan: FormPlan, record: StoredRecord): Promise<void> {
  if (!plan.linked) return;
  const links = await linksOf(doer, plan);
  for (const { target, slave, column } of links.relations) {
    const named = [...new Set(namedBy(record, slave, column.id))];
    if (named.length === 0) continue;
    const { rows } = await tx.query<TextRow>({
      ...prepared(`select id::text from ${target.table} where id = any($1::uuid[]) order by id for update`),
      values: [named],
      rowMode: 'array',
    });
    const there = new Set(rows.map(([id]) => id));
    const keep = (values: Values): void => {
      const left = ((values[column.id] as string[] | null | undefined) ?? []).filter((id) => there.has(id));
      values[column.id] = left.length > 0 ? left : null;
    };
    if (!slave) keep(record.values);
    else for (const row of record.slaves[slave.id] ?? []) keep(row.values);
  }
  const [linked] = await readLinked(tx, links, [record]);
  plan.logic.compute(record, { userId: doer.user.id, now: new Date(), timeZone: plan.timeZone, linked });
}
