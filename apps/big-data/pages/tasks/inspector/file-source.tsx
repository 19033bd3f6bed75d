import { ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { encodings } from '@formwork/contract/records/encodings.ts';
import { delimiters } from '@formwork/contract/records/import.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { isDelimiter, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { isMessages, comesAsTexts } from '@formwork/etl/graph.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, AutoComplete, Button, Input, Select, Switch, Upload } from 'antd';
import { useState } from 'react';
import { kindTitle } from '../../sources/kind-title.ts';
import { Line, NumberLine, TypeChoice } from './parts.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

/** Kinds of connections at which files lie. */
const shelves = ['s3', 'sftp', 'webdav', 'disk'];
/** They are read from, and nothing is put there. */
const readShelves = [...shelves, 'rest'];

/** Where a file lies: here, or at a connection. */
export function ShelfSelect({
  own,
  value,
  onChange,
}: {
  own: 'uploaded' | 'kept';
  value: string | null;
  onChange: (connection: string | null) => void;
}) {
  const t = useT();
  const sources = useQuery(q(explorerApi.sources));
  const there = (sources.data ?? []).filter(({ kind }) => (own === 'uploaded' ? readShelves : shelves).includes(kind));
  return (
    <Line label={t('etltask.file_place')}>
      <Select
        aria-label={t('etltask.file_place')}
        className="etl-grow"
        loading={sources.isPending}
        value={value ?? ''}
        options={[
          { value: '', label: t(`etltask.file_place.${own}`) },
          ...there.map(({ id, name, kind }) => ({ value: id, label: `${name} (${kindTitle(kind, t)})` })),
        ]}
        onChange={(id: string) => onChange(id === '' ? null : id)}
      />
    </Line>
  );
}

/** A path there; what lies there now is offered. */
function RemoteFile({
  connection,
  value,
  onChange,
}: {
  connection: string;
  value: string;
  onChange: (path: string) => void;
}) {
  const t = useT();
  const files = useQuery(q(etlTasksApi.remoteFiles, { params: { connectionId: connection } }));
  return (
    <Line label={t('etltask.file_path')} help={files.error ? errorText(files.error, t) : undefined}>
      <AutoComplete
        aria-label={t('etltask.file_path')}
        value={value}
        showSearch={{
          filterOption: (typed, option) => (option?.value ?? '').toLowerCase().includes(typed.toLowerCase()),
        }}
        options={(files.data ?? []).map(({ name }) => ({ value: name }))}
        onChange={onChange}
      />
    </Line>
  );
}

const placeOf = ({ file, connection, fileName }: TaskNodeOf<'fileSource'>) =>
  connection === null ? { ...(file !== null && { file }) } : { connection, path: fileName };

