import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { etlTasksApi, type TaskPreview } from '@formwork/contract/etl/task-api.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { sqlOf, upTo, type Known } from '@formwork/etl/graph.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { RowsTable } from '../../parts/RowsTable.tsx';

const sql = sqlLanguage();

/** The first rows at the chosen node, and the SQL behind them. */
export function PreviewPane({
  task,
  known,
  node,
}: {
  task: EtlTask;
  known: ReadonlyMap<string, Known>;
  node: string | undefined;
}) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [tab, setTab] = useState<'rows' | 'sql'>('rows');
  const part = node === undefined || !known.has(node) ? undefined : partOf(task, node);
  // node and what leads to it go together: one without the other asks for a node that is not there
  const asked = useSettled(part && node && `${node} ${JSON.stringify(part)}`);
  const isOf = (key: unknown) => String(key).startsWith(`${node} `);
  const preview = useQuery({
    queryKey: ['etl preview', asked],
    // what is not looked at any more is not waited for
    queryFn: ({ signal }) => callWith(etlTasksApi.preview, { body: bodyOf(asked!) }, { signal }),
    enabled: open && asked !== undefined && tab === 'rows',
    // rows of another node would pass for this one's
    placeholderData: (before, query) => (isOf(query?.queryKey[1]) ? before : undefined),
    retry: false,
    staleTime: 60_000,
  });
  const settled = isOf(asked);
  const shown = settled ? preview.data : undefined;
  return (
    <section className="etl-preview" data-open={open || undefined} aria-label={t('etltask.preview')}>
      <header>
        <Button
          type="text"
          size="small"
          icon={open ? <DownOutlined /> : <UpOutlined />}
          aria-label={t(open ? 'etltask.preview_close' : 'etltask.preview_open')}
          onClick={() => setOpen(!open)}
        />
        <b>{t('etltask.preview')}</b>
        <Segmented
          size="small"
          value={tab}
          options={(['rows', 'sql'] as const).map((value) => ({ value, label: t(`etltask.preview.${value}`) }))}
          onChange={setTab}
        />
        {open && shown && tab === 'rows' && <Facts of={shown} />}
      </header>
      {open && (
        <div className="etl-preview-body">
          {node === undefined || part === undefined ? (
            <EmptyState small title={t('etltask.preview_choose')} />
          ) : tab === 'sql' ? (
            <CodeEditor label="SQL" readOnly value={sqlOf(task, node, known)} language={sql} height="100%" />
          ) : settled && preview.error ? (
            <Alert type="warning" showIcon title={errorText(preview.error, t)} />
          ) : shown ? (
            <RowsTable
              label={t('etltask.preview')}
              columns={shown.columns}
              rows={shown.rows}
              none={<EmptyState small title={t('etltask.preview_none')} />}
            />
          ) : (
            <SkeletonRows rows={4} columns={5} height={26} />
          )}
        </div>
      )}
    </section>
  );
}

/** What somebody still types or chooses is asked for once they pause. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A node's id holds no blank. */
function bodyOf(asked: string): { task: EtlTask; node: string } {
  const end = asked.indexOf(' ');
  return { node: asked.slice(0, end), task: JSON.parse(asked.slice(end)) as EtlTask };
}

/** What leads to the node, where it lies left out: moving nodes asks nothing anew. */
function partOf(task: EtlTask, node: string): EtlTask {
  const needed = upTo(task, node);
  return {
    nodes: task.nodes.filter(({ id }) => needed.has(id)).map((one) => ({ ...one, x: 0, y: 0 })),
    edges: task.edges.filter(({ target, source }) => needed.has(target) && needed.has(source)),
    settings: task.settings,
    parameters: task.parameters,
  };
}

function Facts({ of }: { of: TaskPreview }) {
  const t = useT();
  const locale = useLocale();
  return (
    <span className="etl-quiet" role="status">
      {t('etltask.preview_rows', { count: of.rows.length })}
      {of.sampled && ` · ${t('etltask.preview_sampled', { rows: formatNumber(of.sampleRows, locale) })}`}
      {` · ${of.ms} ms`}
      {of.rejected && ` · ${t('etltask.preview_rejected', of.rejected)}`}
      {of.join && ` · ${t('etltask.join_report', of.join)}`}
    </span>
  );
}
