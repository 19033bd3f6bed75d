import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldsOf } from './edits.ts';
import { FormulaInput } from './FormulaInput.tsx';
import { Choose, Line } from './inspector-parts.tsx';

interface Props {
  definition: FormDefinition;
  field: Field;
  table: string | undefined;
  onChange: (change: Partial<Field>) => void;
}

interface Option {
  id: string;
  label: Text;
}

/** Which of its options a field offers: by the choice in another field, and by expression. */
export function OptionsLogic({ definition, field, table, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const own = optionsOf(field);
  if (!own) return null;
  const others = [...(table === undefined ? [] : fieldsOf(definition, table)), ...definition.fields].filter(
    (other) => other.id !== field.id && optionsOf(other),
  );
  const { optionsBy } = field;
  const leading = others.find(({ id }) => id === optionsBy?.field);
  const labelled = (options: Option[]) => options.map(({ id, label }) => ({ value: id, label: textIn(label, locale) }));
  return (
    <>
      <Line label={t('design.field.options_by')} help={t('design.field.options_by_help')}>
        <Choose
          allowClear
          value={optionsBy?.field}
          options={others.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(next: string | undefined) =>
            onChange({ optionsBy: next === undefined ? undefined : { field: next, offers: {} } })
          }
        />
      </Line>
      {leading &&
        optionsOf(leading)!.map(({ id, label }) => (
          <Line key={id} label={t('design.field.offers', { option: textIn(label, locale) })}>
            <Choose
              mode="multiple"
              value={optionsBy!.offers[id] ?? []}
              options={labelled(own)}
              onChange={(offered: string[]) =>
                onChange({ optionsBy: { field: leading.id, offers: { ...optionsBy!.offers, [id]: offered } } })
              }
            />
          </Line>
        ))}
      <FormulaInput
        definition={definition}
        table={table}
        field={field.id}
        label={t('design.field.options_formula')}
        value={field.optionsFormula}
        onChange={(optionsFormula) => onChange({ optionsFormula })}
      />
      <p className="designer-hint">
        {t('design.field.options_formula_help')}{' '}
        {own
          .slice(0, 8)
          .map(({ id, label }) => `${textIn(label, locale)} = "${id}"`)
          .join(locale === 'zh-CN' ? '，' : ', ')}
      </p>
    </>
  );
}

function optionsOf(field: Field): Option[] | undefined {
  return (field.config as { options?: Option[] }).options;
}
