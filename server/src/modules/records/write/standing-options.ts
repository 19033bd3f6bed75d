import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';

/** The settings of a choice as a value is checked by them: what stands in the record already may go on standing there, whatever became of its option. */
export function configWithStanding(field: Field, before: FieldValue): Field['config'] {
  const options = optionsOf(field);
  if (!options) return field.config;
  const gone = chosenIn(before).filter((id) => !options.some((option) => option.id === id));
  return gone.length === 0
    ? field.config
    : {
        ...field.config,
        options: [...options, ...gone.map((id): Option => ({ id, label: { zh: '' }, retired: true }))],
      };
}

/** Whether a value chooses an option that is not offered any more and did not stand there before. */
export function choosesRetired(field: Field, value: FieldValue, before: FieldValue): boolean {
  const retired = new Set(optionsOf(field)?.flatMap((option) => (option.retired ? [option.id] : [])));
  if (retired.size === 0) return false;
  const standing = new Set(chosenIn(before));
  return chosenIn(value).some((id) => retired.has(id) && !standing.has(id));
}

function optionsOf(field: Field): readonly Option[] | undefined {
  return 'options' in field.config ? field.config.options : undefined;
}

function chosenIn(value: FieldValue): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}
