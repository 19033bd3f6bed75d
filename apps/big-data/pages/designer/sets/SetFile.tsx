import { UploadOutlined } from '@ant-design/icons';
import type { SetSource } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Select } from 'antd';
import { useRef, useState } from 'react';

interface Props {
  id: string;
  source: Extract<SetSource, { is: 'file' }>;
  readOnly: boolean;
  onSource: (source: SetSource) => void;
}

const readable = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,.json,.jsonl,.ndjson,.parquet,.sqlite,.sqlite3,.db,.duckdb,.ddb';

/** An uploaded file becomes part of the data set; of a workbook one of its sheets is read. */
export function SetFile({ id, source, readOnly, onSource }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number>();
  const [tables, setTables] = useState<string[]>([]);
  const take = useCommand(setsApi.file);
  const chosen = async (file: File) => {
    setPart(0);
    try {
      const [added] = await upload(filesApi.upload, { query: { purpose: 'source' } }, [file], { onProgress: setPart });
      const found = added && (await take.run({ params: { datasetId: id }, body: { file: added.id } }));
      if (!found) return;
      setTables(found.tables);
      onSource({ is: 'file', file: found.file, name: found.name, table: found.tables[0] ?? '' });
    } catch (error) {
      if (!isApiError(error)) throw error;
      void message.error(errorText(error, t));
    } finally {
      setPart(undefined);
    }
  };
  const shown = tables.length > 0 ? tables : source.table === '' ? [] : [source.table];
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        accept={readable}
        aria-label={t('analytics.set.upload')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) void chosen(file);
        }}
      />
      {source.name !== '' && <p className="set-file">{source.name}</p>}
      {!readOnly && (
        <Button icon={<UploadOutlined />} loading={part !== undefined} onClick={() => chooser.current?.click()}>
          {t(source.name === '' ? 'analytics.set.upload' : 'analytics.set.upload_again')}
        </Button>
      )}
      {shown.length > 1 && (
        <Select
          aria-label={t('analytics.set.sheet')}
          disabled={readOnly}
          value={source.table}
          options={shown.map((value) => ({ value, label: value }))}
          onChange={(table: string) => onSource({ ...source, table })}
        />
      )}
    </>
  );
}
