import { BatchResult } from '@formwork/contract/printing/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';

/** A job with its progress, and its file when it is there. */
export function FinishedFile({ jobId }: { jobId: string }) {
  const t = useT();
  const job = useJob(jobId);
  const result = job?.state === 'finished' ? BatchResult.safeParse(job.result).data : undefined;
  return (
    <div className="fw-printing-form">
      <JobLine jobId={jobId} />
      {result && result.leftOut > 0 && (
        <span className="fw-field-note">{t('printing.batch.left_out', { count: result.leftOut })}</span>
      )}
    </div>
  );
}
