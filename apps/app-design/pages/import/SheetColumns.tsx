import type { App } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { ChosenColumn, Sheet } from '@formwork/contract/records/import.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { ReadingChoice } from '@formwork/records-ui/exchange/ReadingChoice.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input, Switch } from 'antd';
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
  const [columns, setColumns] = useState<ColumnChoice[]>(() =>
    sheet.columns.map((column) => ({ column, taken: true, title: column.title, type: column.type })),
  );
  const [looseNumbers, setLooseNumbers] = useState(false);
  const read = useCommand(recordsApi.readSheet, {
    quiet: true,
    onDone: (next) => {
      onSheet(next);
      setColumns(next.columns.map((column) => ({ column, taken: true, title: column.title, type: column.type })));
    },
  });
  const create = useCommand(recordsApi.createFormFromSheet, {
    refresh: [formsApi.listApps],
    onDone: ({ importId }) => onStarted(importId),
  });

  const chosen: ChosenColumn[] = chosenColumns(columns);
  const problem =
    zh.trim() === ''
      ? t('design.forms.name_required')
      : chosen.length === 0
        ? t('design.import.no_column')
        : chosen.some(({ title }) => title.zh === '')
          ? t('design.import.blank_title')
          : undefined;

  return (
    <div className="import-columns">
      <div className="import-names">
        <label>
          {t('design.import.form_name')}
          <Input value={zh} maxLength={200} onChange={(event) => setZh(event.target.value)} />
        </label>
        <label>
          {t('design.field.name_en')}
          <Input value={en} maxLength={200} onChange={(event) => setEn(event.target.value)} />
        </label>
      </div>
      <ReadingChoice
        sheet={sheet}
        busy={read.pending}
        error={read.error}
        onChange={(reading) => void read.run({ params: { uploadId: sheet.uploadId }, body: reading })}
      />
      <p className="import-count">
        {t('design.import.found', { rows: sheet.rows.toLocaleString(locale), columns: sheet.columns.length })}
      </p>
      {chosen.some(({ type }) => type === 'number' || type === 'money' || type === 'percent') && (
        <label className="exchange-switch">
          <Switch size="small" checked={looseNumbers} onChange={setLooseNumbers} />
          {t('exchange.loose_numbers')}
        </label>
      )}
      <ColumnsTable choices={columns} onChange={setColumns} />
      {create.errorText && <Alert type="error" showIcon title={create.errorText} />}
      <footer className="import-foot">
        {problem && <span role="status">{problem}</span>}
        <Button
          type="primary"
          disabled={problem !== undefined}
          loading={create.pending}
          onClick={() =>
            void create.run({
              params: { uploadId: sheet.uploadId },
              body: { appId: app.id, title: titleFrom(zh, en), reading: sheet.reading, columns: chosen, looseNumbers },
            })
          }
        >
          {t('design.import.make', { rows: sheet.rows.toLocaleString(locale) })}
        </Button>
      </footer>
    </div>
  );
}
