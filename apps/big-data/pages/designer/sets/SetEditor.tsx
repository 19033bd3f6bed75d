import { hasSource, type DataSet, type SetField, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { Designer } from '@formwork/ui/designer/designer.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import type { DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { RowsTable } from '../../../parts/RowsTable.tsx';
import { SetCalcs } from './SetCalcs.tsx';
import { SetFields } from './SetFields.tsx';
import { SetInspector } from './SetInspector.tsx';
import { SetSourceSettings } from './SetSourceSettings.tsx';
import './sets.css';
import { columnName, useParts } from './use-parts.ts';

type Looked = { columns: DataColumn[]; rows: (string | null)[][]; cut: boolean; multiplies: string[] };

/** Where the rows come from at the left, fields and first rows in the middle, age and rules at the right. */
export function SetEditor({ document, bar, problems, readOnly: given }: DocumentParts<DataSet>) {
  const readOnly = usePhone() || given;
  const t = useT();
  const locale = useLocale();
  const { body: set, definition } = document;
  const parts = useParts(set.source);
  const [looked, setLooked] = useState<Looked>();
  const look = useCommand(setsApi.look, { quiet: true });
  const edit = (change: (set: DataSet) => DataSet, group?: string) => document.edit(change, group);
  const setSource = (source: SetSource, group?: string) => edit((now) => ({ ...now, source }), group);
  const setFields = (change: (fields: SetField[]) => SetField[], group?: string) =>
    edit((now) => ({ ...now, fields: change(now.fields) }), group);
  const read = async () => {
    const found = await look.run({ params: { datasetId: definition.id }, body: { source: set.source } });
    if (!found) return;
    setLooked(found);
    const known = new Set(set.fields.map(({ column }) => column.toLowerCase()));
    const more = found.columns.filter(({ name }) => !known.has(name.toLowerCase())).map(fieldOf);
    if (more.length > 0 && !readOnly) edit((now) => ({ ...now, fields: [...now.fields, ...more] }));
  };
  return (
    <Designer
      bar={bar}
      problems={problems}
      palette={
        <div className="set-source">
          <SetSourceSettings id={definition.id} source={set.source} readOnly={readOnly} onSource={setSource} />
          {!readOnly && (
            <Button type="primary" block disabled={!hasSource(set)} loading={look.pending} onClick={() => void read()}>
              {t('analytics.set.look')}
            </Button>
          )}
          {look.errorText !== undefined && <Alert type="error" showIcon title={look.errorText} />}
        </div>
      }
      inspector={<SetInspector definition={definition} set={set} readOnly={readOnly} onSet={edit} />}
    >
      <div className="set-work">
        {set.fields.length === 0 ? (
          <EmptyState title={t('analytics.set.first')} hint={t('analytics.set.first_hint')} />
        ) : (
          <SetFields
            fields={set.fields}
            nameOf={({ column, calc }) => (calc ? t('analytics.calculated') : columnName(parts, column, locale))}
            readOnly={readOnly}
            onFields={setFields}
          />
        )}
        <SetCalcs fields={set.fields} readOnly={readOnly} onFields={setFields} />
        {looked && (
          <>
            {looked.multiplies.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t('analytics.set.join.multiplies', {
                  parts: looked.multiplies.join(locale === 'zh-CN' ? '、' : ', '),
                })}
              />
            )}
            <p className="analytics-quiet" role="status">
              {t(looked.cut ? 'analytics.set.first_rows' : 'analytics.set.all_rows', { count: looked.rows.length })}
            </p>
            <RowsTable
              label={t('analytics.set.rows')}
              columns={looked.columns}
              rows={looked.rows}
              none={<EmptyState small title={t('analytics.set.no_rows')} />}
            />
          </>
        )}
      </div>
    </Designer>
  );
}

const kinds: Partial<Record<DataColumn['type'], SetKind>> = {
  integer: 'number',
  decimal: 'number',
  double: 'number',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'dateTime',
  timestamptz: 'dateTime',
};

function fieldOf({ name, title, type }: DataColumn): SetField {
  return {
    id: `c${Math.random().toString(36).slice(2, 10)}`,
    column: name,
    title: { zh: (title ?? name).slice(0, 100) },
    kind: kinds[type] ?? 'text',
  };
}
