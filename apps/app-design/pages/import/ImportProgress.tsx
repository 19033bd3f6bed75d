import type { App } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Import } from '@formwork/contract/records/import.ts';
import { JobProgress } from '@formwork/ui/job-progress.tsx';
import { formatNumber } from '@formwork/ui/number-format.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { paths } from '../../paths.ts';

const askAgainMs = 400;
const over = (state: Import['state'] | undefined) => state === 'finished' || state === 'failed' || state === 'cancelled';
const shown = { waiting: 'running', running: 'running', finished: 'done', failed: 'failed', cancelled: 'cancelled' } as const satisfies Record<Import['state'], string>;

/** The import goes on without this page; whoever comes back finds where it is. */
export function ImportProgress({ app, importId }: { app: App; importId: string }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { data, isPending, isError, refetch } = useQuery({
    ...q(recordsApi.getImport, { params: { importId } }),
    refetchInterval: ({ state }) => (over(state.data?.state) ? false : askAgainMs),
  });
  const cancel = useCommand(recordsApi.cancelImport, { refresh: [recordsApi.getImport] });
  if (isPending) return <SkeletonRows rows={3} columns={1} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  const { state, done, total, imported, failed, failures, error, fileName, formId } = data;
  return (
    <div className="import-progress">
      <JobProgress label={t('design.import.importing', { name: fileName })} done={done} total={total} state={shown[state]} onCancel={() => void cancel.run({ params: { importId } })} />
      {over(state) && (
        <Alert showIcon type={state === 'failed' || imported === 0 ? 'error' : failed > 0 || state === 'cancelled' ? 'warning' : 'success'}
          title={state === 'failed' && error !== null && hasText(error) ? t(error) : imported === 0 ? t('design.import.all_failed', { failed: formatNumber(failed, locale) }) : t('design.import.finished', { imported: formatNumber(imported, locale), failed: formatNumber(failed, locale) })}
          description={failures.length > 0 && (
            <ul className="import-failures">
              {failures.map(({ line, column, code, value }) => <li key={`${line} ${column}`}>{t('design.import.failure', { line, column: column ?? '', value: value ?? '', reason: hasText(code) ? t(code) : code })}</li>)}
            </ul>
          )} />
      )}
      <footer className="import-foot">
        <Button onClick={() => void router.go(paths.formSettings(app.id, formId))}>{t('design.forms.design')}</Button>
        <Button type="primary" onClick={() => void router.go(paths.app(app.id, formId))}>{t('design.import.open_list')}</Button>
      </footer>
    </div>
  );
}
