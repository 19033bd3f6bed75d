import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { reader, type Doer, type SpaceTx } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { FormPlan } from '../plan/plan.ts';
import { titleFieldOf } from '../plan/title.ts';
import { lockTargets, seenSql } from './check-relations.ts';
import { linksOf } from './form-links.ts';
import { namedBy, readLinked } from './read-linked.ts';

/** Ids by relation and title; null where several records are called so. */
export type IdsByTitle = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** The records that cells of relations mean, among those that the person sees: one statement for each column. */
export async function idsByTitle(
  doer: Doer,
  plan: FormPlan,
  cells: ReadonlyMap<string, readonly string[]>,
): Promise<IdsByTitle> {
  const found = new Map<string, Map<string, string | null>>();
  const links = await linksOf(doer, plan);
  for (const { key, target, field } of links.relations) {
    const texts = cells.get(key);
    const title = titleFieldOf(target.form.definition);
    const column = title && target.byId.get(title.id);
    if (!texts?.length || !column) continue;
    const spec = fieldTypeSpec(field.type);
    const titles = [
      ...new Set(
        texts.flatMap(
          (text) =>
            (spec.fromText?.(text, field.config, { locale: 'zh-CN', timeZone: plan.timeZone }) as
              | string[]
              | undefined) ?? [],
        ),
      ),
    ];
    const ids = new Map<string, string | null>();
    const params: unknown[] = [titles];
    const { rows } = await reader(doer).query<TextRow>({
      text: `select r.id::text, r.${column.sql}::text from ${target.table} r where r.${column.sql}::text = any($1::text[]) and ${await seenSql(doer, target, params)}`,
      values: params,
      rowMode: 'array',
    });
    for (const [id, text] of rows) ids.set(text ?? '', ids.has(text ?? '') ? null : (id ?? ''));
    found.set(key, ids);
  }
  return found;
}

/** Locks what a batch of new records names and gives them what they take from it. */
export async function linkBatch(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly { values: Values; slaves: Record<string, SlaveRow[]> }[],
): Promise<void> {
  if (!plan.linked || records.length === 0) return;
  const links = await linksOf(doer, plan);
  const named = links.relations.map((relation) => ({
    relation,
    ids: records.flatMap((record) => namedBy(record, relation.slave, relation.column.id)),
  }));
  const locked = await lockTargets(tx, doer, plan, named);
  // deleted since they were looked up: the batch is read again
  if (named.some(({ relation, ids }) => ids.some((id) => !locked.get(relation.target)?.has(id))))
    throw new Error('records that are named have gone meanwhile');
  const linked = await readLinked(tx, links, records);
  const now = new Date();
  records.forEach((record, index) =>
    plan.logic.compute(record, { userId: doer.user.id, now, timeZone: plan.timeZone, linked: linked[index] }),
  );
}
