import { ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { TaskNode } from '@formwork/contract/etl/task.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, AutoComplete, Button, Input, Select, Switch, Upload } from 'antd';
import { useState } from 'react';
import { ColumnSelect, Line, SelectLine, TypeChoice } from './parts.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

const sql = sqlLanguage();

/** Connections that may be read from or written to. */
export function ConnectionSelect({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const t = useT();
  const sources = useQuery(q(explorerApi.sources));
  const options = sources.data
    ?.filter(({ id }) => id !== 'forms')
    .map(({ id, name, kind }) => ({ value: id, label: `${name} (${kind})` }));
  return (
    <SelectLine
      label={t('etltask.connection')}
      none={t('etltask.no_connection')}
      value={value}
      options={options}
      onChange={onChange}
    />
  );
}

/** Schema and table of a connection; what is typed is looked for. */
export function TablePlace({
  connection,
  schema,
  table,
  onChange,
}: {
  connection: string | null;
  schema: string;
  table: string;
  onChange: (place: { schema: string; table: string }) => void;
}) {
  const t = useT();
  const known = connection !== null;
  const schemas = useQuery({
    ...q(explorerApi.schemas, { params: { source: connection ?? 'forms' } }),
    enabled: known,
  });
  const first = schema || schemas.data?.[0] || '';
  const tables = useQuery({
    ...q(explorerApi.tables, { params: { source: connection ?? 'forms' }, query: { schema: first } }),
    enabled: known && schemas.data !== undefined,
  });
  return (
    <>
      {(schemas.data?.length ?? 0) > 1 && (
        <Line label={t('etltask.schema')}>
          <AutoComplete
            aria-label={t('etltask.schema')}
            value={schema}
            placeholder={first}
            options={(schemas.data ?? []).map((value) => ({ value }))}
            onChange={(value: string) => onChange({ schema: value, table })}
          />
        </Line>
      )}
      <Line label={t('etltask.table')}>
        <AutoComplete
          aria-label={t('etltask.table')}
          value={table}
          showSearch={{
            filterOption: (typed, option) => (option?.value ?? '').toLowerCase().includes(typed.toLowerCase()),
          }}
          options={(tables.data ?? []).map(({ name }) => ({ value: name }))}
          onChange={(value: string) => onChange({ schema: schema || first, table: value })}
        />
      </Line>
    </>
  );
}

/** Reads the columns that the source has now. */
function useColumns(onChange: (node: TaskNode) => void) {
  const read = useCommand(etlTasksApi.columns);
  const refresh = async (node: TaskNode) => {
    const found = await read.run({ body: { node } });
    if (found && 'columns' in node && node.kind !== 'unpivot') onChange({ ...node, columns: found.columns });
  };
  return { refresh, read };
}

/** Reads them when asked to. */
export function ColumnsButton({ node, onChange }: { node: TaskNode; onChange: (node: TaskNode) => void }) {
  const t = useT();
  const { refresh, read } = useColumns(onChange);
  return (
    <>
      <Button icon={<ReloadOutlined />} loading={read.pending} onClick={() => void refresh(node)}>
        {t('etltask.read_columns')}
      </Button>
      {read.errorText && <Alert type="error" title={read.errorText} />}
    </>
  );
}

export function TableSourceSettings({ node, onChange }: SettingsProps<'tableSource'>) {
  const t = useT();
  return (
    <>
      <ConnectionSelect
        value={node.connection}
        onChange={(connection) => onChange({ ...node, connection, schema: '', table: '', columns: [] })}
      />
      <TablePlace
        connection={node.connection}
        schema={node.schema}
        table={node.table}
        onChange={(place) => onChange({ ...node, ...place, columns: place.table === node.table ? node.columns : [] })}
      />
      <ColumnsButton node={node} onChange={onChange} />
      <Line label={t('etltask.watermark')} help={t('etltask.watermark_help')}>
        <ColumnSelect
          label={t('etltask.watermark')}
          value={node.watermark}
          columns={[{ name: '', title: t('etltask.watermark_none'), type: 'text', nullable: true }, ...node.columns]}
          onChange={(watermark) => onChange({ ...node, watermark })}
        />
      </Line>
    </>
  );
}

export function SqlSourceSettings({ node, onChange }: SettingsProps<'sqlSource'>) {
  return (
    <>
      <ConnectionSelect value={node.connection} onChange={(connection) => onChange({ ...node, connection })} />
      <CodeEditor
        label="SQL"
        value={node.sql}
        language={sql}
        height={180}
        onChange={(text) => onChange({ ...node, sql: text })}
      />
      <ColumnsButton node={node} onChange={onChange} />
    </>
  );
}

export function FormSelect({ value, onChange }: { value: string | null; onChange: (form: string) => void }) {
  const t = useT();
  const forms = useQuery(q(explorerApi.tables, { params: { source: 'forms' }, query: { schema: '' } }));
  return (
    <Line label={t('etltask.form')}>
      <Select
        aria-label={t('etltask.form')}
        className="etl-grow"
        showSearch={{ optionFilterProp: 'label' }}
        loading={forms.isPending}
        value={value ?? undefined}
        options={(forms.data ?? []).map(({ name, title }) => ({ value: name, label: title ?? name }))}
        onChange={onChange}
      />
    </Line>
  );
}

export function FormSourceSettings({ node, onChange }: SettingsProps<'formSource'>) {
  const { refresh, read } = useColumns(onChange);
  return (
    <>
      <FormSelect
        value={node.form}
        onChange={(form) => {
          onChange({ ...node, form, columns: [] });
          void refresh({ ...node, form, columns: [] });
        }}
      />
      {read.errorText && <Alert type="error" title={read.errorText} />}
      <ColumnsButton node={node} onChange={onChange} />
    </>
  );
}

export function FileSourceSettings({ node, onChange }: SettingsProps<'fileSource'>) {
  const t = useT();
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const read = useCommand(etlTasksApi.file);
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
  const again = async (part: Partial<Pick<typeof node, 'delimiter' | 'encoding' | 'header' | 'sheet'>>) => {
    const { delimiter, encoding, header, sheet } = { ...node, ...part };
    if (node.file === null || delimiter.length !== 1) return onChange({ ...node, ...part });
    const facts = await read.run({ body: { file: node.file, reading: { delimiter, encoding, header, sheet } } });
    if (facts) onChange({ ...node, ...facts });
  };
  const isText = node.format === 'csv';
  return (
    <>
      <Upload
        accept=".csv,.txt,.tsv,.xlsx,.xls,.json,.jsonl,.ndjson,.parquet"
        showUploadList={false}
        beforeUpload={(file) => (void take(file), false)}
      >
        <Button icon={<UploadOutlined />} loading={sending || read.pending}>
          {node.file === null ? t('etltask.upload') : t('etltask.upload_again')}
        </Button>
      </Upload>
      {read.errorText && <Alert type="error" title={read.errorText} />}
      {node.file !== null && <p className="etl-quiet">{node.fileName}</p>}
      {node.file !== null && isText && (
        <>
          <Line label={t('etltask.delimiter')}>
            <Select
              aria-label={t('etltask.delimiter')}
              value={node.delimiter}
              options={[',', ';', '\t', '|'].map((value) => ({ value, label: value === '\t' ? 'Tab' : value }))}
              onChange={(delimiter) => void again({ delimiter })}
            />
          </Line>
          <Line label={t('etltask.encoding')}>
            <Select
              aria-label={t('etltask.encoding')}
              value={node.encoding}
              options={['utf-8', 'gb18030', 'big5', 'shift_jis', 'windows-1252', 'utf-16le'].map((value) => ({
                value,
                label: value,
              }))}
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
      {node.format === 'excel' && (
        <Line label={t('etltask.sheet')}>
          <Input
            aria-label={t('etltask.sheet')}
            defaultValue={node.sheet}
            onBlur={({ target }) => void again({ sheet: target.value })}
          />
        </Line>
      )}
      {(isText || node.format === 'excel') &&
        node.columns.map((column, at) => (
          <Line key={column.name} label={column.name}>
            <TypeChoice
              label={column.name}
              value={column.type}
              onChange={(type) =>
                onChange({
                  ...node,
                  columns: node.columns.map((one, place) => (place === at ? { ...one, type } : one)),
                })
              }
            />
          </Line>
        ))}
    </>
  );
}
