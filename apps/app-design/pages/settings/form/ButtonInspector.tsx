import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { ButtonAction, LayoutButton } from '@formwork/contract/forms/layout-parts.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useParams } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Switch } from 'antd';
import { Fillings } from './Fillings.tsx';
import { FormulaInput } from './FormulaInput.tsx';
import { Choose, Line } from './inspector-parts.tsx';

interface Props {
  definition: FormDefinition;
  button: LayoutButton;
  change: (part: Partial<LayoutButton>) => void;
}

/** How a button looks and what it does. */
export function ButtonInspector({ definition, button, change }: Props) {
  const t = useT();
  const { action } = button;
  const start = {
    open: { does: 'open', address: '' },
    fill: { does: 'fill', values: [] },
    print: { does: 'print', template: null },
  } satisfies Record<ButtonAction['does'], ButtonAction>;
  return (
    <>
      <Line label={t('design.form.primary')} inline>
        <Switch
          size="small"
          checked={button.primary ?? false}
          onChange={(primary) => change({ primary: primary || undefined })}
        />
      </Line>
      <Line label={t('design.form.action')}>
        <Segmented
          block
          value={action.does}
          options={(['open', 'fill', 'print'] as const).map((does) => ({
            value: does,
            label: t(`design.form.does_${does}`),
          }))}
          onChange={(does) => does !== action.does && change({ action: start[does] })}
        />
      </Line>
      {action.does === 'open' ? (
        <>
          <FormulaInput
            definition={definition}
            table={undefined}
            label={t('design.form.address')}
            value={action.address}
            onChange={(address) => change({ action: { ...action, address: address ?? '' } })}
          />
          <p className="designer-hint">{t('design.form.address_hint')}</p>
          <Line label={t('design.form.new_window')} inline>
            <Switch
              size="small"
              checked={action.newWindow ?? false}
              onChange={(newWindow) => change({ action: { ...action, newWindow } })}
            />
          </Line>
        </>
      ) : action.does === 'print' ? (
        <TemplateChoice
          template={action.template}
          onChange={(template) => change({ action: { does: 'print', template } })}
        />
      ) : (
        <Fillings
          definition={definition}
          values={action.values}
          onChange={(values) => change({ action: { does: 'fill', values } })}
        />
      )}
      <FormulaInput
        definition={definition}
        table={undefined}
        expects="condition"
        label={t('design.form.disabled_if')}
        value={button.disabledIf}
        onChange={(disabledIf) => change({ disabledIf })}
      />
    </>
  );
}

/** By which template a button prints; one that is gone says so. */
function TemplateChoice({
  template,
  onChange,
}: {
  template: string | null;
  onChange: (template: string | null) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { tableId = '' } = useParams();
  const templates = useQuery(q(printingApi.templates, { params: { formId: tableId } }));
  const known = (templates.data ?? []).map(({ id, title, enabled }) => ({
    value: id,
    label: enabled ? textIn(title, locale) : t('design.form.template_off', { title: textIn(title, locale) }),
  }));
  const gone =
    template !== null && templates.data && !known.some(({ value }) => value === template)
      ? [{ value: template, label: t('design.form.template_gone') }]
      : [];
  return (
    <Line label={t('design.form.template')} help={t('design.form.template_hint')}>
      <Choose
        value={template ?? ''}
        loading={templates.isPending}
        onChange={(id: string) => onChange(id === '' ? null : id)}
        options={[{ value: '', label: t('design.form.template_none') }, ...known, ...gone]}
      />
    </Line>
  );
}
