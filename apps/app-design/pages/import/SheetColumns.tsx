import type { App } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { delimiters, encodings, type ChosenColumn, type Sheet, type SheetReading } from '@formwork/contract/records/import.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { titleFrom } from '../apps/title-fields.ts';
import { ColumnsTable } from './ColumnsTable.tsx';
import { chosenColumns, type ColumnChoice } from './column-choice.ts';

interface Props {
  app: App;
  sheet: Sheet;
  onSheet: (sheet: Sheet) => void;
  onStarted: (importId: string) => void;
}

/** Names and types of the guessed columns, open to correction; one click makes the form and brings its records. */
export function SheetColumns({ app, sheet, onSheet, onStarted }: Props) {
  const t = useT();
  const locale = useLocale();
  const [zh, setZh] = useState(() => sheet.fileName.replace(/\.[^.]+$/, ''));
  const [en, setEn] = useState('');
  const [columns, setColumns] = useState<ColumnChoice[]>(() => sheet.columns.map((column) => ({ column, taken: true, title: column.title, type: column.type })));
  const read = useCommand(recordsApi.readSheet, {
    onDone: (next) => {
      onSheet(next);
      setColumns(next.columns.map((column) => ({ column, taken: true, title: column.title, type: column.type })));
    },
  });
  const create = useCommand(recordsApi.createFormFromSheet, { refresh: [formsApi.listApps], onDone: ({ importId }) => onStarted(importId) });

  const chosen: ChosenColumn[] = chosenColumns(columns);
  const problem = zh.trim() === '' ? t('design.forms.name_required')
    : chosen.length === 0 ? t('design.import.no_column')
    : chosen.some(({ title }) => title.zh === '') ? t('design.import.blank_title')
    : undefined;

  return (
    <div className="import-columns">
      <div className="import-names">
        <label>{t('design.import.form_name')}<Input value={zh} maxLength={200} onChange={(event) => setZh(event.target.value)} /></label>
        <label>{t('design.field.name_en')}<Input value={en} maxLength={200} onChange={(event) => setEn(event.target.value)} /></label>
      </div>
      <Reading sheet={sheet} busy={read.pending} onChange={(reading) => void read.run({ params: { uploadId: sheet.uploadId }, body: reading })} />
      <p className="import-count">{t('design.import.found', { rows: sheet.rows.toLocaleString(locale), columns: sheet.columns.length })}</p>
      <ColumnsTable choices={columns} onChange={setColumns} />
      {create.errorText && <Alert type="error" showIcon title={create.errorText} />}
      <footer className="import-foot">
        {problem && <span role="status">{problem}</span>}
        <Button type="primary" disabled={problem !== undefined} loading={create.pending}
          onClick={() => void create.run({ params: { uploadId: sheet.uploadId }, body: { appId: app.id, title: titleFrom(zh, en), reading: sheet.reading, columns: chosen } })}>
          {t('design.import.make', { rows: sheet.rows.toLocaleString(locale) })}
        </Button>
      </footer>
    </div>
  );
}

/** How the file was read, for the rare case that the guess is wrong. */
function Reading({ sheet, busy, onChange }: { sheet: Sheet; busy: boolean; onChange: (reading: SheetReading) => void }) {
  const t = useT();
  const { reading } = sheet;
  const isText = !/\.xlsx?$/i.test(sheet.fileName);
  return (
    <div className="import-reading">
      {isText && (
        <>
          <label>{t('design.import.delimiter')}
            <Select size="small" value={reading.delimiter} disabled={busy} onChange={(delimiter) => onChange({ ...reading, delimiter })} options={delimiters.map((value) => ({ value, label: t(`design.import.delimiter_${delimiterNames[value]}`) }))} />
          </label>
          <label>{t('design.import.encoding')}
            <Select size="small" value={reading.encoding} disabled={busy} onChange={(encoding) => onChange({ ...reading, encoding })} options={encodings.map((value) => ({ value, label: value.toUpperCase() }))} />
          </label>
        </>
      )}
      <label>{t('design.import.header')}<Switch size="small" checked={reading.headerRow} disabled={busy} onChange={(headerRow) => onChange({ ...reading, headerRow })} /></label>
    </div>
  );
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const satisfies Record<(typeof delimiters)[number], string>;
