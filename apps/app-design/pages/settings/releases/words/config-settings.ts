import type { FieldConfigs, FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { DevicePointConfig } from '@formwork/contract/forms/field-types/device-point.ts';
import type { LookupConfig } from '@formwork/contract/forms/field-types/lookup.ts';
import type { RollupConfig } from '@formwork/contract/forms/field-types/rollup.ts';
import { choosableText, fillText } from './relation-words.ts';
import { optionTexts } from './option-words.ts';
import {
  choice,
  fields,
  fieldIn,
  fieldTitle,
  flag,
  formula,
  joined,
  text,
  titleAmong,
  written,
  type Around,
  type Said,
  type Setting,
  type Settings,
} from './setting.ts';

const decimals = written('design.config.decimals');
const limits = { min: written('design.config.min'), max: written('design.config.max') };
const days = { earliest: written('design.config.earliest'), latest: written('design.config.latest') };
const unit = written('design.config.unit');
const thousands = flag('design.config.thousands');
const rows = written('design.config.rows');
const most = written('design.config.most');
const precision = (first: string) => choice('design.config.precision', 'design.config.precision_', first);
const direction = choice('design.config.direction', 'design.config.direction_', 'row');
const shape = choice('design.config.shape', 'design.config.shape_', 'dropdown');
const options = {
  options: { label: 'design.config.options', say: optionTexts },
  dictionary: {
    label: 'design.config.source',
    say: (code, around) => (code === undefined ? around.t('design.config.source_own') : around.dictionary(code)),
  },
} satisfies {
  options: Setting<Parameters<typeof optionTexts>[0], unknown>;
  dictionary: Setting<string | undefined, unknown>;
};
const members = { multiple: flag('design.config.multiple'), max: most };

/** The settings of each type of field as its panel calls them: a type or a setting without words here does not compile. */
export const configSettings = {
  text: {
    placeholder: text('design.config.placeholder'),
    minLength: written('design.config.min_length'),
    maxLength: written('design.config.max_length'),
    pattern: written('design.config.pattern'),
    similarity: written('design.config.similarity'),
  },
  longText: { maxLength: written('design.config.max_length'), rows },
  number: { decimals, ...limits, unit, thousands },
  money: {
    currency: choice('design.config.currency', 'design.config.currency_', 'CNY'),
    decimals,
    ...limits,
    uppercase: flag('design.config.uppercase'),
  },
  percent: { decimals, ...limits },
  date: days,
  dateTime: { precision: precision('minute'), ...days },
  time: { precision: precision('minute') },
  dateRange: { precision: precision('day'), ...days },
  singleSelect: { ...options, shape },
  multiSelect: { ...options, max: most, shape },
  radio: { ...options, direction },
  checkbox: { ...options, max: most, direction },
  cascade: { ...options, anyLevel: flag('design.config.any_level') },
  treeSelect: { ...options, ...members, leavesOnly: flag('design.config.leaves_only') },
  switch: { on: text('design.config.on'), off: text('design.config.off') },
  member: members,
  department: members,
  post: members,
  role: members,
  attachment: {
    max: written('design.config.most_files'),
    maxSize: written('design.config.max_size'),
    accept: choice('design.config.accept', 'design.config.accept_', 'any'),
  },
  relation: {
    form: { label: 'design.config.relation_form', say: (id, around) => (id === '' ? '' : around.formTitle(id)) },
    cardinality: choice('design.config.cardinality', 'design.config.cardinality_', 'manyToOne'),
    max: written('design.config.relation_max'),
    onDelete: choice('design.config.on_delete', 'design.config.on_delete_', 'refuse'),
    columns: {
      label: 'design.config.relation_columns',
      say: (ids = [], around, { form }) => ids.map((id) => titleAmong(id, around.formFields(form), around)),
    },
    choosable: {
      label: 'design.config.choosable',
      say: (lines = [], around, { form }) => lines.map((line) => choosableText(line, around.formFields(form), around)),
    },
    fill: {
      label: 'design.config.fill',
      say: (lines = [], around, { form }) => lines.map((line) => fillText(line, around.formFields(form), around)),
    },
    noCreate: flag('design.config.no_create'),
    noReverse: flag('design.config.no_reverse'),
  },
  lookup: {
    relation: { label: 'design.config.relation', say: (id, around) => (id === '' ? '' : fieldTitle(id, around)) },
    field: {
      label: 'design.config.lookup_field',
      say: (id, around, { relation }: LookupConfig) =>
        id === '' ? '' : titleAmong(id, around.formFields(formOf(relation, around)), around),
    },
    // follows from the field that is shown
    source: null,
  },
  formula: {
    expression: formula('design.config.expression'),
    empties: choice('design.config.empties', 'design.config.empties_'),
    result: choice('design.config.result', 'design.config.result_', 'number'),
    decimals,
    unit,
    thousands,
  },
  rollup: {
    table: { label: 'design.config.rollup_over', say: (_, around, config) => rolledOver(config, around) },
    relation: null,
    form: null,
    via: null,
    function: choice('design.config.rollup_function', 'design.config.rollup_'),
    field: {
      label: 'design.config.rollup_field',
      say: (id, around, config) =>
        id === undefined || id === '' || config.function === 'count' ? '' : rolledField(id, config, around),
    },
    // follows from the field
    result: null,
    decimals,
    unit,
    thousands,
  },
  autoNumber: {
    prefix: written('design.config.prefix'),
    fields: fields('design.config.number_fields'),
    date: choice('design.config.number_date', 'design.config.number_date_', 'none'),
    digits: written('design.config.digits'),
    start: written('design.config.start'),
    reset: choice('design.config.reset', 'design.config.reset_', 'never'),
    editable: flag('design.config.number_editable'),
  },
  email: {},
  phone: { kind: choice('design.config.phone_kind', 'design.config.phone_', 'any') },
  address: {
    depth: choice('design.config.depth', 'design.config.depth_'),
    anyLevel: flag('design.config.any_level'),
    detail: flag('design.config.detail'),
  },
  url: {},
  identityNumber: {},
  creditCode: {},
  postalCode: {},
  rating: { max: written('design.config.stars') },
  slider: { ...limits, step: written('design.config.step'), unit },
  colour: {},
  timeSlot: {
    resources: {
      label: 'design.config.slot_resources',
      say: (ids, around) =>
        ids.length === 0 ? around.t('design.config.slot_form') : ids.map((id) => fieldTitle(id, around)),
    },
    choice: choice('design.config.slot_choice', 'design.config.slot_choice_', 'slots'),
    minutes: written('design.config.slot_minutes'),
    most: written('design.config.slot_most'),
    opensAt: written('design.config.slot_opensAt'),
    closesAt: written('design.config.slot_closesAt'),
    weekdays: {
      label: 'design.config.slot_weekdays',
      say: (weekdays, around) =>
        joined(
          weekdays.map((day) => around.t(`design.config.weekday_${day}`)),
          around,
        ),
    },
    daysAhead: written('design.config.slot_days_ahead'),
  },
  concatenation: {
    parts: {
      label: 'design.config.parts',
      say: (parts, around) =>
        parts.map((part) => (part.kind === 'text' ? `“${part.text}”` : fieldTitle(part.field, around))),
    },
  },
  richText: { maxLength: written('design.config.rich_length'), rows, pictures: flag('design.config.rich_pictures') },
  location: {
    here: flag('design.config.place_here'),
    centre: { label: 'design.config.place_centre', say: (centre) => centre?.join(', ') ?? '' },
  },
  image: { max: written('design.config.most_pictures'), maxSize: written('design.config.max_size') },
  signature: {},
  barcode: {
    format: choice('design.config.code_format', 'design.config.code_format_', 'qr'),
    scan: flag('design.config.code_scan'),
    typed: flag('design.config.code_typed'),
  },
  devicePoint: {
    fixed: {
      label: 'design.config.point_way',
      say: (fixed, around) => (fixed ? fixedPoint(fixed, around) : around.t('design.config.point_way_chosen')),
    },
    product: {
      label: 'design.config.point_product',
      say: (id, around) => (id === undefined ? around.t('design.config.point_any_product') : around.product(id)),
    },
    point: {
      label: 'design.config.point_point',
      say: (key, around, { product = '' }) =>
        key === undefined ? around.t('design.config.point_any_point') : around.point(product, key),
    },
    capture: flag('design.config.point_capture'),
  },
  json: { rows },
} satisfies { [T in FieldType]: Settings<FieldConfigs[T]> };

function formOf(relation: string, { definition }: Around): string {
  const field = fieldIn(definition, relation);
  return field?.type === 'relation' ? field.config.form : '';
}

function rolledOver(config: RollupConfig, around: Around): Said {
  const { t, definition } = around;
  if (config.form)
    return `${t('design.config.rollup_referrers')} · ${around.formTitle(config.form)} · ${around.referrer(config.form, config.via ?? '').title}`;
  if (config.relation) return `${t('design.config.rollup_relations')} · ${fieldTitle(config.relation, around)}`;
  return config.table === ''
    ? ''
    : `${t('design.config.rollup_tables')} · ${titleAmong(config.table, definition.tables, around)}`;
}

function rolledField(id: string, config: RollupConfig, around: Around): string {
  if (config.form) return titleAmong(id, around.referrer(config.form, config.via ?? '').fields, around);
  return config.relation
    ? titleAmong(id, around.formFields(formOf(config.relation, around)), around)
    : fieldTitle(id, around);
}

function fixedPoint({ device, point, name }: NonNullable<DevicePointConfig['fixed']>, around: Around): Said {
  return [
    around.t('design.config.point_way_fixed'),
    device === '' ? '' : (around.nameOf(device) ?? name),
    point === '' ? '' : around.point(device, point),
  ]
    .filter((word) => word !== '')
    .join(' · ');
}
