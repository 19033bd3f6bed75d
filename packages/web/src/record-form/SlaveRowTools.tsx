import { CopyOutlined, ProfileOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { useSlaveRowActions } from './slave-row-actions.ts';
import type { ShownRow } from './slave-columns.tsx';
import { SlaveRowForm } from './SlaveRowForm.tsx';
import type { RecordFormModel } from './use-record-form.ts';

interface Props {
  table: SlaveTable;
  form: RecordFormModel;
  columns: SheetColumn<ShownRow>[];
  chosen: ShownRow[];
  rows: readonly ShownRow[];
  editable: boolean;
  free: number;
  onRows: (rows: ShownRow[]) => void;
}

/** For the rows that are chosen: seen as a form, copied below, and what the page offers. */
export function SlaveRowTools({ table, form, columns, chosen, rows, editable, free, onRows }: Props) {
  const t = useT();
  const actions = useSlaveRowActions();
  const [open, setOpen] = useState<string>();
  const copy = () => {
    const copies = chosen.map((row): ShownRow => ({ ...form.newRow(table.id), values: { ...row.values }, computed: {} }));
    const at = rows.findIndex(({ key }) => key === chosen.at(-1)!.key) + 1;
    onRows(rows.toSpliced(at, 0, ...copies));
  };
  return (
    <>
      <Button size="small" icon={<ProfileOutlined />} onClick={() => setOpen(chosen[0]!.key)}>{t('records.slave.as_form')}</Button>
      {editable && free >= chosen.length && <Button size="small" icon={<CopyOutlined />} onClick={copy}>{t('records.slave.copy', { count: chosen.length })}</Button>}
      {actions?.(table, chosen)}
      {open !== undefined && <SlaveRowForm table={table} form={form} columns={columns} rows={rows} open={open} editable={editable} onOpen={setOpen} onRows={onRows} />}
    </>
  );
}
