import {
  CaretRightOutlined,
  DownloadOutlined,
  HistoryOutlined,
  NodeIndexOutlined,
  SaveOutlined,
} from '@ant-design/icons';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { explorerApi, type ShownRows } from '@formwork/contract/etl/explorer.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCan } from '@formwork/web/session/session.ts';
import { Alert, Button, Segmented, Select } from 'antd';
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { KeptQueries } from './KeptQueries.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { ResultChart } from './ResultChart.tsx';
import { RowsTable } from './RowsTable.tsx';
import { saveCsv } from './save-csv.ts';
import { schemaOf } from './schema-of.ts';
import { tablesIn } from './tables-in.ts';
import { TaskDialog } from './TaskDialog.tsx';

const limits = [100, 1_000, 10_000];

/** Statements over a source: read only and within limits, with what was run before and what is kept. */
export function SqlPane({
  source,
  schema: asked,
  table,
}: {
  source: string;
  schema: string | undefined;
  table: string | undefined;
}) {
  const t = useT();
  const at = { params: { source } };
  const [sql, setSql] = useState('');
  /** What the rows that are shown are of. */
  const [ran, setRan] = useState('');
  const [limit, setLimit] = useState(1_000);
  const [look, setLook] = useState<'table' | 'chart'>('table');
  const [shown, setShown] = useState<ShownRows>();
  const [kept, setKept] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const run = useCommand(explorerApi.run, { refresh: [explorerApi.queries], onDone: setShown, quiet: true });
  const [begins, setBegins] = useState(false);
  const can = useCan();
  const language = useCompletion(source, asked, table, sql);
  const go = () => {
    if (sql.trim() === '' || run.pending) return;
    setRan(sql);
    void run.run({ ...at, body: { sql, limit } });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    go();
  };
  return (
    <div className="explorer-pane">
      <div onKeyDownCapture={onKey}>
        <CodeEditor
          label={t('explorer.sql')}
          value={sql}
          onChange={setSql}
          language={language}
          height={160}
          placeholder={t('explorer.sql_hint')}
        />
      </div>
      <div className="explorer-tools">
        <Button
          type="primary"
          icon={<CaretRightOutlined />}
          loading={run.pending}
          disabled={sql.trim() === ''}
          onClick={go}
        >
          {t('explorer.run')}
        </Button>
        <Select
          aria-label={t('explorer.limit')}
          value={limit}
          onChange={setLimit}
          options={limits.map((value) => ({ value, label: t('explorer.limit_rows', { count: value }) }))}
        />
        <Button icon={<SaveOutlined />} disabled={sql.trim() === ''} onClick={() => setKeeping(true)}>
          {t('explorer.keep')}
        </Button>
        <Button icon={<HistoryOutlined />} onClick={() => setKept(true)}>
          {t('explorer.kept')}
        </Button>
        {shown && (
          <span className="explorer-tools-end">
            <Segmented
              aria-label={t('explorer.look')}
              value={look}
              onChange={setLook}
              options={(['table', 'chart'] as const).map((value) => ({ value, label: t(`explorer.look.${value}`) }))}
            />
            <Button icon={<DownloadOutlined />} onClick={() => saveCsv(shown)}>
              {t('explorer.csv')}
            </Button>
            {can('etl.task.edit') && (
              <Button icon={<NodeIndexOutlined />} onClick={() => setBegins(true)}>
                {t('explorer.begin_task')}
              </Button>
            )}
          </span>
        )}
      </div>
      {run.errorText !== undefined && <Alert type="error" showIcon title={run.errorText} />}
      {run.pending && !shown ? (
        <SkeletonRows rows={8} />
      ) : !shown ? (
        <EmptyState title={t('explorer.no_result')} hint={t('explorer.no_result_hint')} />
      ) : (
        <>
          <p className="explorer-note" role="status">
            {t(shown.cut === null ? 'explorer.all_rows' : 'explorer.first_rows', {
              count: shown.rows.length,
              ms: shown.ms,
            })}
          </p>
          {look === 'table' ? <RowsTable label={t('explorer.result')} shown={shown} /> : <ResultChart shown={shown} />}
        </>
      )}
      {kept && (
        <KeptQueries
          source={source}
          onClose={() => setKept(false)}
          onChoose={(text) => (setSql(text), setKept(false))}
        />
      )}
      {begins && shown && (
        <TaskDialog connection={source} sql={ran} columns={shown.columns} onClose={() => setBegins(false)} />
      )}
      {keeping && <KeepDialog source={source} sql={sql} onClose={() => setKeeping(false)} />}
    </div>
  );
}

/** Names of the tables, and the columns of the one that is chosen and of those that the statement names. */
function useCompletion(source: string, asked: string | undefined, table: string | undefined, sql: string) {
  const params = { source };
  const schemas = useQuery(q(explorerApi.schemas, { params }));
  const schema = schemaOf(schemas.data, asked) ?? '';
  const tables = useQuery({
    ...q(explorerApi.tables, { params, query: { schema } }),
    enabled: schemas.data !== undefined,
  });
  const known = useMemo(() => tables.data?.slice(0, 500) ?? [], [tables.data]);
  const named = useDeferredValue(
    tablesIn(sql).flatMap((word) => known.find(({ name, title }) => isCalled(word, name, title))?.name ?? []),
  );
  const read = [...new Set([...(table === undefined ? [] : [table]), ...named])].slice(0, 12);
  const columns = useQueries({
    queries: read.map((name) => ({
      ...q(explorerApi.columns, { params, query: { schema, table: name } }),
      enabled: schemas.data !== undefined,
      staleTime: 60_000,
    })),
    combine: (answers) => answers.map(({ data }) => data?.map((column) => column.title ?? column.name) ?? []),
  });
  const key = JSON.stringify([read, columns]);
  return useMemo(
    () =>
      sqlLanguage(
        known.map(({ name, title }) => ({ name: title || name, columns: columns[read.indexOf(name)] ?? [] })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- both are in the key
    [known, key],
  );
}

function isCalled(word: string, name: string, title: string | undefined): boolean {
  return [name, title].some((one) => one?.toLowerCase() === word.toLowerCase());
}
