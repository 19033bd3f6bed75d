import type { LayoutItem } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { CSSProperties } from 'react';
import { fieldUi } from '../fields/fields.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { ButtonSlot } from './ButtonSlot.tsx';
import { EmbeddedPageSlot } from './EmbeddedPageSlot.tsx';
import { FieldSlot } from './FieldSlot.tsx';
import { SlaveTableSlot } from './sub-tables/SlaveTableSlot.tsx';
import type { RecordFormModel } from './use-record-form.ts';

/** Something in a section, whatever it is. */
export function ItemView({
  item,
  form,
  readOnly,
  columns,
}: {
  item: LayoutItem;
  form: RecordFormModel;
  readOnly: boolean;
  columns: number;
}) {
  const locale = useLocale();
  switch (item.kind) {
    case 'field': {
      const field = form.definition.fields.find(({ id }) => id === item.field);
      if (!field) return null;
      const span = fieldUi(field.type).wide ? columns : Math.min(item.span ?? 1, columns);
      return (
        <div className="fw-record-item" style={{ '--span': span } as CSSProperties}>
          <FieldSlot
            field={field}
            form={form}
            readOnly={readOnly}
            error={form.errors.find(({ path }) => path === field.id)?.message}
          />
        </div>
      );
    }
    case 'table': {
      const table = form.definition.tables.find(({ id }) => id === item.table);
      if (!table) return null;
      const error = form.errors.find(({ path }) => path === table.id)?.message;
      return (
        <div
          className="fw-record-item fw-record-table"
          data-field={table.id}
          data-error={error === undefined ? undefined : ''}
        >
          <h3>{textIn(table.title, locale)}</h3>
          {textIn(table.help, locale) && <p className="fw-field-note">{textIn(table.help, locale)}</p>}
          {error && (
            <p className="fw-field-error" role="alert">
              {error}
            </p>
          )}
          <SlaveTableSlot table={table} form={form} readOnly={readOnly} />
        </div>
      );
    }
    case 'button':
      return <ButtonSlot button={item} form={form} readOnly={readOnly} />;
    case 'embed':
      return <EmbeddedPageSlot page={item} form={form} />;
    case 'remark':
      return <p className="fw-record-item fw-record-remark">{textIn(item.text, locale)}</p>;
    case 'divider':
      return (
        <div className="fw-record-item fw-record-divider" role="separator">
          {textIn(item.title, locale)}
        </div>
      );
  }
}
