import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { coloursOf, hueOfColour } from '@formwork/contract/hues/option-colours.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import { mostFactsAsked, type RecordFact, type RecordFacts } from '@formwork/contract/records/facts.ts';
import type { RecordList } from '@formwork/contract/records/record.ts';
import { tellingFields } from '@formwork/contract/records/telling-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';
import { personalPlan } from '../plan/personal-plan.ts';
import { planOf } from '../plan/plan.ts';
import { listRecords } from './list.ts';

const mostOfOne = 4;

/**
 * What says most of each record, in words and in the reader's language, for pages that know nothing of forms. It is the form
 * and the list as this person sees them: what is hidden there is not told here; records they may not see are left out.
 */
export async function recordFacts(
  ctx: Ctx,
  { params, query: { ids } }: InputOf<typeof recordsApi.facts>,
): Promise<{ rows: RecordFacts[] }> {
  const [{ definition }, { jsonText }, directory] = await Promise.all([
    personalPlan(ctx, { params, query: {}, body: undefined }),
    listRecords(ctx, { params, query: { ids, limit: mostFactsAsked }, body: undefined }),
    directoryOf(ctx.platform, ctx.spaceId),
  ]);
  const { timeZone } = await planOf(ctx, params.formId);
  const options = { locale: ctx.locale, timeZone, nameOf: namesIn(directory) };
  const shown = definition.fields.filter(({ hidden }) => !hidden);
  const { rows } = JSON.parse(jsonText.toString()) as RecordList;
  return {
    rows: rows.map(({ id, values }) => ({
      id,
      facts: tellingFields(shown, definition, values, mostOfOne).map((field) =>
        factOf(field, values[field.id]!, options),
      ),
    })),
  };
}

function factOf(
  field: Field,
  value: NonNullable<FieldValue>,
  options: { locale: Ctx['locale']; timeZone: string; nameOf: (id: string) => string | undefined },
): RecordFact {
  const shown = sourceField(field);
  const kind = fieldKind(field);
  const text = fieldTypeSpec(shown.type).toText(value, shown.config, options);
  const fact: RecordFact = { title: textIn(field.title, options.locale), text };
  if (kind === 'number') return { ...fact, isFigure: true };
  if (kind === 'people') return { ...fact, people: idsOf(value).map((id) => options.nameOf(id) ?? '…') };
  const { options: choices } = shown.config as { options?: Option[] };
  const pills = kind === 'option' || kind === 'options' ? pillsOf(idsOf(value), choices ?? [], options.locale) : [];
  return pills.length > 0 ? { ...fact, options: pills } : fact;
}

/** Empty where what was chosen is no flat list of these options. */
function pillsOf(
  ids: readonly string[],
  options: readonly Option[],
  locale: string,
): NonNullable<RecordFact['options']> {
  const colours = coloursOf(options);
  const chosen = ids.map((id) => options.findIndex((option) => option.id === id));
  if (chosen.includes(-1)) return [];
  return chosen.map((at) => {
    const { label, retired } = options[at]!;
    return { label: textIn(label, locale), hue: hueOfColour(colours[at]!), ...(retired && { retired: true as const }) };
  });
}

function idsOf(value: NonNullable<FieldValue>): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [String(value)];
}
