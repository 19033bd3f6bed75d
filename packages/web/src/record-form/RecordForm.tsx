import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { completeLayout, type LayoutItem, type Section } from '@formwork/contract/forms/definition.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FormErrors } from '@formwork/ui/form-errors.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { Alert, Button } from 'antd';
import { useMemo, useState, type CSSProperties } from 'react';
import { fieldUi } from '../fields/fields.ts';
import { RecordContextProvider } from '../fields/record-context.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { ConflictView } from './ConflictView.tsx';
import { labelledErrors } from './error-labels.ts';
import { FieldSlot } from './FieldSlot.tsx';
import './record-form.css';
import { SlaveTableSlot } from './SlaveTableSlot.tsx';
import type { RecordFormModel } from './use-record-form.ts';

export interface RecordFormProps {
  form: RecordFormModel;
  /** Shows the record as it is read, whatever the rights. */
  readOnly?: boolean;
  /** The person has decided between both versions of a conflict, and that is saved. */
  onSaved?: (saved: FormRecord) => void;
}

/** A record in the layout of its form. */
export function RecordForm({ form, readOnly = false, onSaved }: RecordFormProps) {
  const t = useT();
  const locale = useLocale();
  const layout = useMemo(() => completeLayout(form.definition), [form.definition]);
  const errors = labelledErrors(form.definition, form.errors, locale, t);
  const context = useMemo(() => ({ formId: form.formId, recordId: form.recordId, values: form.calculated.record.values }), [form.formId, form.recordId, form.calculated]);
  return (
    <RecordContextProvider value={context}>
      <div className="fw-record">
        {form.restoredAt && form.changed && (
          <Alert type="info" showIcon title={<>{t('records.draft.restored')} <Time at={form.restoredAt} locale={locale} /></>} action={<Button size="small" onClick={form.discard}>{t('records.draft.discard')}</Button>} />
        )}
        {form.outdated && !form.conflict && <Alert type="warning" showIcon title={t('records.conflict.outdated')} />}
        {form.failure && <Alert type="error" showIcon title={form.failure} role="alert" />}
        {form.conflict && <ConflictView form={form} conflict={form.conflict} onSaved={onSaved} />}
        {!readOnly && <FormErrors errors={errors} />}
        {layout.map((section) => <SectionView key={section.id} section={section} form={form} readOnly={readOnly} />)}
      </div>
    </RecordContextProvider>
  );
}

function SectionView({ section, form, readOnly }: { section: Section; form: RecordFormModel; readOnly: boolean }) {
  const locale = useLocale();
  const [folded, setFolded] = useState(section.folded ?? false);
  const items = section.items.filter((item) => isShown(item, form));
  const title = textIn(section.title, locale);
  // an error must be seen where it is
  const open = !folded || form.errors.some(({ path }) => items.some((item) => idOf(item) === path.split('.')[0]));
  if (items.length === 0) return null;
  return (
    <section className="fw-record-section" aria-label={title || undefined}>
      {title && (
        <h2>
          <button type="button" aria-expanded={open} onClick={() => setFolded(open)}>{open ? <DownOutlined /> : <RightOutlined />} {title}</button>
        </h2>
      )}
      {open && (
        <div className="fw-record-grid" data-columns={section.columns}>
          {items.map((item) => <Item key={idOf(item)} item={item} form={form} readOnly={readOnly} columns={section.columns} />)}
        </div>
      )}
    </section>
  );
}

function Item({ item, form, readOnly, columns }: { item: LayoutItem; form: RecordFormModel; readOnly: boolean; columns: number }) {
  const locale = useLocale();
  if (item.kind === 'field') {
    const field = form.definition.fields.find(({ id }) => id === item.field);
    if (!field) return null;
    const span = fieldUi(field.type).wide ? columns : Math.min(item.span ?? 1, columns);
    return (
      <div className="fw-record-item" style={{ '--span': span } as CSSProperties}>
        <FieldSlot field={field} form={form} readOnly={readOnly} error={form.errors.find(({ path }) => path === field.id)?.message} />
      </div>
    );
  }
  if (item.kind === 'table') {
    const table = form.definition.tables.find(({ id }) => id === item.table);
    if (!table) return null;
    const error = form.errors.find(({ path }) => path === table.id)?.message;
    return (
      <div className="fw-record-item fw-record-table" data-field={table.id} data-error={error === undefined ? undefined : ''}>
        <h3>{textIn(table.title, locale)}</h3>
        {textIn(table.help, locale) && <p className="fw-field-note">{textIn(table.help, locale)}</p>}
        {error && <p className="fw-field-error" role="alert">{error}</p>}
        <SlaveTableSlot table={table} form={form} readOnly={readOnly} />
      </div>
    );
  }
  if (item.kind === 'remark') return <p className="fw-record-item fw-record-remark">{textIn(item.text, locale)}</p>;
  const title = textIn(item.title, locale);
  return <div className="fw-record-item fw-record-divider" role="separator">{title}</div>;
}

function idOf(item: LayoutItem): string {
  return item.kind === 'field' ? item.field : item.kind === 'table' ? item.table : item.id;
}

function isShown(item: LayoutItem, form: RecordFormModel): boolean {
  if (item.kind === 'table') return form.rights.table(item.table).access !== 'hidden';
  if (item.kind !== 'field') return true;
  const field = form.definition.fields.find(({ id }) => id === item.field);
  return field !== undefined && !form.stateOf(field).hidden;
}
