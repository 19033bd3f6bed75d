import { comparisonFits } from '@formwork/contract/condition/condition.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { rollupFits } from '@formwork/contract/forms/field-types/rollup.ts';
import { fieldKind, type Field, type FieldOf } from '@formwork/contract/forms/field.ts';
import type { Problem, ProblemCode } from '@formwork/contract/forms/problems.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import { formsSpokenOf, isLinkedRollup } from '@formwork/contract/records/linked.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { cyclesThrough } from './link-cycles.ts';
import { formsAround, speakersOf, type LinkedForm } from './links.ts';

/** What is wrong between a definition and the other forms: what it speaks of, what speaks of it, and circles over them all. */
export async function linkProblems(tx: ControlTx, formId: string, definition: FormDefinition): Promise<Problem[]> {
  const spoken = formsSpokenOf(definition);
  const speakers = await speakersOf(tx, formId);
  if (spoken.length === 0 && speakers.length === 0) return [];
  const forms = await formsAround(tx, [formId, ...spoken]);
  // the form as it is to be
  forms.set(formId, { id: formId, appId: forms.get(formId)?.appId ?? '', title: definition.title, definition });
  return [
    ...ownProblems(forms, formId, definition),
    ...usedElsewhere(forms, formId, definition, speakers),
    ...cyclesThrough(forms, formId),
  ];
}

function ownProblems(forms: Map<string, LinkedForm>, formId: string, definition: FormDefinition): Problem[] {
  const problems: Problem[] = [];
  const look = (fields: readonly Field[], table?: string): void => {
    for (const field of fields) {
      const code =
        field.type === 'relation'
          ? relationProblem(forms, definition, field, fields)
          : field.type === 'lookup'
            ? lookupProblem(forms, field, fields)
            : isLinkedRollup(field) && table === undefined
              ? rollupProblem(forms, formId, definition, field)
              : undefined;
      if (code) problems.push({ code, level: 'error', table, field: field.id });
    }
  };
  look(definition.fields);
  for (const table of definition.tables) look(table.fields, table.id);
  return problems;
}

function relationProblem(
  forms: Map<string, LinkedForm>,
  definition: FormDefinition,
  { config }: FieldOf<'relation'>,
  beside: readonly Field[],
): ProblemCode | undefined {
  // blank is told without other forms
  if (config.form === '') return undefined;
  const target = forms.get(config.form)?.definition;
  if (!target) return 'forms.problem.relation_form';
  const fieldOf = (id: string): Field | undefined =>
    isSystemField(id) ? systemFields[id] : target.fields.find((field) => field.id === id);
  const own = (id: string): boolean =>
    beside.some((field) => field.id === id) || definition.fields.some((field) => field.id === id);
  const choosable = (config.choosable ?? []).every(({ field: id, from, operator, value }) => {
    const field = fieldOf(id);
    return (
      field !== undefined &&
      (from === undefined ? comparisonFits({ field: id, operator, value }, fieldKind(field)) : own(from))
    );
  });
  const filled = (config.fill ?? []).every(
    ({ from, to }) => fieldOf(from) !== undefined && beside.some((field) => field.id === to),
  );
  return choosable && filled && (config.columns ?? []).every((id) => fieldOf(id) !== undefined)
    ? undefined
    : 'forms.problem.relation_setting';
}

function lookupProblem(
  forms: Map<string, LinkedForm>,
  { config }: FieldOf<'lookup'>,
  beside: readonly Field[],
): ProblemCode | undefined {
  const relation = beside.find(({ id }) => id === config.relation);
  const target = relation?.type === 'relation' ? forms.get(relation.config.form) : undefined;
  // said of the relation already
  if (!target || config.field === '') return undefined;
  const source = target.definition.fields.find(({ id }) => id === config.field);
  return source && fieldKind(source) !== 'files' ? undefined : 'forms.problem.lookup_field';
}

function rollupProblem(
  forms: Map<string, LinkedForm>,
  formId: string,
  definition: FormDefinition,
  { config }: FieldOf<'rollup'>,
): ProblemCode | undefined {
  let counted: readonly Field[];
  if (config.form) {
    const [place, fields] = viaOf(forms.get(config.form)?.definition, config.via ?? '');
    if (place?.type !== 'relation' || place.config.form !== formId) return 'forms.problem.rollup_relation';
    counted = fields;
  } else {
    const relation = definition.fields.find(({ id }) => id === config.relation);
    const target = relation?.type === 'relation' ? forms.get(relation.config.form) : undefined;
    if (!target) return 'forms.problem.rollup_relation';
    counted = target.definition.fields;
  }
  const field = counted.find(({ id }) => id === config.field);
  return config.function === 'count' || (field && rollupFits(config, fieldKind(field)))
    ? undefined
    : 'forms.problem.rollup_field';
}

/** The relation that a path `field` or `table.field` means, and the fields beside it. */
export function viaOf(definition: FormDefinition | undefined, via: string): [Field | undefined, readonly Field[]] {
  const [first = '', second] = via.split('.');
  const fields = second === undefined ? definition?.fields : definition?.tables.find(({ id }) => id === first)?.fields;
  return [fields?.find(({ id }) => id === (second ?? first)), fields ?? []];
}

/** Fields that are gone, or hold something else now, while other forms show or count them. */
function usedElsewhere(
  forms: Map<string, LinkedForm>,
  formId: string,
  definition: FormDefinition,
  speakers: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  for (const id of speakers) {
    const speaker = forms.get(id);
    if (!speaker || id === formId) continue;
    const used = (
      by: Field,
      fields: readonly Field[],
      needed: string | undefined,
      fits: (field: Field) => boolean,
      table?: string,
    ): void => {
      const field = fields.find((one) => one.id === needed);
      if (field && fits(field)) return;
      problems.push({
        code: 'forms.problem.still_used',
        level: 'error',
        table,
        field: needed,
        data: { form: speaker.title.zh, field: by.title.zh },
      });
    };
    for (const fields of [speaker.definition.fields, ...speaker.definition.tables.map((table) => table.fields)]) {
      const leadsHere = (relation: string | undefined): boolean =>
        fields.some((field) => field.id === relation && field.type === 'relation' && field.config.form === formId);
      for (const field of fields) {
        if (field.type === 'lookup' && leadsHere(field.config.relation)) {
          const { source, field: shown } = field.config;
          used(field, definition.fields, shown, (now) => source === undefined || fieldKind(now) === source.kind);
        }
        if (!isLinkedRollup(field)) continue;
        const { config } = field;
        if (config.form === formId) {
          const [relation, beside] = viaOf(definition, config.via ?? '');
          const table = config.via?.includes('.') ? config.via.split('.')[0] : undefined;
          if (relation?.type !== 'relation' || relation.config.form !== id)
            used(field, [], config.via?.split('.').at(-1), () => false, table);
          else if (config.function !== 'count')
            used(field, beside, config.field, (now) => rollupFits(config, fieldKind(now)), table);
        } else if (config.function !== 'count' && leadsHere(config.relation))
          used(field, definition.fields, config.field, (now) => rollupFits(config, fieldKind(now)));
      }
    }
  }
  return problems;
}
