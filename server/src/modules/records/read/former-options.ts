import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { HistoryEntry } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { everReleased } from '../../forms/public.ts';
import type { FormPlan } from '../plan/plan.ts';

type History = ResponseOf<typeof recordsApi.history>;

/** Options that a history names and the form has no more: what was chosen is told by the name it had. */
export async function formerOptions(
  ctx: Ctx,
  { form: { definition } }: FormPlan,
  { formId }: InputOf<typeof recordsApi.history>['params'],
  entries: readonly HistoryEntry[],
): Promise<History['former']> {
  const fields = new Map(
    [...definition.fields, ...definition.tables.flatMap((table) => table.fields)]
      .filter((field) => 'options' in field.config)
      .map((field) => [field.id, new Set(idsOf(field))]),
  );
  const gone = new Map<string, Set<string>>();
  for (const { changes, slaves } of entries)
    for (const { field, before, after } of [...changes, ...slaves.flatMap((row) => row.changes)]) {
      const left = fields.get(field);
      for (const id of left ? [before, after].flat() : [])
        if (typeof id === 'string' && !left!.has(id)) gone.set(field, (gone.get(field) ?? new Set()).add(id));
    }
  if (gone.size === 0) return undefined;
  const ever = await inControl(ctx.platform.control, ctx.spaceId, (tx) => everReleased(tx, formId));
  return ever.flatMap(({ id, options }) => {
    const named = options.filter((option) => gone.get(id)?.has(option.id));
    return named.length > 0 ? [{ field: id, options: named }] : [];
  });
}

function idsOf({ config }: Field): string[] {
  return 'options' in config ? (config.options as readonly Option[]).map(({ id }) => id) : [];
}
