import { BgColorsOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import type { Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ColourRule } from '@formwork/contract/views/view.ts';
import { ConditionEditor } from '@formwork/records-ui/conditions/ConditionEditor.tsx';
import type { ConditionFields } from '@formwork/records-ui/conditions/condition-fields.ts';
import { asGroup, settled, type Group } from '@formwork/records-ui/conditions/edit.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { DimensionList } from '@formwork/records-ui/views/PivotFields.tsx';
import '@formwork/records-ui/views/views.css';
import { Button, Drawer, Form, Select } from 'antd';
import { useState } from 'react';
import type { ListSettings } from './list-settings.ts';

interface Props {
  fields: readonly Field[];
  all: readonly Field[];
  filterFields: ConditionFields;
  settings: ListSettings;
  onChange: (change: Partial<ListSettings>) => void;
}

/** How the list is drawn beside its columns: groups, quick filters, colours. */
export function DisplayButton(props: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const count = (props.settings.groups?.length ?? 0) + (props.settings.colours?.length ?? 0);
  return (
    <>
      <button
        type="button"
        className="fw-tool-button"
        aria-haspopup="dialog"
        aria-label={t('views.display.title')}
        title={t('views.display.title')}
        data-on={count > 0 || undefined}
        onClick={() => setOpen(true)}
      >
        <BgColorsOutlined /> <span className="fw-tool-text">{t('views.display.title')}</span>
      </button>
      <Drawer open={open} title={t('views.display.title')} size={520} onClose={() => setOpen(false)} destroyOnHidden>
        <Display {...props} />
      </Drawer>
    </>
  );
}

const colours = ['blue', 'cyan', 'green', 'lime', 'gold', 'orange', 'red', 'magenta', 'purple'] as const;

function Display({ fields, all, filterFields, settings, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const [rules, setRules] = useState<{ rule: ColourRule; draft: Group }[]>(() =>
    (settings.colours ?? []).map((rule) => ({ rule, draft: asGroup(rule.condition) })),
  );
  const keep = (next: { rule: ColourRule; draft: Group }[]) => {
    setRules(next);
    const whole = next.flatMap(({ rule, draft }): ColourRule[] => {
      const condition = settled(draft, filterFields.kindOf, filterFields.rows);
      return condition ? [{ ...rule, condition }] : [];
    });
    onChange({ colours: whole });
  };
  return (
    <Form layout="vertical" component="div">
      <DimensionList
        title={t('views.display.groups')}
        most={3}
        fields={all}
        value={settings.groups ?? []}
        onChange={(groups) => onChange({ groups })}
      />
      <Form.Item label={t('views.display.quick')}>
        <Select
          mode="multiple"
          maxCount={8}
          aria-label={t('views.display.quick')}
          showSearch={{ optionFilterProp: 'label' }}
          value={settings.quick ?? []}
          options={all.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(quick: string[]) => onChange({ quick })}
        />
      </Form.Item>
      <Form.Item label={t('views.display.colours')} extra={t('views.display.colours_hint')}>
        <div className="fw-colour-rules">
          {rules.map(({ rule, draft }, at) => {
            const change = (part: Partial<{ rule: ColourRule; draft: Group }>) =>
              keep(rules.map((one, place) => (place === at ? { ...one, ...part } : one)));
            return (
              <fieldset key={at}>
                <div className="fw-view-line">
                  <Select
                    aria-label={t('views.display.colour')}
                    value={rule.colour}
                    options={colours.map((value) => ({ value, label: t(`views.colour.${value}`) }))}
                    onChange={(colour: ColourRule['colour']) => change({ rule: { ...rule, colour } })}
                  />
                  <Select
                    aria-label={t('views.display.colour_of')}
                    value={rule.field ?? ''}
                    options={[
                      { value: '', label: t('views.display.whole_row') },
                      ...fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
                    ]}
                    onChange={(field: string) => {
                      const { field: _before, ...rest } = rule;
                      change({ rule: field === '' ? rest : { ...rest, field } });
                    }}
                  />
                  <Button
                    type="text"
                    icon={<CloseOutlined />}
                    aria-label={t('views.field.remove')}
                    onClick={() => keep(rules.filter((_one, place) => place !== at))}
                  />
                </div>
                <ConditionEditor fields={filterFields} value={draft} onChange={(next) => change({ draft: next })} />
              </fieldset>
            );
          })}
          {rules.length < 20 && (
            <Button
              size="small"
              type="dashed"
              icon={<PlusOutlined />}
              onClick={() =>
                keep([
                  ...rules,
                  {
                    rule: { condition: { all: [] }, colour: colours[rules.length % colours.length]! },
                    draft: asGroup(undefined),
                  },
                ])
              }
            >
              {t('views.display.add_colour')}
            </Button>
          )}
        </div>
      </Form.Item>
    </Form>
  );
}
