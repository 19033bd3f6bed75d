import type { Outcome } from '../../../platform/gathered.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { prepareRecord, type GivenRecord, type PreparedRecord, type PrepareOptions } from '../write/prepare.ts';
import { checkRelations, lockNamed, type Writes } from './check-relations.ts';
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
  const [refused = []] = await checkRelations(tx, doer, plan, [{ record: first, before }], writes);
  const [linked] = await readLinked(tx, links, [{ id: before?.id, values: first.values, slaves: first.slaves }]);
  const second = prepareRecord(plan, given, before, { ...options, linked });
  return { ...second, errors: [...refused, ...second.errors] };
}

interface Given {
  given: GivenRecord;
  options: PrepareOptions;
}

/** New records of one person. */
interface OfPerson {
  doer: Doer;
  records: readonly Given[];
}

/** The same for several new ones: what those of a person name is locked and read at once. In the order of the people and of their records. */
export async function prepareLinkedMany(
  tx: SpaceTx,
  plan: FormPlan,
  people: readonly OfPerson[],
): Promise<Outcome<PreparedRecord>[][]> {
  const first = people.map(({ records }) =>
    records.map(({ given, options }) => tried(() => prepareRecord(plan, given, undefined, options))),
  );
  if (people.length > 1)
    await lockNamed(
      tx,
      people[0]!.doer,
      plan,
      first.flatMap((own) => soundOf(own)),
    );
  const second: Outcome<PreparedRecord>[][] = [];
  for (const [index, { doer, records }] of people.entries())
    second.push(await withLinked(tx, doer, plan, records, first[index]!));
  return second;
}

async function withLinked(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly Given[],
  first: readonly Outcome<PreparedRecord>[],
): Promise<Outcome<PreparedRecord>[]> {
  const sound = soundOf(first);
  const links = await linksOf(doer, plan);
  const refused = await checkRelations(
    tx,
    doer,
    plan,
    sound.map((record) => ({ record, before: undefined })),
  );
  const linked = await readLinked(tx, links, sound);
  let at = 0;
  return first.map((one, index) => {
    if ('error' in one) return one;
    const [errors, from] = [refused[at]!, linked[at]!];
    at += 1;
    const { given, options } = records[index]!;
    return tried(() => {
      const second = prepareRecord(plan, given, undefined, { ...options, linked: from });
      return { ...second, errors: [...errors, ...second.errors] };
    });
  });
}

const soundOf = (all: readonly Outcome<PreparedRecord>[]): PreparedRecord[] =>
  all.flatMap((one) => ('value' in one ? [one.value] : []));

function tried<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
