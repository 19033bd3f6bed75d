import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import type { ButtonAction, LayoutButton } from '@formwork/contract/forms/layout-parts.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Segmented, Select, Switch } from 'antd';
import { FormulaInput } from './FormulaInput.tsx';
import { Line } from './inspector-parts.tsx';

interface Props {
  definition: FormDefinition;
  button: LayoutButton;
  change: (part: Partial<LayoutButton>) => void;
}

/** How a button looks and what it does. */
export function ButtonInspector({ definition, button, change }: Props) {
  const t = useT();
  const { action } = button;
  const start = { open: { does: 'open', address: '' }, fill: { does: 'fill', values: [] } } satisfies Record<ButtonAction['does'], ButtonAction>;
  return (
    <>
      <Line label={t('design.form.primary')} inline><Switch size="small" checked={button.primary ?? false} onChange={(primary) => change({ primary: primary || undefined })} /></Line>
      <Line label={t('design.form.action')}>
        <Segmented block value={action.does} options={(['open', 'fill'] as const).map((does) => ({ value: does, label: t(`design.form.does_${does}`) }))} onChange={(does) => does !== action.does && change({ action: start[does] })} />
      </Line>
      {action.does === 'open' ? (
        <>
          <FormulaInput definition={definition} table={undefined} label={t('design.form.address')} value={action.address} onChange={(address) => change({ action: { ...action, address: address ?? '' } })} />
          <p className="designer-hint">{t('design.form.address_hint')}</p>
          <Line label={t('design.form.new_window')} inline><Switch size="small" checked={action.newWindow ?? false} onChange={(newWindow) => change({ action: { ...action, newWindow } })} /></Line>
        </>
      ) : <Fillings definition={definition} values={action.values} onChange={(values) => change({ action: { does: 'fill', values } })} />}
      <FormulaInput definition={definition} table={undefined} expects="condition" label={t('design.form.disabled_if')} value={button.disabledIf} onChange={(disabledIf) => change({ disabledIf })} />
    </>
  );
}

type Filling = Extract<ButtonAction, { does: 'fill' }>['values'];

function Fillings({ definition, values, onChange }: { definition: FormDefinition; values: Filling; onChange: (values: Filling) => void }) {
  const t = useT();
  const locale = useLocale();
  const fields = definition.fields.filter((field) => !isComputed(field));
  const free = fields.find(({ id }) => !values.some(({ field }) => field === id));
  return (
    <>
      {values.map(({ field, value }, at) => (
        <div key={field} className="designer-filling">
          <Select value={field} aria-label={t('design.form.fill_field')} onChange={(next) => onChange(values.with(at, { field: next, value }))}
            options={fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale), disabled: id !== field && values.some((other) => other.field === id) }))} />
          <button type="button" className="fw-icon-button" aria-label={t('design.form.remove')} title={t('design.form.remove')} onClick={() => onChange(values.toSpliced(at, 1))}><DeleteOutlined /></button>
          <FormulaInput definition={definition} table={undefined} label={t('design.form.fill_value')} value={value} onChange={(next) => onChange(values.with(at, { field, value: next ?? '' }))} />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} disabled={!free || values.length >= 50} onClick={() => free && onChange([...values, { field: free.id, value: '' }])}>{t('design.form.add_filling')}</Button>
    </>
  );
}
