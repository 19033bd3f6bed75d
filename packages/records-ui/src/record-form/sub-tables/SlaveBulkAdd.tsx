import { AppstoreAddOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { choosableCondition } from '@formwork/contract/records/choosable.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { rememberTitles } from '../../fields/relations/record-titles.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { RowData } from '../form-data.ts';
import type { RecordFormModel } from '../use-record-form.ts';

const RelationDialog = lazy(() => import('../../fields/relations/RelationDialog.tsx'));

/** Chooses many related records at once: a row for each. */
export function SlaveBulkAdd({
  table,
  form,
  columns,
  free,
  onRows,
}: {
  table: SlaveTable;
  form: RecordFormModel;
  /** Ids of the fields that are shown. */ columns: readonly string[];
  free: number;
  onRows: (rows: RowData[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [open, setOpen] = useState<FieldOf<'relation'>>();
  const relations = table.fields.filter(
    (field): field is FieldOf<'relation'> =>
      field.type === 'relation' && field.config.form !== '' && columns.includes(field.id) && field.readOnly !== true,
  );
  const [only] = relations;
  if (!only) return null;
  return (
    <>
      {relations.length === 1 ? (
        <Button size="small" icon={<AppstoreAddOutlined />} disabled={free === 0} onClick={() => setOpen(only)}>
          {t('records.slave.bulk')}
        </Button>
      ) : (
        <Dropdown
          trigger={['click']}
          disabled={free === 0}
          menu={{
            items: relations.map(({ id, title }) => ({ key: id, label: textIn(title, locale) })),
            onClick: ({ key }) => setOpen(relations.find(({ id }) => id === key)),
          }}
        >
          <Button size="small" icon={<AppstoreAddOutlined />}>
            {t('records.slave.bulk')}
          </Button>
        </Dropdown>
      )}
      {open && (
        <Suspense>
          <RelationDialog
            formId={open.config.form}
            columns={open.config.columns}
            choosable={choosableCondition(open.config, (id) => form.calculated.record.values[id] ?? null)}
            chosen={[]}
            multiple
            max={free}
            mayCreate={!open.config.noCreate}
            onClose={() => setOpen(undefined)}
            onDone={(chosen) => {
              rememberTitles(open.config.form, chosen);
              setOpen(undefined);
              onRows(
                chosen.map(({ id }) => {
                  const row = form.newRow(table.id);
                  return { ...row, values: { ...row.values, [open.id]: [id] } };
                }),
              );
            }}
          />
        </Suspense>
      )}
    </>
  );
}
