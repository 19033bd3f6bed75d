import type { Section } from '@formwork/contract/forms/definition.ts';
import { tabStyles } from '@formwork/contract/forms/layout-parts.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Segmented, Switch } from 'antd';
import { updateSection } from './edits.ts';
import { FormulaInput } from './FormulaInput.tsx';
import type { InspectorProps } from './Inspector.tsx';
import { Choose, Line, TextPair } from './inspector-parts.tsx';
import { putInTabs, updateTabs } from './layout-edits.ts';

export function SectionInspector({ definition, section, edit }: InspectorProps & { section: Section }) {
  const t = useT();
  const change = (part: Partial<Section>) => edit((before) => updateSection(before, section.id, part));
  const groups = definition.tabGroups ?? [];
  return (
    <>
      <h2>{t('design.form.section')}</h2>
      <TextPair label={t('design.field.title')} value={section.title} onChange={(title) => change({ title })} />
      <Line label={t('design.form.columns')}>
        <Segmented
          block
          options={[1, 2, 3, 4]}
          value={section.columns}
          onChange={(columns) => change({ columns: columns as Section['columns'] })}
        />
      </Line>
      {section.tabs === undefined && (
        <Line label={t('design.form.folded')} inline>
          <Switch
            size="small"
            checked={section.folded ?? false}
            onChange={(folded) => change({ folded: folded || undefined })}
          />
        </Line>
      )}
      {groups.length > 0 && (
        <Line label={t('design.form.in_tabs')}>
          <Choose
            allowClear
            value={section.tabs}
            placeholder={t('design.form.in_no_tabs')}
            onChange={(tabs: string | undefined) => edit((before) => putInTabs(before, section.id, tabs))}
            options={groups.map(({ id, style }, at) => ({
              value: id,
              label: `${t(`design.form.style_${style}`)} ${at + 1}`,
            }))}
          />
        </Line>
      )}
      <h3>{t('design.form.logic')}</h3>
      <FormulaInput
        definition={definition}
        table={undefined}
        expects="condition"
        label={t('design.field.hidden_if')}
        value={section.hiddenIf}
        onChange={(hiddenIf) => change({ hiddenIf })}
      />
      {section.tabs === undefined && (
        <FormulaInput
          definition={definition}
          table={undefined}
          expects="condition"
          label={t('design.form.folded_if')}
          value={section.foldedIf}
          onChange={(foldedIf) => change({ foldedIf })}
        />
      )}
    </>
  );
}

export function TabsInspector({ definition, id, edit }: InspectorProps & { id: string }) {
  const t = useT();
  const group = definition.tabGroups?.find((own) => own.id === id);
  if (!group) return null;
  return (
    <>
      <h2>{t('design.form.tabs')}</h2>
      <Line label={t('design.form.tab_style')}>
        <Segmented
          block
          options={tabStyles.map((style) => ({ value: style, label: t(`design.form.style_${style}`) }))}
          value={group.style}
          onChange={(style) => edit((before) => updateTabs(before, id, { style }))}
        />
      </Line>
      <FormulaInput
        definition={definition}
        table={undefined}
        expects="condition"
        label={t('design.field.hidden_if')}
        value={group.hiddenIf}
        onChange={(hiddenIf) => edit((before) => updateTabs(before, id, { hiddenIf }))}
      />
      <p className="designer-hint">{t('design.form.tabs_hint')}</p>
    </>
  );
}
