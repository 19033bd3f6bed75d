import { isOver } from '@formwork/contract/runs/run.ts';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { BulkResult } from '@formwork/contract/records/bulk.ts';
import { textIn } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { App, Button, Modal } from 'antd';

export interface BulkJobDialogProps {
  plan: PersonalPlan;
  jobId: string;
  title: string;
  /** Said when nothing was refused. */
  doneText: (count: number) => string;
  onClose: () => void;
}

/** A change of many records as it goes on: it closes by itself when all of them took it, and says what was refused and why. */
export function BulkJobDialog({ plan, jobId, title, doneText, onClose }: BulkJobDialogProps) {
  const t = useT();
  const { message } = App.useApp();
  const job = useJob(jobId, {
    onOver: ({ state, result }) => {
      void refresh(recordsApi.list, recordsApi.count, viewsApi.pivot, recordsApi.get);
      const outcome = BulkResult.safeParse(result).data;
      if (state !== 'finished' || !outcome || outcome.refused > 0) return;
      void message.success(doneText(outcome.done));
      onClose();
    },
  });
  const outcome = BulkResult.safeParse(job?.result).data;
  const over = job !== undefined && isOver(job.state);
  return (
    <Modal open title={title} onCancel={onClose} footer={<Button onClick={onClose}>{t('views.bulk.close')}</Button>}>
      <JobLine jobId={jobId} />
      {!over && <p className="fw-muted">{t('views.bulk.background')}</p>}
      {over && outcome && outcome.refused > 0 && <Refusals plan={plan} outcome={outcome} />}
    </Modal>
  );
}

function Refusals({ plan, outcome }: { plan: PersonalPlan; outcome: BulkResult }) {
  const t = useT();
  const locale = useLocale();
  const titleOf = (id: string | null) => plan.definition.fields.find((field) => field.id === id)?.title;
  return (
    <>
      <p role="alert">
        {t('views.bulk.refused', { count: outcome.refused })}
        {outcome.refusals.length < outcome.refused &&
          ` · ${t('views.bulk.refused_first', { count: outcome.refusals.length })}`}
      </p>
      <ul className="fw-bulk-refusals">
        {outcome.refusals.map(({ id, title, code, field }) => {
          const name = titleOf(field);
          return (
            <li key={id}>
              <strong>{title === '' ? t('views.bulk.unseen') : title}</strong> {name ? `${textIn(name, locale)}: ` : ''}
              {hasText(code) ? t(code) : t('platform.internal')}
            </li>
          );
        })}
      </ul>
    </>
  );
}
