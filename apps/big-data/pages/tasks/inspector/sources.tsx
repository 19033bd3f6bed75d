import { ReloadOutlined } from '@ant-design/icons';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { changeColumn, type TaskNode } from '@formwork/contract/etl/task.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Select } from 'antd';
import { useState } from 'react';
import { kindTitle } from '../../sources/kind-title.ts';
import { Choice, ColumnSelect, Line, SelectLine } from './parts.tsx';
import { ParameterHint, useTaskParameters } from './task-parameters.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

const sql = sqlLanguage();

/** Connections that may be read from or written to. */
export function ConnectionSelect({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const t = useT();
  const sources = useQuery(q(explorerApi.sources));
  const options = sources.data
    ?.filter(({ id }) => id !== 'forms')
    .map(({ id, name, kind }) => ({ value: id, label: `${name} (${kindTitle(kind, t)})` }));
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
  // it is told beside the button
  const read = useCommand(etlTasksApi.columns, { quiet: true });
  const parameters = useTaskParameters();
  const refresh = async (node: TaskNode) => {
    const found = await read.run({ body: { node, parameters: [...parameters] } });
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

/** Kinds of databases that have a change log, and what it needs there. */
const logHelp: Record<string, 'etltask.reading.changes_help' | 'etltask.reading.changes_help_mysql'> = {
  postgres: 'etltask.reading.changes_help',
  mysql: 'etltask.reading.changes_help_mysql',
};

export function TableSourceSettings({ node, onChange }: SettingsProps<'tableSource'>) {
  const t = useT();
  const [newer, setNewer] = useState(node.watermark !== '');
  const sources = useQuery(q(explorerApi.sources));
  const kind = sources.data?.find(({ id }) => id === node.connection)?.kind ?? '';
  const logged = kind === '' || kind in logHelp || node.changes;
  const help = logHelp[kind] ?? 'etltask.reading.changes_help';
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
      <Line label={t('etltask.reading')} help={node.changes ? t(help) : undefined}>
        <Choice
          label={t('etltask.reading')}
          value={node.changes ? 'changes' : newer ? 'newer' : 'all'}
          values={logged ? ['all', 'newer', 'changes'] : ['all', 'newer']}
          textOf={(one) => t(`etltask.reading.${one}`)}
          onChange={(way) => {
            setNewer(way === 'newer');
            // the log says besides what became of a row
            const columns = node.columns.filter(({ name }) => name !== changeColumn);
            const more = way === 'changes' ? [{ name: changeColumn, type: 'text' as const, nullable: false }] : [];
            onChange({ ...node, changes: way === 'changes', watermark: '', columns: [...columns, ...more] });
          }}
        />
      </Line>
      {newer && !node.changes && (
        <Line label={t('etltask.watermark')} help={t('etltask.watermark_help')}>
          <ColumnSelect
            label={t('etltask.watermark')}
            value={node.watermark}
            columns={node.columns}
            onChange={(watermark) => onChange({ ...node, watermark })}
          />
        </Line>
      )}
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
      <ParameterHint how="sql" />
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