export function FileSourceSettings({ node, onChange }: SettingsProps<'fileSource'>) {
  const t = useT();
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  // it is told below, where it stays until it is put right
  const read = useCommand(etlTasksApi.file, { quiet: true });
  const chosen = node.connection === null ? node.file !== null : node.fileName !== '';
  const take = async (file: File) => {
    setSending(true);
    try {
      const [stored] = await upload(filesApi.upload, { query: { purpose: 'etl' } }, [file]);
      const facts = stored && (await read.run({ body: { file: stored.id } }));
      if (facts) onChange({ ...node, ...facts, title: node.title || file.name });
    } catch (error) {
      void message.error(errorText(error, t));
    } finally {
      setSending(false);
    }
  };
  const again = async (
    part: Partial<Pick<typeof node, 'delimiter' | 'encoding' | 'header' | 'headRows' | 'sheet' | 'stream'>>,
  ) => {
    const { delimiter, encoding, header, headRows, sheet, stream } = { ...node, ...part };
    if (!chosen || delimiter.length !== 1) return onChange({ ...node, ...part });
    const reading = { delimiter, encoding, header, headRows, sheet, stream };
    const facts = await read.run({ body: { ...placeOf(node), reading } });
    if (facts) onChange({ ...node, ...facts });
  };
  const isText = node.format === 'csv';
  const lookUp = async () => {
    const facts = await read.run({ body: placeOf(node) });
    if (facts) onChange({ ...node, ...facts, title: node.title || (node.fileName.split('/').at(-1) ?? '') });
  };
  return (
    <>
      <ShelfSelect
        own="uploaded"
        value={node.connection}
        onChange={(connection) => onChange({ ...node, connection, file: null, fileName: '', columns: [] })}
      />
      {node.connection !== null && (
        <>
          <RemoteFile
            connection={node.connection}
            value={node.fileName}
            onChange={(fileName) => onChange({ ...node, fileName, columns: [] })}
          />
          <Button icon={<ReloadOutlined />} disabled={!chosen} loading={read.pending} onClick={() => void lookUp()}>
            {t('etltask.read_columns')}
          </Button>
        </>
      )}
      {node.connection === null && (
        <Upload
          accept=".csv,.txt,.tsv,.xlsx,.xls,.json,.jsonl,.ndjson,.parquet"
          showUploadList={false}
          beforeUpload={(file) => (void take(file), false)}
        >
          <Button icon={<UploadOutlined />} loading={sending || read.pending}>
            {node.file === null ? t('etltask.upload') : t('etltask.upload_again')}
          </Button>
        </Upload>
      )}
      {read.errorText && <Alert type="error" title={read.errorText} />}
      {node.connection === null && node.file !== null && <p className="etl-quiet">{node.fileName}</p>}
      {chosen && isText && (
        <>
          <Line label={t('etltask.delimiter')}>
            <DelimiterInput value={node.delimiter} onChange={(delimiter) => void again({ delimiter })} />
          </Line>
          <Line label={t('etltask.encoding')}>
            <Select
              aria-label={t('etltask.encoding')}
              value={node.encoding}
              options={encodings.map((value) => ({ value, label: value }))}
              onChange={(encoding) => void again({ encoding })}
            />
          </Line>
          <Line label={t('etltask.header')}>
            <Switch
              aria-label={t('etltask.header')}
              checked={node.header}
              onChange={(header) => void again({ header })}
            />
          </Line>
        </>
      )}
      {chosen && node.header && (isText || node.format === 'excel') && (
        <NumberLine
          label={t('etltask.head_rows')}
          help={t('etltask.head_rows_help')}
          min={1}
          max={5}
          value={node.headRows}
          onChange={(headRows) => void again({ headRows: headRows ?? 1 })}
        />
      )}
      {node.format === 'excel' && (
        <Line label={t('etltask.sheet')}>
          <Input
            aria-label={t('etltask.sheet')}
            defaultValue={node.sheet}
            onBlur={({ target }) => void again({ sheet: target.value })}
          />
        </Line>
      )}
      {chosen && isMessages(node) && (
        <Line label={t('etltask.stream')} help={t(`etltask.stream.${node.format}_help`)}>
          <Select
            aria-label={t('etltask.stream')}
            value={node.stream || undefined}
            options={node.streams.map((value) => ({ value, label: value }))}
            onChange={(stream) => void again({ stream })}
          />
        </Line>
      )}
      {comesAsTexts(node) && <ColumnsOfTexts node={node} onChange={onChange} />}
    </>
  );
}

/** Of which type each column is whose values come as texts. */
export function ColumnsOfTexts({
  node,
  onChange,
}: Pick<SettingsProps<'fileSource' | 'mqttSource'>, 'node' | 'onChange'>) {
  return node.columns.map((column, at) => (
    <Line key={column.name} label={column.name}>
      <TypeChoice
        label={column.name}
        value={column.type}
        onChange={(type) =>
          onChange({ ...node, columns: node.columns.map((one, place) => (place === at ? { ...one, type } : one)) })
        }
      />
    </Line>
  ));
}

/** One sign that parts values; the usual ones are offered. */
export function DelimiterInput({
  value,
  isRight = isDelimiter,
  onChange,
}: {
  value: string;
  isRight?: (sign: string) => boolean;
  onChange: (sign: string) => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState(shownSign(value));
  const take = (text: string) => {
    setTyped(text);
    const sign = text === tabName ? '\t' : text;
    if (isRight(sign) && sign !== value) onChange(sign);
  };
  return (
    <AutoComplete
      aria-label={t('etltask.delimiter')}
      status={isRight(typed === tabName ? '\t' : typed) ? '' : 'error'}
      value={typed}
      defaultActiveFirstOption={false}
      options={delimiters.map((sign) => ({ value: shownSign(sign) }))}
      onChange={take}
      onBlur={() => setTyped(shownSign(value))}
    />
  );
}

const tabName = 'Tab';
const shownSign = (sign: string): string => (sign === '\t' ? tabName : sign);
