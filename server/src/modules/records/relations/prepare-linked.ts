import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { prepareRecord, type GivenRecord, type PreparedRecord, type PrepareOptions } from '../write/prepare.ts';
import { checkRelations, type Writes } from './check-relations.ts';
import { linksOf } from './form-links.ts';
import { readLinked } from './read-linked.ts';

/**
 * `prepareRecord` for a save: with the values of the records it names. Once to know which those are, defaults included, and
 * once more with what they hold.
 */
export async function prepareLinked(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  given: GivenRecord,
  before: StoredRecord | undefined,
  { writes, ...options }: PrepareOptions & { writes?: Writes | undefined },
): Promise<PreparedRecord> {
  const first = prepareRecord(plan, given, before, options);
  if (!plan.linked) return first;
  const links = await linksOf(doer, plan);
  const refused = await checkRelations(tx, doer, plan, first, before, writes);
  const [linked] = await readLinked(tx, links, [{ id: before?.id, values: first.values, slaves: first.slaves }]);
  const second = prepareRecord(plan, given, before, { ...options, linked });
  return { ...second, errors: [...refused, ...second.errors] };
}
