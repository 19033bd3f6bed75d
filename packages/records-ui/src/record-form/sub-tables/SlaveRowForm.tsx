import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { Button, Drawer } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { FieldEditor } from '../../fields/FieldEditor.tsx';
import { fieldUi } from '../../fields/fields.ts';
import { FieldValueView } from '../../fields/FieldValueView.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { RecordContextProvider, useRowContext } from '../../fields/record-context.ts';
import { parsedValue } from '../form-data.ts';
import { valuesBeside, type ShownRow } from './slave-columns.tsx';
import { touchedRow } from '../touched.ts';
import type { RecordFormModel } from '../use-record-form.ts';

const none = {};

interface Props {
  table: SlaveTable;
  form: RecordFormModel;
  columns: SheetColumn<ShownRow>[];
  rows: readonly ShownRow[];
  /** Key of the row. */
  open: string;
  editable: boolean;
  onOpen: (key: string | undefined) => void;
  onRows: (rows: ShownRow[]) => void;
  /** The field somebody wants to see. */
  wanted?: string | undefined;
  /** What is done with the row. */
  footer?: ReactNode;
}

/** One row of a slave table, its fields below each other; what is written is in the table at once. */
export function SlaveRowForm(props: Props) {
  const { table, form, columns, rows, open, editable, onOpen, onRows, wanted, footer } = props;
  const t = useT();
  const locale = useLocale();
  const at = rows.findIndex(({ key }) => key === open);
  const row = rows[at];
  const place = (form.data.slaves[table.id] ?? []).findIndex(({ key }) => key === open);
  const within = useRowContext(table.id, row?.values ?? none, () => valuesBeside(form.data.slaves[table.id], open));
  const fields = useRef<HTMLDivElement>(null);
  const seek = () => {
    if (wanted)
      fields.current
        ?.querySelector<HTMLElement>(`[data-row-field="${wanted}"] :is(input, textarea, button, [tabindex])`)
        ?.focus();
  };
  const latestSeek = useRef(seek);
  latestSeek.current = seek;
  useEffect(() => latestSeek.current(), [open, wanted]);
  const set = (field: string, value: unknown) =>
    onRows(rows.map((one) => (one.key === open ? { ...one, values: { ...one.values, [field]: value } } : one)));
  return (
    <Drawer
      open={row !== undefined}
      size={440}
      title={`${textIn(table.title, locale)} · ${t('records.slave.row', { row: at + 1 })}`}
      onClose={() => onOpen(undefined)}
      afterOpenChange={(shown) => {
        if (shown) seek();
      }}
      footer={footer && <div className="fw-slave-row-foot">{footer}</div>}
      extra={
        <>
          <Button
            type="text"
            icon={<LeftOutlined />}
            disabled={at <= 0}
            aria-label={t('records.record.previous')}
            onClick={() => onOpen(rows[at - 1]!.key)}
          />
          <Button
            type="text"
            icon={<RightOutlined />}
            disabled={at >= rows.length - 1}
            aria-label={t('records.record.next')}
            onClick={() => onOpen(rows[at + 1]!.key)}
          />
        </>
      }
    >
      {row && (
        <RecordContextProvider value={within}>
          <div className="fw-slave-row-form" ref={fields}>
            {table.fields
              .filter(({ id }) => columns.some((column) => column.id === id))
              .map((field) => {
                const state = form.stateOf(field, table.id, row.computed);
                if (state.hidden) return null;
                const computed = isComputed(field);
                const locked = !editable || computed || (row.isNew ? field.readOnly === true : state.readOnly);
                const value = computed ? row.computed[field.id] : row.values[field.id];
                const error = form.errors.find(({ path }) => path === `${table.id}.${place}.${field.id}`)?.message;
                return (
                  <div
                    key={`${open} ${field.id}`}
                    data-row-field={field.id}
                    onBlur={({ currentTarget, relatedTarget }) => {
                      if (!locked && !currentTarget.contains(relatedTarget))
                        form.touch(touchedRow(table.id, open, field.id));
                    }}
                  >
                    <FieldRow
                      name={`row-${field.id}`}
                      label={textIn(field.title, locale)}
                      required={!locked && state.required}
                      help={locked ? undefined : textIn(field.help, locale) || undefined}
                      error={error}
                      wide={fieldUi(field.type).wide ?? false}
                    >
                      {(input) =>
                        locked ? (
                          <div className="fw-field-value" id={input.id}>
                            <FieldValueView field={field} value={parsedValue(field, value)} />
                          </div>
                        ) : (
                          <FieldEditor
                            field={form.offering(field, value, row.computed)}
                            value={value ?? null}
                            onChange={(next) => set(field.id, next)}
                            input={input}
                          />
                        )
                      }
                    </FieldRow>
                  </div>
                );
              })}
          </div>
        </RecordContextProvider>
      )}
    </Drawer>
  );
}
