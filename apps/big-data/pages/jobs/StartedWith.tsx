import type { JobDetail } from '@formwork/contract/etl/task-api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** The day that a run is about and the values of its parameters, as terms of a list. */
export function StartedWith({ job, day = true }: { job: Pick<JobDetail, 'day' | 'parameters'>; day?: boolean }) {
  const t = useT();
  return (
    <>
      {day && job.day !== null && (
        <div>
          <dt>{t('etltask.job.day')}</dt>
          <dd>{job.day}</dd>
        </div>
      )}
      {Object.entries(job.parameters).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? t('etltask.start.blank') : value}</dd>
        </div>
      ))}
    </>
  );
}
