import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Doer, Statement } from '../../../platform/db/space-data.ts';
import { writeTogether } from '../../../platform/db/write-together.ts';
import { tableName } from '../../forms/public.ts';
import { gathered, type Outcome } from '../../../platform/gathered.ts';
import { createdTrail } from './created.ts';
import { createParams, type FormPlan } from '../plan/plan.ts';

/** A record that needs nothing but its own rows. */
interface Creation {
  doer: Doer;
  record: { id: string; at: string; creator: string; department: string | null; values: Values };
  /** Taken down with the record; the same one again is refused. */
  commandId: string | undefined;
}

/** So many records make a statement; other numbers are put together of these. */
const sizes = [16, 8, 7, 6, 5, 4, 3, 2, 1];

const creators = new WeakMap<FormPlan, (creation: Creation) => Promise<void>>();

/** Everybody who creates at this moment leaves together: half the cost of a transaction each. */
export function createTogether(plan: FormPlan, creation: Creation): Promise<void> {
  let create = creators.get(plan);
  if (!create) creators.set(plan, (create = gathered((creations) => store(plan, creations), { turns: true })));
  return create(creation);
}

export interface Entry {
  /** Of the row, its trail, and its command. */
  values: unknown[];
  commanded: boolean;
}

async function store(plan: FormPlan, creations: Creation[]): Promise<Outcome<void>[]> {
  const entries = creations.map(({ doer, record, commandId }): Entry => ({
    values: [
      ...createParams(plan, record),
      ...createdTrail(doer, plan, record),
      ...(commandId === undefined ? [] : [commandId]),
    ],
    commanded: commandId !== undefined,
  }));
  const [first] = creations;
  if (first && creations.length > 1) {
    try {
      await writeTogether(first.doer, statementsOf(plan, entries));
      return creations.map(() => ({ value: undefined }));
    } catch {
      // one of them is refused: each alone, so that the others do not suffer from it
    }
  }
  return Promise.all(
    creations.map(async ({ doer }, index): Promise<Outcome<void>> => {
      const entry = entries[index]!;
      try {
        await writeTogether(doer, statementsOf(plan, [entry]));
      } catch (error) {
        if (!isStored(plan, error)) return { error };
      }
      return { value: undefined };
    }),
  );
}

/** Records, history, events and commands, as many at a time as a statement takes. */
export function statementsOf(plan: FormPlan, entries: readonly Entry[]): Statement[] {
  return [false, true].flatMap((commanded) =>
    statementsFor(
      plan,
      entries.filter((entry) => entry.commanded === commanded),
      commanded,
    ),
  );
}

function statementsFor(plan: FormPlan, entries: readonly Entry[], commanded: boolean): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < entries.length;) {
    const size = sizes.find((some) => some <= entries.length - from)!;
    statements.push({
      ...plan.createMany(size, commanded),
      values: entries.slice(from, from + size).flatMap(({ values }) => values),
    });
    from += size;
  }
  return statements;
}

/** The answer to all of them was lost, not their commit: nobody else has a record by this id. */
function isStored(plan: FormPlan, error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (
    code === '23505' && (constraint === `${tableName(plan.form.formId)}_pkey` || constraint === 'records_history_pkey')
  );
}
