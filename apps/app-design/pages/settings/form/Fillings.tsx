import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import type { ButtonAction } from '@formwork/contract/forms/layout-parts.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { FormulaInput } from './FormulaInput.tsx';
import { Choose } from './inspector-parts.tsx';

type Filling = Extract<ButtonAction, { does: 'fill' }>['values'];

/** Fields and what a button writes into each. */
export function Fillings({
  definition,
  values,
  onChange,
}: {
  definition: FormDefinition;
  values: Filling;
  onChange: (values: Filling) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const fields = definition.fields.filter((field) => !isComputed(field));
  const free = fields.find(({ id }) => !values.some(({ field }) => field === id));
  return (
    <>
      {values.map(({ field, value }, at) => (
        <div key={field} className="designer-filling">
          <Choose
            value={field}
            aria-label={t('design.form.fill_field')}
            onChange={(next) => onChange(values.with(at, { field: next, value }))}
            options={fields.map(({ id, title }) => ({
              value: id,
              label: textIn(title, locale),
              disabled: id !== field && values.some((other) => other.field === id),
            }))}
          />
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.form.remove')}
            title={t('design.form.remove')}
            onClick={() => onChange(values.toSpliced(at, 1))}
          >
            <DeleteOutlined />
          </button>
          <FormulaInput
            definition={definition}
            table={undefined}
            label={t('design.form.fill_value')}
            value={value}
            onChange={(next) => onChange(values.with(at, { field, value: next ?? '' }))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={!free || values.length >= 50}
        onClick={() => free && onChange([...values, { field: free.id, value: '' }])}
      >
        {t('design.form.add_filling')}
      </Button>
    </>
  );
}
