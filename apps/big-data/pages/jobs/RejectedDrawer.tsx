import { valueTypes } from '@formwork/contract/etl/columns.ts';
import { etlTasksApi, rejectedStates, type JobDetail, type RejectedRow } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Drawer, Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import '../../parts/rows-table.css';

const pageRows = 100;
const tones = { kept: 'warning', sent: 'success', dropped: 'neutral' } as const;

const noneOfType = new RegExp(`(?<= ≠ )(?:${valueTypes.join('|')})\\b`, 'g');
/** A reason names a type as the product does; who reads it is told as they are elsewhere. */
const reasonIn = (reason: string, t: Translate): string =>
  reason.replaceAll(noneOfType, (type) => t(`etltask.type.${type}`));

/** Rows that were not taken, by node: corrected here and sent again, or left out. */
export function RejectedDrawer({ job, onClose }: { job: JobDetail; onClose: () => void }) {
  const t = useT();
  const router = useRouter();
  const nodes = job.nodes.filter(({ rejected }) => rejected > 0);
  const [node, setNode] = useState(nodes[0]?.node ?? '');
  const [edited, setEdited] = useState<ReadonlyMap<number, RejectedRow['row']>>(new Map());
  const { message } = App.useApp();
  // what was sent or left out already is looked at on demand
  const [state, setState] = useState<RejectedRow['state']>('kept');
  const [page, setPage] = useState(1);
  const params = { runId: job.id };
  const query = { node, state, limit: pageRows, offset: (page - 1) * pageRows };
  const list = useQuery({ ...q(etlTasksApi.rejected, { params, query }), placeholderData: keepPreviousData });
  const readings = [etlTasksApi.rejected, etlTasksApi.job];
  const resend = useCommand(etlTasksApi.resend, { refresh: readings });
  const drop = useCommand(etlTasksApi.drop, { refresh: readings });
  const rows = list.data?.rows ?? [];
  const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))];
  const nameOf = (id: string) => {
    const found = job.task?.nodes.find((one) => one.id === id);
    return found?.title || (found ? t(`etltask.node.${found.kind}`) : id);
  };
  const send = async (all: boolean) => {
    const corrected = [...edited].map(([n, row]) => ({ n, row }));
    const started = await resend.run({ params, body: { node, rows: corrected, all } });
    if (!started) return;
    if (started.left > 0) void message.info(t('etltask.rejected.left', { count: started.left }));
    onClose();
    await router.go(pathTo('etlTaskJobs', {}, { run: started.id }));
  };
  return (
    <Drawer
      open
      size="large"
      title={t('etltask.rejected')}
      onClose={onClose}
      footer={
        <div className="etl-last-run">
          <Button disabled={edited.size === 0} loading={resend.pending} type="primary" onClick={() => void send(false)}>
            {t('etltask.rejected.send', { count: edited.size })}
          </Button>
          <Button loading={resend.pending} onClick={() => void send(true)}>
            {t('etltask.rejected.send_all')}
          </Button>
        </div>
      }
    >
      <div className="etl-settings">
        {nodes.length > 1 && (
          <Select
            aria-label={t('etltask.rejected.node')}
            value={node}
            options={nodes.map((one) => ({ value: one.node, label: `${nameOf(one.node)} (${one.rejected})` }))}
            onChange={(next) => {
              setNode(next);
              setPage(1);
              setEdited(new Map());
            }}
          />
        )}
        <Select
          aria-label={t('etltask.rejected.state')}
          value={state}
          options={rejectedStates.map((value) => ({ value, label: t(`etltask.rejected.${value}`) }))}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        {(resend.errorText ?? drop.errorText) && <Alert type="error" title={resend.errorText ?? drop.errorText} />}
        <p className="etl-quiet">{t('etltask.rejected.help')}</p>
        {!list.data ? (
          <Unread of={[list]} skeleton={<SkeletonRows rows={8} />} />
        ) : rows.length === 0 ? (
          <EmptyState small title={t('etltask.rejected.none')} />
        ) : (
          <div className="rows-table" role="region" aria-label={t('etltask.rejected')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('etltask.rejected.reason')}</th>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                  <th scope="col">{t('etltask.rejected.state')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ n, row, reason, state: own }) => (
                  <tr key={n}>
                    <td title={reasonIn(reason, t)}>{reasonIn(reason, t)}</td>
                    {columns.map((name) => (
                      <td key={name}>
                        <Input
                          size="small"
                          aria-label={`${n} ${name}`}
                          disabled={own !== 'kept'}
                          value={edited.get(n)?.[name] ?? row[name] ?? ''}
                          onChange={({ target }) =>
                            setEdited(
                              new Map([
                                ...edited,
                                [n, { ...row, ...edited.get(n), [name]: target.value === '' ? null : target.value }],
                              ]),
                            )
                          }
                        />
                      </td>
                    ))}
                    <td>
                      {own === 'kept' ? (
                        <Button size="small" onClick={() => void drop.run({ params, body: { node, rows: [n] } })}>
                          {t('etltask.rejected.drop')}
                        </Button>
                      ) : (
                        <StateTag tone={tones[own]}>{t(`etltask.rejected.${own}`)}</StateTag>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pagination
              size="small"
              hideOnSinglePage
              showSizeChanger={false}
              current={page}
              pageSize={pageRows}
              total={list.data.total}
              onChange={setPage}
            />
          </div>
        )}
      </div>
    </Drawer>
  );
}
