import { asSystem } from '../../../identity/public.ts';
import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import { inSpace, type SpaceTx } from '../../../../platform/db/space-data.ts';
import { zoneOf } from '../../../enterprise/public.ts';
import type { KeyFill } from '../../../forms/public.ts';
import { directoryOf, namesIn } from '../../../organization/public.ts';
import { prepared } from '../../plan/columns.ts';
import { keepKeys, type Doubles } from './keys.ts';
import { lockedRecords, type Worker } from '../../relations/recalculate.ts';
import { compilePlan, type FormPlan } from '../../plan/plan.ts';
import { takenValue } from '../taken.ts';

/** Brings the keys of records to what they hold of which the owner or the state alone has changed. */
export async function keepKeysOf(
  tx: SpaceTx,
  doer: Worker,
  plan: FormPlan,
  ids: readonly string[],
  doubles: Doubles = 'refuse',
): Promise<void> {
  if (plan.keys.length === 0 || ids.length === 0) return;
  try {
    await keepKeys(tx, doer, plan, await lockedRecords(tx, plan, ids), doubles);
  } catch (error) {
    throw takenValue(plan, error);
  }
}

/** Fills the columns of a release that is about to be published, in the order of the ids. */
export async function fillKeyColumns({ platform, spaceId, formId, definition, since }: KeyFill): Promise<void> {
  const plan = compilePlan(
    {
      spaceId,
      formId,
      appId: '',
      release: 0,
      definition,
      rules: [],
      appRules: [],
      buttons: noButtonSettings,
      speakers: [],
    },
    () => zoneOf(platform, spaceId),
  );
  const doer = asSystem(platform, spaceId, 'records.unique_values');
  const late = since === undefined ? '' : ' and modified_at >= $3';
  for (let last: string | undefined = nobody; last !== undefined;) {
    last = await inSpace(doer, async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        ...prepared(`select id from ${plan.table} where id > $1::uuid${late} order by id limit $2`),
        values: [last, batchRows, ...(since ? [new Date(since.getTime() - clocksMs)] : [])],
      });
      const records = await lockedRecords(
        tx,
        plan,
        rows.map(({ id }) => id),
      );
      const context = {
        userId: nobody,
        now: new Date(),
        timeZone: plan.timeZone,
        nameOf: namesIn(await directoryOf(platform, spaceId)),
      };
      // formulas that are new with the release are not stored yet
      for (const record of records) plan.logic.compute(record, context);
      await keepKeys(tx, doer, plan, records, since === undefined ? 'leave' : 'giveWay');
      return rows.at(-1)?.id;
    });
  }
}

/** Whoever writes a row of a batch waits for its end. */
const batchRows = 500;
/** What began with a clock a little behind. */
const clocksMs = 5_000;
