import {
  rollupFits,
  rollupFunctions,
  rollupResults,
  type RollupConfig,
} from '@formwork/contract/forms/field-types/rollup.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Choose, Line } from '../inspector-parts.tsx';
import { useReferrers, useTargetDefinition } from './linked-forms.ts';
import { UnitLine } from './NumberConfigEditor.tsx';
import { ChoicePart, FlagPart, NumberPart, withSetting, type ConfigProps } from './parts.tsx';

interface Counted {
  id: string;
  label: string;
  kind: ValueKind;
}

/** A figure over the rows of a slave table, the records a relation names, or those that name this one. */
export function RollupConfigEditor(props: ConfigProps<RollupConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange, definition } = props;
  const referrers = useReferrers();
  const relations = definition.fields.filter((field) => field.type === 'relation');
  const relation = relations.find(({ id }) => id === config.relation);
  const target = useTargetDefinition(relation?.type === 'relation' ? relation.config.form : '', definition);
  const referrer = referrers.find(({ formId, via }) => formId === config.form && via === config.via);
  const counted: Counted[] = referrer
    ? referrer.fields.map(({ id, title, kind }) => ({ id, label: textIn(title, locale), kind }))
    : (relation ? (target?.fields ?? []) : (definition.tables.find(({ id }) => id === config.table)?.fields ?? [])).map(
        (field) => ({ id: field.id, label: textIn(field.title, locale), kind: fieldKind(field) }),
      );
  const over = config.form
    ? `referrer ${config.form} ${config.via}`
    : config.relation
      ? `relation ${config.relation}`
      : config.table
        ? `table ${config.table}`
        : undefined;
  const choose = (value: string) => {
    const [kind, first = '', second] = value.split(' ');
    const { table: _table, relation: _relation, form: _form, via: _via, field: _field, ...rest } = config;
    onChange({
      ...rest,
      table: kind === 'table' ? first : '',
      ...(kind === 'relation' && { relation: first }),
      ...(kind === 'referrer' && { form: first, ...(second !== undefined && { via: second }) }),
    });
  };
  // the smallest and largest of dates are dates
  const chooseField = (id: string) => {
    const kind = counted.find((one) => one.id === id)?.kind;
    const result = rollupResults.find((one) => one === kind);
    onChange(withSetting({ ...config, field: id }, 'result', result === 'number' ? undefined : result));
  };
  const ends = config.function === 'min' || config.function === 'max';
  const fitting = counted.filter(({ kind }) =>
    ends
      ? (rollupResults as readonly string[]).includes(kind) && (config.table === '' || kind === 'number')
      : rollupFits(config, kind) && (config.table === '' || config.function !== 'list' || kind === 'text'),
  );
  const isNumber = config.function !== 'list' && !(ends && config.result !== undefined && config.result !== 'number');
  return (
    <>
      <Line label={t('design.config.rollup_over')}>
        <Choose
          value={over}
          onChange={choose}
          options={[
            {
              label: t('design.config.rollup_tables'),
              options: definition.tables.map(({ id, title }) => ({
                value: `table ${id}`,
                label: textIn(title, locale),
              })),
            },
            {
              label: t('design.config.rollup_relations'),
              options: relations.map(({ id, title }) => ({ value: `relation ${id}`, label: textIn(title, locale) })),
            },
            {
              label: t('design.config.rollup_referrers'),
              options: referrers.map(({ formId, via, form, title }) => ({
                value: `referrer ${formId} ${via}`,
                label: `${textIn(form, locale)} · ${textIn(title, locale)}`,
              })),
            },
          ].filter(({ options }) => options.length > 0)}
        />
      </Line>
      <ChoicePart
        {...props}
        onChange={(next) => onChange(withSetting(withSetting(next, 'field', undefined), 'result', undefined))}
        name="function"
        label={t('design.config.rollup_function')}
        options={rollupFunctions}
        labels="design.config.rollup_"
      />
      {config.function !== 'count' && (
        <Line label={t('design.config.rollup_field')}>
          <Choose
            showSearch={{ optionFilterProp: 'label' }}
            value={config.field}
            onChange={chooseField}
            options={fitting.map(({ id, label }) => ({ value: id, label }))}
          />
        </Line>
      )}
      {isNumber && (
        <>
          <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={10} />
          <UnitLine {...props} />
          <FlagPart {...props} name="thousands" label={t('design.config.thousands')} />
        </>
      )}
    </>
  );
}
