import { isComputed } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { fieldRights, type FieldRight, type SlaveRight, type TaskNode } from '@formwork/contract/workflow/graph.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Select } from 'antd';

/** What the people of a node see and fill in, field by field and for each slave table. */
export function FieldRights({
  node,
  form,
  onChange,
}: {
  node: TaskNode;
  form: FormDefinition;
  onChange: (node: TaskNode) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const usual: FieldRight = node.kind === 'approve' ? 'read' : 'edit';
  const setField = (id: string, right: FieldRight) => {
    const { [id]: _, ...fields } = node.fields;
    onChange({ ...node, fields: right === usual ? fields : { ...fields, [id]: right } });
  };
  const setAll = (right: FieldRight) =>
    onChange({
      ...node,
      fields:
        right === usual
          ? {}
          : Object.fromEntries(form.fields.filter((field) => !isComputed(field)).map(({ id }) => [id, right])),
    });
  const setSlave = (id: string, right: SlaveRight) => onChange({ ...node, slaves: { ...node.slaves, [id]: right } });
  const options = fieldRights.map((value) => ({ value, label: t(`flow-design.rights.${value}`) }));
  return (
    <div className="flow-rights">
      <div className="flow-right">
        <b>{t('flow-design.rights.all')}</b>
        <Select
          size="small"
          value={null}
          placeholder={t('flow-design.rights.set_all')}
          onChange={(right: FieldRight | null) => {
            if (right) setAll(right);
          }}
          options={options}
        />
      </div>
      {form.fields.map((field) => (
        <div key={field.id} className="flow-right">
          <span>{textIn(field.title, locale)}</span>
          <Select
            size="small"
            aria-label={textIn(field.title, locale)}
            value={node.fields[field.id] ?? (isComputed(field) ? 'read' : usual)}
            onChange={(right) => setField(field.id, right)}
            options={
              isComputed(field) ? options.filter(({ value }) => value === 'hidden' || value === 'read') : options
            }
          />
        </div>
      ))}
      {form.tables.map((table) => {
        const right = node.slaves[table.id] ?? {
          access: usual === 'read' ? 'read' : 'edit',
          add: usual !== 'read',
          remove: usual !== 'read',
          fields: {},
        };
        return (
          <div key={table.id} className="flow-right" data-table>
            <b>{textIn(table.title, locale)}</b>
            <Select
              size="small"
              aria-label={textIn(table.title, locale)}
              value={right.access}
              onChange={(access) =>
                setSlave(table.id, { ...right, access, add: access === 'edit', remove: access === 'edit' })
              }
              options={(['hidden', 'read', 'edit'] as const).map((value) => ({
                value,
                label: t(`flow-design.rights.${value}`),
              }))}
            />
            {right.access === 'edit' && (
              <span className="flow-right-flags">
                <Checkbox
                  checked={right.add}
                  onChange={(event) => setSlave(table.id, { ...right, add: event.target.checked })}
                >
                  {t('flow-design.rights.add')}
                </Checkbox>
                <Checkbox
                  checked={right.remove}
                  onChange={(event) => setSlave(table.id, { ...right, remove: event.target.checked })}
                >
                  {t('flow-design.rights.remove')}
                </Checkbox>
              </span>
            )}
            {right.access !== 'hidden' &&
              table.fields.map((field) => (
                <div key={field.id} className="flow-right flow-right-column">
                  <span>{textIn(field.title, locale)}</span>
                  <Select
                    size="small"
                    aria-label={`${textIn(table.title, locale)} ${textIn(field.title, locale)}`}
                    value={right.fields[field.id] ?? (right.access === 'edit' && !isComputed(field) ? 'edit' : 'read')}
                    onChange={(own) => setSlave(table.id, { ...right, fields: { ...right.fields, [field.id]: own } })}
                    options={
                      right.access === 'read' || isComputed(field)
                        ? options.filter(({ value }) => value === 'hidden' || value === 'read')
                        : options
                    }
                  />
                </div>
              ))}
          </div>
        );
      })}
    </div>
  );
}
