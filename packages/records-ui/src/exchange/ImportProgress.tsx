import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Import } from '@formwork/contract/records/import.ts';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import type { ReactNode } from 'react';
import { documentAddress } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import './exchange.css';
import { ImportOutcome } from './ImportOutcome.tsx';

const askAgainMs = 400;
const over = (state: Import['state'] | undefined) =>
  state === 'finished' || state === 'failed' || state === 'cancelled';
const shown = {
  waiting: 'running',
  running: 'running',
  finished: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Import['state'], string>;

/** The import goes on without this page; whoever comes back finds where it is. When it is over: what came of it, what did not and why, and the way back. */
export function ImportProgress({ importId, actions }: { importId: string; actions: (found: Import) => ReactNode }) {
  const t = useT();
  const found = useQuery({
    ...q(recordsApi.getImport, { params: { importId } }),
    refetchInterval: ({ state }) =>
      over(state.data?.state) && state.data?.undo?.state !== 'running' ? false : askAgainMs,
  });
  const cancel = useCommand(recordsApi.cancelImport, { refresh: [recordsApi.getImport] });
  const { data } = found;
  if (!data) return <Unread of={[found]} skeleton={<SkeletonRows rows={3} columns={1} />} />;
  const { state, done, total, fileName } = data;
  return (
    <div className="exchange-progress">
      <JobProgress
        label={t('exchange.import.importing', { name: fileName })}
        done={done}
        total={total}
        state={shown[state]}
        onCancel={() => void cancel.run({ params: { importId } })}
      />
      {over(state) && <Outcome found={data} />}
      {over(state) && <Undo found={data} />}
      <footer className="exchange-foot">{actions(data)}</footer>
    </div>
  );
}

function Outcome({ found }: { found: Import }) {
  const t = useT();
  const locale = useLocale();
  const { state, imported, updated, failed, failures, error } = found;
  const count = (value: number) => formatNumber(value, locale);
  const nothing = imported + updated === 0;
  const title =
    state === 'failed' && error !== null && hasText(error)
      ? t(error)
      : nothing && failed > 0
        ? t('exchange.import.all_failed', { failed: count(failed) })
        : updated > 0
          ? t('exchange.import.changed', { imported: count(imported), updated: count(updated), failed: count(failed) })
          : t('exchange.import.finished', { imported: count(imported), failed: count(failed) });
  return (
    <ImportOutcome
      title={title}
      failed={failed}
      type={
        state === 'failed' || (nothing && failed > 0)
          ? 'error'
          : failed > 0 || state === 'cancelled'
            ? 'warning'
            : 'success'
      }
      reasons={failures.map(({ line, column, code, value, data }) =>
        t('exchange.import.failure', {
          line,
          column: column ?? '',
          value: value ?? '',
          reason: hasText(code) ? t(code, data) : code,
        }),
      )}
      failures={
        found.can.failures ? documentAddress(recordsApi.importFailures, { params: { importId: found.id } }) : undefined
      }
    />
  );
}

function Undo({ found }: { found: Import }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const undo = useCommand(recordsApi.undoImport, { refresh: [recordsApi.getImport] });
  const { undo: state, can } = found;
  if (state && state.state !== 'failed') {
    const counts = {
      removed: formatNumber(state.removed, locale),
      restored: formatNumber(state.restored, locale),
      kept: formatNumber(state.kept, locale),
    };
    return state.state === 'running' ? (
      <JobProgress
        label={t('exchange.undo.running')}
        done={state.removed + state.restored + state.kept}
        total={found.imported + found.updated}
      />
    ) : (
      <Alert
        showIcon
        type={state.kept > 0 ? 'warning' : 'info'}
        title={t(state.kept > 0 ? 'exchange.undo.done_kept' : 'exchange.undo.done', counts)}
      />
    );
  }
  if (!can.undo) return null;
  const ask = () =>
    modal.confirm({
      title: t('exchange.undo.title'),
      content: t('exchange.undo.hint'),
      okText: t('exchange.undo.action'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => undo.run({ params: { importId: found.id } }),
    });
  return (
    <div>
      <Button danger loading={undo.pending} onClick={() => void ask()}>
        {t('exchange.undo.action')}
      </Button>
    </div>
  );
}
