import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, type Doer, type SpaceTx } from '../../../platform/db/space-data.ts';
import { invalid } from '../../../platform/errors.ts';
import { gathered, type Outcome } from '../../../platform/gathered.ts';
import { createParams, storedRecord, type FormPlan } from '../plan/plan.ts';
import { prepareLinked, prepareLinkedMany } from '../relations/prepare-linked.ts';
import { spread } from '../relations/spread.ts';
import { takeDown } from './commands.ts';
import { statementsOf, type Entry } from './create-together.ts';
import { createdTrail } from './created.ts';
import type { GivenRecord, PreparedRecord, PrepareOptions } from './prepare.ts';
import { behind, insertWithSlaves, keptRules, newRows, standing, type NewRecord } from './save.ts';
import { keepKeys } from './steps/keys.ts';
import { drawNumbers } from './steps/numbers.ts';
import { keptLimits } from './steps/column-limits.ts';
import { keptTimes } from './steps/time-rules.ts';

/** A record whose save reaches beyond its own row. */
export interface Creation {
  ctx: Ctx;
  given: GivenRecord;
  options: PrepareOptions;
  base: Pick<NewRecord, 'id' | 'at' | 'creator' | 'department'>;
  /** Where it names no other records it is known before any transaction begins. */
  ready: Pick<NewRecord, 'values' | 'slaves' | 'ruled'> | undefined;
  /** Taken down with the record; the same one again is refused. */
  commandId: string | undefined;
}

/** Whether those that come at the same moment may share a transaction: nothing that they fill is looked at for one after the other. */
export async function canCreateTogether(ctx: Ctx, plan: FormPlan): Promise<boolean> {
  if (plan.bookings.length > 0) return false;
  return (await keptTimes(ctx, plan)).length === 0 && (await keptLimits(ctx, plan)).length === 0;
}

type Made = NewRecord | Promise<NewRecord>;

const creators = new WeakMap<FormPlan, (creation: Creation) => Promise<Made>>();

/** Everybody who creates at this moment shares a transaction; what one of them is refused touches none of the others. */
export async function createLinkedTogether(plan: FormPlan, creation: Creation): Promise<NewRecord> {
  let create = creators.get(plan);
  if (!create) creators.set(plan, (create = gathered((creations) => store(plan, creations), { turns: true })));
  return create(creation);
}

/** In a transaction of its own. */
export function createLinked(plan: FormPlan, creation: Creation): Promise<NewRecord> {
  const { ctx, given, options, base, ready, commandId } = creation;
  return inSpace(ctx, async (tx) => {
    await takeDown(tx, ctx, plan.form.formId, commandId, base.id);
    // a try that is taken back leaves no numbers behind
    const record: NewRecord = ready
      ? structuredClone({ ...base, ...ready })
      : { ...base, ...sound(await prepareLinked(tx, ctx, plan, given, undefined, options)) };
    await insertWithSlaves(tx, ctx, plan, record);
    return record;
  });
}

/** Without what is wrong with it: that is refused. */
export function sound({
  values,
  slaves,
  errors,
  ruled,
}: PreparedRecord): Pick<NewRecord, 'values' | 'slaves' | 'ruled'> {
  if (errors.length > 0) throw invalid('records.record.invalid', errors);
  return { values, slaves, ruled };
}

async function store(plan: FormPlan, creations: Creation[]): Promise<Outcome<Made>[]> {
  if (creations.length > 1)
    try {
      return await inSpace(creations[0]!.ctx, (tx) => storeTogether(tx, plan, creations), 1);
    } catch {
      // one of them is refused, or waits for somebody: each alone, so that the others do not suffer from it
    }
  // nobody waits for those that have to wait
  return creations.map((creation) => ({ value: createLinked(plan, creation) }));
}

interface Ready {
  ctx: Ctx;
  /** With what rules before its save say of it. */
  doer: Doer;
  record: NewRecord;
  commandId: string | undefined;
}

