import type { RunView } from '@formwork/contract/runs/run.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { Button } from 'antd';
import './exchange.css';
import { ImportOutcome } from './ImportOutcome.tsx';

interface Props {
  jobId: string;
  /** Once it is over; undefined while that is not known. */
  outcome: (job: RunView) => { title: string; failed: number } | undefined;
  /** Address of the refused rows. */
  failures: string;
  onOver: () => void;
  onClose: () => void;
}

/** An import that goes on behind; whoever stays sees how far it is and what came of it. */
export function RunningImport({ jobId, outcome, failures, onOver, onClose }: Props) {
  const t = useT();
  const job = useJob(jobId, { onOver });
  const isOver = job?.state === 'finished' || job?.state === 'cancelled' || job?.state === 'failed';
  const found = isOver ? outcome(job) : undefined;
  return (
    <>
      <JobLine jobId={jobId} />
      {found && <ImportOutcome {...found} failures={failures} />}
      {!isOver && <p className="exchange-hint">{t('sheets.behind')}</p>}
      <div className="exchange-foot">
        <Button type="primary" onClick={onClose}>
          {t('ui.action.close')}
        </Button>
      </div>
    </>
  );
}
