import { storedWords } from '@formwork/contract/forms/field-types/concatenation.ts';
import { autoNumberPeriod, autoNumberText } from '@formwork/contract/forms/field-types/auto-number.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { isEmptyValue, type Values } from '@formwork/contract/forms/values/value.ts';
import type { Doer, SpaceTx } from '../../../../platform/db/space-data.ts';
import { directoryOf, namesIn } from '../../../organization/public.ts';
import { prepared } from '../../plan/columns.ts';
import type { FormPlan, StoredRecord } from '../../plan/plan.ts';

const mostTries = 20;

/**
 * Numbers for new records of one day, written into their values, and what is computed of them; whoever wrote one themselves keeps it.
 * The counter's row stays locked until the end, so numbers have neither gaps nor doubles. One that is taken, written by hand or drawn
 * before the sequence began again, is drawn anew.
 */
export async function drawNumbers(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly Pick<StoredRecord, 'values' | 'slaves'>[],
  at: string,
): Promise<void> {
  if (plan.counters.length === 0) return;
  const all = records.map(({ values }) => values);
  const context = {
    userId: doer.user.id,
    now: new Date(at),
    timeZone: plan.timeZone,
    nameOf: namesIn(await directoryOf(doer.platform, doer.spaceId)),
  };
  const day = wallText(at, plan.timeZone).slice(0, 10);
  for (const field of plan.counters) {
    const given = new Set(all.flatMap((values) => (isEmptyValue(values[field.id]) ? [] : [String(values[field.id])])));
    let missing = all.filter((values) => isEmptyValue(values[field.id]));
    for (let tries = 0; missing.length > 0 && tries < mostTries; tries += 1) {
      const first = await nextOf(tx, plan, field, day, missing.length);
      missing.forEach((values, index) => {
        values[field.id] = autoNumberText(
          field.config,
          first + index,
          day,
          wordsFor(plan, field, values, context.nameOf),
        );
      });
      const held = field.unique
        ? plan.byId.get(field.id)?.sql
        : plan.keys.find(({ column, slave }) => slave === undefined && column.id === field.id)?.sql;
      const taken = held === undefined ? undefined : await takenNumbers(tx, plan, field, held, missing);
      missing = taken
        ? missing.filter((values) => taken.has(String(values[field.id])) || given.has(String(values[field.id])))
        : [];
    }
  }
  // what is made of a number is made again
  for (const record of records) plan.logic.compute(record, context);
}

async function nextOf(
  tx: SpaceTx,
  plan: FormPlan,
  { id, config }: FieldOf<'autoNumber'>,
  day: string,
  count: number,
): Promise<number> {
  const { rows } = await tx.query<{ value: number }>({
    ...prepared(`insert into ${plan.schema}.records_counter (form_id, field_id, period, value) values ($1, $2, $3, $4::bigint + $5 - 1)
      on conflict (form_id, field_id, period) do update set value = greatest(records_counter.value, $4::bigint - 1) + $5 returning value`),
    values: [plan.form.formId, id, autoNumberPeriod(config, day), config.start, count],
  });
  return Number(rows[0]?.value) - count + 1;
}

async function takenNumbers(
  tx: SpaceTx,
  plan: FormPlan,
  field: FieldOf<'autoNumber'>,
  column: string,
  records: readonly Values[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ value: string }>({
    text: `select ${column} as value from ${plan.table} where ${column} = any($1::text[])`,
    values: [records.map((values) => values[field.id])],
  });
  return new Set(rows.map(({ value }) => value));
}

function wordsFor(
  plan: FormPlan,
  { config }: FieldOf<'autoNumber'>,
  values: Values,
  nameOf: (id: string) => string | undefined,
): string[] {
  return (config.fields ?? []).map((id) => {
    const part = plan.byId.get(id)?.field;
    return part
      ? storedWords(fieldTypeSpec(part.type), part.config, values[id], { timeZone: plan.timeZone, nameOf })
      : '';
  });
}
