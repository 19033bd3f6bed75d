import { filesApi } from '@formwork/contract/files/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import type { RunView } from '@formwork/contract/runs/run.ts';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import { addressOf } from '../http/call.ts';
import { useCommand } from '../http/use-command.ts';
import { hasText, useT } from '../i18n/i18n.ts';
import { filesMadeBy } from './made-file.ts';
import { useJob } from './use-job.ts';

const shown = {
  waiting: 'running',
  suspended: 'running',
  running: 'running',
  finished: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<RunView['state'], string>;

/** One job with its progress and a way to stop it. */
export function JobLine({ jobId }: { jobId: string }) {
  const t = useT();
  const job = useJob(jobId);
  const cancel = useCommand(runsApi.cancel, { refresh: [runsApi.get, runsApi.list] });
  if (!job) return null;
  const { kind, state, done, total, error, cancelRequested } = job;
  const note = error
    ? hasText(error.code)
      ? t(error.code, error.data)
      : t('platform.internal')
    : state === 'waiting'
      ? t('jobs.line.waiting')
      : cancelRequested && state === 'running'
        ? t('jobs.line.stopping')
        : undefined;
  const name = `jobs.kind.${kind}`;
  const files = filesMadeBy(job);
  return (
    <JobProgress
      label={hasText(name) ? t(name) : t('jobs.kind.other')}
      done={done}
      total={total}
      state={shown[state]}
      note={
        files.length > 0 ? (
          <ul className="fw-job-files">
            {files.map(({ fileId, name: called }) => (
              <li key={fileId}>
                <a href={addressOf(filesApi.open, { params: { fileId } })} download={called}>
                  {called}
                </a>
              </li>
            ))}
          </ul>
        ) : (
          note
        )
      }
      {...(cancelRequested ? {} : { onCancel: () => void cancel.run({ params: { runId: jobId } }) })}
    />
  );
}
