import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldEditor } from '@formwork/records-ui/fields/FieldEditor.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { EditedCell } from './edited-cell.ts';

interface Props {
  formId: string;
  cell: EditedCell;
  onClose: () => void;
  onSaved: (row: RecordRow) => void;
}

const leastWidth = 260;

/** One value edited where it stands. Enter saves, Escape leaves; what was refused says why and stays. */
export default function InlineEditor({ formId, cell: { row, field, place }, onClose, onSaved }: Props) {
  const t = useT();
  const locale = useLocale();
  const [value, setValue] = useState<unknown>(row.values[field.id] ?? null);
  const panel = useRef<HTMLDialogElement>(null);
  const save = useCommand(recordsApi.update, {
    failed: 'records.save.failed_update',
    refresh: [recordsApi.get, recordsApi.count],
    onDone: (saved) => {
      onSaved({ id: saved.id, version: saved.version, values: saved.values });
      onClose();
    },
  });
  const width = Math.max(leastWidth, place.width);
  const title = textIn(field.title, locale);
  useEffect(() => {
    panel.current?.show();
  }, []);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      const target = event.target as HTMLElement;
      // dropdowns and calendars of inputs live at the end of the document
      if (
        !panel.current?.contains(target) &&
        !target.closest(
          '.ant-select-dropdown, .ant-picker-dropdown, .ant-cascader-dropdown, .ant-modal-root, .ant-popover, [popover]',
        )
      )
        onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  const run = () =>
    void save.run({
      params: { formId, recordId: row.id },
      body: { expectedVersion: row.version, values: { [field.id]: value as FieldValue } },
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && !event.shiftKey && field.type !== 'longText') {
      event.preventDefault();
      run();
    }
  };
  return (
    <dialog
      ref={panel}
      className="fw-inline-editor"
      aria-label={title}
      style={{
        left: Math.max(8, Math.min(place.left, window.innerWidth - width - 90)),
        top: Math.min(place.top, window.innerHeight - 120),
        width: width + 76,
      }}
      onKeyDown={onKeyDown}
    >
      <div className="fw-inline-editor-input">
        <FieldEditor
          field={{ ...field, readOnly: false }}
          value={value}
          onChange={setValue}
          autoFocus
          input={
            {
              id: `inline-${field.id}`,
              'aria-label': title,
              'aria-describedby': undefined,
              'aria-invalid': save.error ? true : undefined,
              'aria-required': undefined,
            } as never
          }
        />
      </div>
      <button
        type="button"
        className="fw-icon-button"
        aria-label={t('views.action.save')}
        disabled={save.pending}
        onClick={run}
      >
        <CheckOutlined />
      </button>
      <button type="button" className="fw-icon-button" aria-label={t('ui.action.cancel')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </dialog>
  );
}
