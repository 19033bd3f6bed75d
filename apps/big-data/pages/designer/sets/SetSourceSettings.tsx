import { notChosen, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { ChartChoice } from '../../../parts/ChartChoice.tsx';
import { SetJoinSettings } from './SetJoinSettings.tsx';
import { SetFile } from './SetFile.tsx';
import { SetParameters } from './SetParameters.tsx';
import { SetViewSettings } from './SetViewSettings.tsx';

interface Props {
  id: string;
  source: SetSource;
  readOnly: boolean;
  onSource: (source: SetSource, group?: string) => void;
}

const sources = ['join', 'view', 'chart', 'sql', 'table', 'api', 'task', 'file'] as const;
const sql = sqlLanguage();

/** Which source it is, and what it asks for. */
export function SetSourceSettings({ id, source, readOnly, onSource }: Props) {
  const t = useT();
  return (
    <>
      <Select
        aria-label={t('analytics.set.source')}
        placeholder={t('analytics.set.source')}
        disabled={readOnly}
        value={source.is === 'none' ? undefined : source.is}
        options={sources.map((value) => ({ value, label: t(`analytics.set.source.${value}`) }))}
        onChange={(is: (typeof sources)[number]) => onSource(begun[is])}
      />
      {source.is === 'sql' && (
        <>
          <Connection
            value={source.connection}
            readOnly={readOnly}
            onChange={(connection) => onSource({ ...source, connection })}
          />
          <CodeEditor
            label={t('analytics.set.sql')}
            value={source.sql}
            language={sql}
            readOnly={readOnly}
            height={200}
            placeholder="select ..."
            onChange={(text) => onSource({ ...source, sql: text }, 'sql')}
          />
          <SetParameters
            parameters={source.parameters}
            readOnly={readOnly}
            onParameters={(parameters, group) => onSource({ ...source, parameters }, group)}
          />
        </>
      )}
      {source.is === 'api' && (
        <>
          <Connection
            of="calls"
            value={source.connection}
            readOnly={readOnly}
            onChange={(connection) => onSource({ ...source, connection })}
          />
          <Input
            aria-label={t('analytics.set.api.path')}
            placeholder={t('analytics.set.api.path')}
            disabled={readOnly}
            maxLength={1_000}
            value={source.path}
            onChange={({ target }) => onSource({ ...source, path: target.value }, 'path')}
          />
          <Input
            aria-label={t('analytics.set.api.rows')}
            placeholder={t('analytics.set.api.rows')}
            disabled={readOnly}
            maxLength={200}
            value={source.rows}
            onChange={({ target }) => onSource({ ...source, rows: target.value }, 'rows')}
          />
          <p className="analytics-quiet">{t('analytics.set.api.hint')}</p>
        </>
      )}
      {source.is === 'table' && <TableOf source={source} readOnly={readOnly} onSource={onSource} />}
      {source.is === 'task' && <TaskOf source={source} readOnly={readOnly} onSource={onSource} />}
      {source.is === 'file' && <SetFile id={id} source={source} readOnly={readOnly} onSource={onSource} />}
      {source.is === 'join' && <SetJoinSettings source={source} readOnly={readOnly} onSource={onSource} />}
      {source.is === 'view' && <SetViewSettings source={source} readOnly={readOnly} onSource={onSource} />}
      {source.is === 'chart' && (
        <ChartChoice
          value={source.chart === notChosen ? null : source.chart}
          label={t('analytics.set.source.chart')}
          disabled={readOnly}
          onChange={(chart) => onSource({ is: 'chart', chart })}
        />
      )}
    </>
  );
}

const begun: Record<(typeof sources)[number], SetSource> = {
  sql: { is: 'sql', connection: null, sql: '', parameters: [] },
  table: { is: 'table', connection: null, schema: '', table: '' },
  api: { is: 'api', connection: null, path: '', rows: '' },
  task: { is: 'task', task: notChosen, node: '' },
  file: { is: 'file', file: notChosen, name: '', table: '' },
  chart: { is: 'chart', chart: notChosen },
  view: { is: 'view', form: null, view: notChosen },
  join: { is: 'join', first: { as: 'p0', of: null }, joins: [] },
};

type Of<Is extends SetSource['is']> = Omit<Props, 'id' | 'source'> & { source: Extract<SetSource, { is: Is }> };

function Connection({
  of = 'tables',
  value,
  readOnly,
  onChange,
}: {
  of?: 'tables' | 'calls';
  value: string | null;
  readOnly: boolean;
  onChange: (id: string) => void;
}) {
  const t = useT();
  const connections = useQuery(q(setsApi.connections));
  return (
    <Select
      aria-label={t('analytics.set.connection')}
      placeholder={t('analytics.set.connection')}
      loading={connections.isPending}
      disabled={readOnly}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={(connections.data ?? [])
        .filter(({ kind }) => (kind === 'http') === (of === 'calls'))
        .map(({ id, name }) => ({ value: id, label: name }))}
      notFoundContent={t('analytics.set.no_connection')}
      onChange={onChange}
    />
  );
}

function TableOf({ source, readOnly, onSource }: Of<'table'>) {
  const t = useT();
  const { connection, schema, table } = source;
  const tables = useQuery({
    ...q(setsApi.tables, { params: { connectionId: connection ?? notChosen }, query: schema === '' ? {} : { schema } }),
    enabled: connection !== null,
  });
  return (
    <>
      <Connection
        value={connection}
        readOnly={readOnly}
        onChange={(id) => onSource({ ...source, connection: id, schema: '', table: '' })}
      />
      {(tables.data?.schemas.length ?? 0) > 1 && (
        <Select
          aria-label={t('analytics.set.schema')}
          disabled={readOnly}
          value={schema || tables.data?.schema}
          options={tables.data?.schemas.map((value) => ({ value, label: value })) ?? []}
          onChange={(next: string) => onSource({ ...source, schema: next, table: '' })}
        />
      )}
      <Select
        aria-label={t('analytics.set.table')}
        placeholder={t('analytics.set.table')}
        disabled={readOnly || connection === null}
        loading={tables.isFetching}
        showSearch
        value={table || undefined}
        options={tables.data?.tables.map((value) => ({ value, label: value })) ?? []}
        onChange={(next: string) => onSource({ ...source, schema: schema || (tables.data?.schema ?? ''), table: next })}
      />
    </>
  );
}

function TaskOf({ source, readOnly, onSource }: Of<'task'>) {
  const t = useT();
  const locale = useLocale();
  const maySeeTasks = useCan()('etl.task.read');
  const tasks = useQuery({
    ...q(definitionsApi.list, { params: { kind: 'etl_task' }, query: { limit: 200 } }),
    enabled: maySeeTasks,
  });
  const targets = useQuery({
    ...q(setsApi.targets, { params: { taskId: source.task } }),
    enabled: source.task !== notChosen && maySeeTasks,
  });
  return (
    <>
      <Select
        aria-label={t('analytics.set.task')}
        placeholder={t('analytics.set.task')}
        disabled={readOnly}
        showSearch={{ optionFilterProp: 'label' }}
        value={source.task === notChosen ? undefined : source.task}
        options={(tasks.data?.rows ?? [])
          .filter(({ released }) => released !== null)
          .map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
        notFoundContent={t('analytics.set.no_task')}
        onChange={(task: string) => onSource({ is: 'task', task, node: '' })}
      />
      {source.task !== notChosen && (
        <Select
          aria-label={t('analytics.set.target')}
          placeholder={t('analytics.set.target')}
          disabled={readOnly}
          value={source.node || undefined}
          options={(targets.data ?? []).map(({ node, title }) => ({ value: node, label: title || node }))}
          onChange={(node: string) => onSource({ ...source, node })}
        />
      )}
    </>
  );
}
