import { filesApi } from '@formwork/contract/files/api.ts';
import { jobsApi, type JobView } from '@formwork/contract/jobs/api.ts';
import { JobProgress } from '@formwork/ui/job-progress.tsx';
import { addressOf } from '../http/call.ts';
import { useCommand } from '../http/use-command.ts';
import { hasText, useT } from '../i18n/i18n.ts';
import { fileMadeBy } from './made-file.ts';
import { useJob } from './use-job.ts';

const shown = { queued: 'running', running: 'running', finished: 'done', failed: 'failed', cancelled: 'cancelled' } as const satisfies Record<JobView['state'], string>;

/** One job with its progress and a way to stop it. */
export function JobLine({ jobId }: { jobId: string }) {
  const t = useT();
  const job = useJob(jobId);
  const cancel = useCommand(jobsApi.cancel, { refresh: [jobsApi.get, jobsApi.list] });
  if (!job) return null;
  const { kind, state, done, total, error, cancelRequested } = job;
  const note = error ? (hasText(error.code) ? t(error.code, error.data) : t('platform.internal')) : state === 'queued' ? t('jobs.line.waiting') : cancelRequested && state === 'running' ? t('jobs.line.stopping') : undefined;
  const name = `jobs.kind.${kind}`;
  const file = fileMadeBy(job);
  return (
    <JobProgress
      label={hasText(name) ? t(name) : t('jobs.kind.other')}
      done={done}
      total={total}
      state={shown[state]}
      note={file ? <a href={addressOf(filesApi.open, { params: { fileId: file.fileId } })} download={file.name}>{file.name}</a> : note}
      {...(cancelRequested ? {} : { onCancel: () => void cancel.run({ params: { jobId } }) })}
    />
  );
}
