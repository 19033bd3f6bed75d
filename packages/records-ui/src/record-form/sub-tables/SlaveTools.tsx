import { DownloadOutlined, ThunderboltOutlined, UploadOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { App, Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { saveCsv } from '../../exchange/save-csv.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { SlaveBulkAdd } from './SlaveBulkAdd.tsx';
import { csvOf, rowsOfValues, type Made } from './slave-batch.ts';
import type { ShownRow } from './slave-columns.tsx';
import { useMisfits } from '../use-misfits.ts';
import type { RecordFormModel } from '../use-record-form.ts';

const SlaveImport = lazy(() => import('./SlaveImport.tsx').then((module) => ({ default: module.SlaveImport })));

interface Props {
  table: SlaveTable;
  form: RecordFormModel;
  columns: SheetColumn<ShownRow>[];
  rows: readonly ShownRow[];
  /** How many more rows there may be. */
  free: number;
  mayAdd: boolean;
}

/** Many rows at once: made by a rule, from a spreadsheet, into one. */
export function SlaveTools({ table, form, columns, rows, free, mayAdd }: Props) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [importing, setImporting] = useState(false);
  const tellMisfits = useMisfits(table, form);

  const take = ({ rows: made, misfits }: Made) => {
    if (made.length === 0 && misfits.left === 0) return;
    if (made.length > free) return void message.error(t('records.slave.no_room', { count: made.length, free }));
    form.setRows(table.id, [...(form.data.slaves[table.id] ?? []), ...made]);
    void message.success(t('records.slave.made', { count: made.length }));
    tellMisfits(misfits);
    setImporting(false);
  };
  const generate = (rule: string) => {
    const given = form.generate(rule);
    if (given.length === 0) return void message.warning(t('records.slave.nothing_made'));
    if (given.length > free) return void message.error(t('records.slave.no_room', { count: given.length, free }));
    take(rowsOfValues(table, given, () => form.newRow(table.id)));
  };
  const save = () => saveCsv(textIn(table.title, locale), csvOf(columns, rows));
  const rules = table.generators ?? [];
  return (
    <>
      {mayAdd && rules.length === 1 && (
        <Button
          size="small"
          icon={<ThunderboltOutlined />}
          disabled={free === 0}
          onClick={() => generate(rules[0]!.id)}
        >
          {textIn(rules[0]!.title, locale)}
        </Button>
      )}
      {mayAdd && rules.length > 1 && (
        <Dropdown
          trigger={['click']}
          disabled={free === 0}
          menu={{
            items: rules.map(({ id, title }) => ({ key: id, label: textIn(title, locale) })),
            onClick: ({ key }) => generate(key),
          }}
        >
          <Button size="small" icon={<ThunderboltOutlined />}>
            {t('records.slave.generate')}
          </Button>
        </Dropdown>
      )}
      {mayAdd && (
        <SlaveBulkAdd
          table={table}
          form={form}
          columns={columns.map(({ id }) => id)}
          free={free}
          onRows={(added) => take({ rows: added, misfits: { kept: 0, left: 0 } })}
        />
      )}
      {mayAdd && (
        <Button size="small" icon={<UploadOutlined />} disabled={free === 0} onClick={() => setImporting(true)}>
          {t('records.slave.import')}
        </Button>
      )}
      {rows.length > 0 && (
        <Button size="small" icon={<DownloadOutlined />} onClick={save}>
          {t('records.slave.export')}
        </Button>
      )}
      {importing && (
        <Suspense>
          <SlaveImport
            columns={columns}
            free={free}
            newRow={() => form.newRow(table.id)}
            onMade={take}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
