import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { filesApi, filesPerUpload } from '@formwork/contract/files/api.ts';
import { useQueries } from '@tanstack/react-query';
import { q } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { InputRow, type InputProps } from '@formwork/web/form/InputRow.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';

/** Files that are uploaded as they are chosen; the value is their ids. */
export function FilesInput(props: InputProps) {
  return (
    <InputRow<string[]> {...props} empty={[]}>
      {({ input, value, set }) => <Files id={input.id} value={value} set={set} />}
    </InputRow>
  );
}

const readable = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,.json,.jsonl,.ndjson,.parquet,.sqlite,.sqlite3,.db,.duckdb,.ddb';

function Files({ id, value, set }: { id: string; value: string[]; set: (value: string[]) => void }) {
  const t = useT();
  const { message } = App.useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number>();
  const facts = useQueries({ queries: value.map((fileId) => q(filesApi.view, { params: { fileId } })) });
  const take = async (chosen: File[]) => {
    setPart(0);
    try {
      const ids: string[] = [];
      for (let at = 0; at < chosen.length; at += filesPerUpload) {
        const added = await upload(
          filesApi.upload,
          { query: { purpose: 'source' } },
          chosen.slice(at, at + filesPerUpload),
          { onProgress: setPart },
        );
        ids.push(...added.map((file) => file.id));
      }
      set([...value, ...ids]);
    } catch (error) {
      if (!isApiError(error)) throw error;
      void message.error(errorText(error, t));
    } finally {
      setPart(undefined);
    }
  };
  return (
    <div className="source-files">
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={readable}
        aria-label={t('sources.choose_files')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) void take(chosen);
        }}
      />
      <ul>
        {value.map((fileId, at) => (
          <li key={fileId}>
            <span>{facts[at]?.data?.name ?? '…'}</span>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('sources.remove_file', { name: facts[at]?.data?.name ?? '' })}
              onClick={() => set(value.filter((one) => one !== fileId))}
            />
          </li>
        ))}
      </ul>
      <Button id={id} icon={<UploadOutlined />} loading={part !== undefined} onClick={() => chooser.current?.click()}>
        {part === undefined ? t('sources.choose_files') : t('sources.uploading', { percent: Math.round(part * 100) })}
      </Button>
    </div>
  );
}
