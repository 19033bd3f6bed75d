import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { systemTime } from '@formwork/contract/forms/comparisons.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isUnique, type Field, type FieldBase } from '@formwork/contract/forms/field.ts';
import type { RowGenerator, RowSource } from '@formwork/contract/forms/row-generator.ts';
import { isEmptyValue, type FieldValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import {
  choice,
  detailed,
  fieldIn,
  fields,
  fieldTitle,
  flag,
  formula,
  joined,
  named,
  text,
  written,
  type Around,
  type Said,
  type Settings,
} from './setting.ts';

/** What every field has, beside the settings of its type. */
export const fieldSettings: Settings<Omit<FieldBase, 'id'> & Pick<Field, 'type'>> = {
  type: choice('design.property.type', 'design.type.'),
  title: text('design.field.title'),
  help: text('design.field.help'),
  required: flag('design.field.required'),
  readOnly: flag('design.field.read_only'),
  hidden: flag('design.field.hidden'),
  seenAnyway: flag('design.field.seen_anyway'),
  unique: flag('design.field.unique'),
  uniqueWithin: {
    label: 'design.field.unique_where',
    say: (within, { t }, field) =>
      isUnique(field)
        ? t(within === 'record' ? 'design.field.unique_in_record' : 'design.field.unique_everywhere')
        : '',
  },
  indexed: flag('design.property.indexed'),
  width: written('design.field.width'),
  defaultValue: {
    label: 'design.field.default_value',
    say: (value, around, field) => valueText(value, field as Field, around),
  },
  defaultFormula: formula('design.field.default_formula'),
  requiredIf: formula('design.field.required_if'),
  readOnlyIf: formula('design.field.read_only_if'),
  uniqueIf: formula('design.field.unique_if'),
  hiddenIf: formula('design.field.hidden_if'),
  optionsBy: {
    label: 'design.field.options_by',
    say: (link, around, field) => (link ? linkTexts(link, field as Field, around) : ''),
  },
  optionsFormula: formula('design.field.options_formula'),
  compare: {
    label: 'design.field.compare',
    say: (lines = [], around) =>
      lines.map(
        ({ operator, to }) =>
          `${around.t(`design.compare.${operator}`)} ${to === systemTime ? around.t('design.field.compare_now') : fieldTitle(to, around)}`,
      ),
  },
  validIf: formula('design.field.valid_if'),
  validText: text('design.field.valid_text'),
};

export const tableSettings: Settings<Omit<SlaveTable, 'id'>> = {
  title: text('design.field.title'),
  help: text('design.field.help'),
  // each of them is compared by itself
  fields: null,
  minRows: written('design.form.min_rows'),
  maxRows: written('design.form.max_rows'),
  totals: fields('design.form.totals'),
  generators: {
    label: 'design.generator.rules',
    say: (rules = [], around) => rules.map((rule) => generatorText(rule, around)),
  },
};

export const formSettings: Settings<FormDefinition> = {
  format: null,
  title: text('design.field.title'),
  help: text('design.field.help'),
  fields: null,
  tables: null,
  // part by part
  layout: null,
  titleField: { label: 'design.form.title_field', say: (id, around) => (id === null ? '' : fieldTitle(id, around)) },
  listFields: fields('design.form.list_fields'),
  tabGroups: {
    label: 'design.form.tabs',
    say: (groups = [], around) =>
      groups.map((group, at) =>
        detailed(tabsName(group.style, at, around), [hiddenText(group.hiddenIf, around)], around),
      ),
  },
};

/** As the panel of a section offers them. */
export function tabsName(style: string, at: number, { t }: Around): string {
  return `${t(`design.form.style_${style}`)} ${at + 1}`;
}

function hiddenText(condition: string | undefined, around: Around): string {
  return condition === undefined || condition.trim() === ''
    ? ''
    : named(around.t('design.field.hidden_if'), around.formula(condition), around);
}

function valueText(value: FieldValue | undefined, field: Field, { locale, nameOf }: Around): string {
  if (value === undefined || isEmptyValue(value)) return '';
  try {
    return fieldTypeSpec(field.type).toText(value, field.config, {
      locale,
      timeZone: timeZone(),
      nameOf: (id) => nameOf(id) ?? '…',
    });
  } catch {
    // a value that was set before the type became another
    return '…';
  }
}

interface Labelled {
  options?: readonly { id: string; label: { zh: string; en?: string | undefined } }[];
}

function optionLabel(field: Field | undefined, id: string, { t, locale }: Around): string {
  const found = (field?.config as Labelled | undefined)?.options?.find((option) => option.id === id);
  return found ? textIn(found.label, locale) : t('design.version.gone');
}

function linkTexts(
  { field: leading, offers }: NonNullable<FieldBase['optionsBy']>,
  field: Field,
  around: Around,
): Said {
  const other = fieldIn(around.definition, leading);
  const lines = Object.entries(offers).map(([id, offered]) =>
    named(
      around.t('design.field.offers', { option: optionLabel(other, id, around) }),
      joined(
        offered.map((one) => optionLabel(field, one, around)),
        around,
      ) || '—',
      around,
    ),
  );
  return [fieldTitle(leading, around), ...lines];
}

function generatorText({ title, source, values }: RowGenerator, around: Around): string {
  const set = values.map(({ field, value }) => `${fieldTitle(field, around)} = ${around.formula(value)}`);
  return detailed(textIn(title, around.locale), [sourceText(source, around), ...set], around);
}

function sourceText(source: RowSource, around: Around): string {
  const { t } = around;
  const over =
    source.by === 'range'
      ? `${around.formula(source.from)} – ${around.formula(source.to)}`
      : source.by === 'list'
        ? around.formula(source.list)
        : fieldTitle(source.field, around);
  return named(t(`design.generator.by_${source.by}`), over, around);
}