async function storeTogether(tx: SpaceTx, plan: FormPlan, creations: Creation[]): Promise<Outcome<NewRecord>[]> {
  const people = [...Map.groupBy(creations, ({ ctx }) => whose(ctx)).values()];
  const waiting = tx.query({ text: `set local lock_timeout = '${mostWaitMs}ms'` });
  const prepared = plan.linked
    ? prepareLinkedMany(
        tx,
        plan,
        people.map((records) => ({ doer: records[0]!.ctx, records })),
      )
    : undefined;
  const [, linked] = await Promise.all([waiting, prepared]);
  const outcomes = new Map<Creation, Outcome<NewRecord>>();
  const made: Ready[] = [];
  for (const [at, own] of people.entries())
    for (const [index, creation] of own.entries()) {
      const { ctx, base, ready, commandId } = creation;
      try {
        const record = { ...base, ...(structuredClone(ready) ?? sound(valueOf(linked![at]![index]!))) };
        outcomes.set(creation, { value: record });
        made.push({ ctx, doer: ctx, record, commandId });
      } catch (error) {
        outcomes.set(creation, { error });
      }
    }
  if (made.length > 0) await write(tx, plan, made);
  return creations.map((creation) => outcomes.get(creation)!);
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

async function write(tx: SpaceTx, plan: FormPlan, made: Ready[]): Promise<void> {
  for (const one of made) one.doer = await keptRules(tx, one.ctx, plan, one.record.id, one.record.ruled);
  const people = [...Map.groupBy(made, ({ ctx }) => whose(ctx)).values()];
  if (plan.counters.length > 0) for (const own of people) await numberThem(tx, plan, own);
  const entries = made.map(({ doer, record, commandId }): Entry => ({
    values: [
      ...createParams(plan, record),
      ...createdTrail(doer, plan, record),
      ...(commandId === undefined ? [] : [commandId]),
    ],
    commanded: commandId !== undefined,
  }));
  // all on one way to the database, and what rules ask for behind them too
  const written = Promise.all([
    ...statementsOf(plan, entries).map((statement) => tx.query(statement)),
    ...made.flatMap(({ record }) => newRows(tx, plan, record)),
  ]);
  const others = new Set<string>();
  await behind(written, async () => {
    // one after the other: what a rule of the first has written is there for the next
    for (const group of people) {
      const { ctx } = group[0]!;
      await keepKeys(
        tx,
        ctx,
        plan,
        group.map(({ record }) => standing(record)),
      );
      const changes = group.map(({ record }) => ({ id: record.id, after: record }));
      for (const id of (await plan.engine?.after?.(tx.inNameOf(ctx), ctx, changes)) ?? []) others.add(id);
    }
  });
  if (plan.linked) {
    const changes = made.map(({ record }) => ({ id: record.id, after: record }));
    for (const id of await spread(tx, made[0]!.ctx, plan, changes)) others.add(id);
  }
  const again = made.filter(({ record }) => others.has(record.id));
  if (again.length === 0) return;
  const { rows } = await tx.query<(string | null)[]>({
    ...plan.statements.getMany,
    values: [again.map(({ record }) => record.id)],
  });
  const stored = new Map(rows.map((row) => storedRecord(plan, row)).map((record) => [record.id, record]));
  for (const { record } of again) {
    const { values, slaves, version } = stored.get(record.id)!;
    Object.assign(record, { values, slaves, version });
  }
}

/** Numbers of one person's records, by the day on which each was made. */
async function numberThem(tx: SpaceTx, plan: FormPlan, own: readonly Ready[]): Promise<void> {
  const { ctx } = own[0]!;
  const records = own.map(({ record }) => record);
  for (const some of Map.groupBy(records, ({ at }) => wallText(at, plan.timeZone).slice(0, 10)).values())
    await drawNumbers(tx, ctx, plan, some, some[0]!.at);
}

/** Of one person, in one name and from one place: what follows from their records is done for them together. */
const whose = ({ user, ip }: Ctx): string => JSON.stringify([user.id, user.deputy?.id, user.system, user.cause, ip]);

/** Whoever waits longer for a record that somebody holds does so alone. */
const mostWaitMs = 200;
