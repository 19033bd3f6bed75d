import { CopyOutlined, DeleteOutlined, ProfileOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { useUiText } from '@formwork/ui/format/texts.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useSlaveRowActions } from './slave-row-actions.ts';
import type { ShownRow } from './slave-columns.tsx';
import { SlaveRowForm } from './SlaveRowForm.tsx';
import type { RecordFormModel } from '../use-record-form.ts';

interface Props {
  table: SlaveTable;
  form: RecordFormModel;
  chosen: ShownRow[];
  rows: readonly ShownRow[];
  editable: boolean;
  free: number;
  onRows: (rows: ShownRow[]) => void;
}

/** For the rows that are chosen: seen as a form, copied below, and what the page offers. */
export function SlaveRowTools({ columns, ...props }: Props & { columns: SheetColumn<ShownRow>[] }) {
  const t = useT();
  const [open, setOpen] = useState<string>();
  return (
    <>
      <Button size="small" icon={<ProfileOutlined />} onClick={() => setOpen(props.chosen[0]!.key)}>
        {t('records.slave.as_form')}
      </Button>
      <SlaveRowActions {...props} />
      {open !== undefined && <SlaveRowForm {...props} columns={columns} open={open} onOpen={setOpen} />}
    </>
  );
}

/** What is done with rows wherever they are shown. */
export function SlaveRowActions({
  table,
  form,
  chosen,
  rows,
  editable,
  free,
  onRows,
  onCopied,
  onRemove,
}: Props & { onCopied?: (copies: ShownRow[]) => void; onRemove?: (() => void) | undefined }) {
  const t = useT();
  const text = useUiText();
  const actions = useSlaveRowActions();
  const copy = () => {
    const copies = chosen.map((row): ShownRow => ({
      ...form.newRow(table.id),
      values: { ...row.values },
      computed: {},
    }));
    const at = rows.findIndex(({ key }) => key === chosen.at(-1)!.key) + 1;
    onRows(rows.toSpliced(at, 0, ...copies));
    onCopied?.(copies);
  };
  return (
    <>
      {editable && free >= chosen.length && (
        <Button size="small" icon={<CopyOutlined />} onClick={copy}>
          {t('records.slave.copy', { count: chosen.length })}
        </Button>
      )}
      {actions?.(table, chosen)}
      {onRemove && (
        <Button size="small" danger icon={<DeleteOutlined />} onClick={onRemove}>
          {text('ui.sheet.delete_rows', { count: chosen.length })}
        </Button>
      )}
    </>
  );
}
