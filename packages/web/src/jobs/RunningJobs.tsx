import { LoadingOutlined, CheckCircleOutlined } from '@ant-design/icons';
import { jobsApi } from '@formwork/contract/jobs/api.ts';
import { PopupButton } from '@formwork/ui/popup.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q, refresh } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { JobLine } from './JobLine.tsx';
import './jobs.css';
import { isOver, useJobMessages } from './use-job.ts';

/** In the bar while work of the person's goes on behind the pages, so that they may leave the page which began it. */
export default function RunningJobs() {
  const t = useT();
  const latest = useQuery(q(jobsApi.list, { query: { limit: 10 } }));
  /** Those heard of since this page was opened. */
  const [heard, setHeard] = useState<string[]>([]);
  useJobMessages(({ id, state }) => {
    if (!heard.includes(id)) setHeard([...heard, id]);
    if (isOver(state) || !latest.data?.some((job) => job.id === id)) void refresh(jobsApi.list);
  });
  const jobs = latest.data ?? [];
  const running = jobs.filter(({ state }) => !isOver(state));
  const shown = jobs.filter(({ id, state }) => !isOver(state) || heard.includes(id));
  if (shown.length === 0) return null;
  return (
    <PopupButton className="fw-bar-button" align="end" label={running.length > 0 ? t('jobs.bar.running', { count: running.length }) : t('jobs.bar.over')} content={(close) => (
      <div className="fw-jobs">
        {shown.map(({ id }) => <JobLine key={id} jobId={id} />)}
        {running.length === 0 && <button type="button" className="fw-jobs-clear" onClick={() => { setHeard([]); close(); }}>{t('jobs.bar.clear')}</button>}
      </div>
    )}>
      {running.length > 0 ? <LoadingOutlined /> : <CheckCircleOutlined />}
    </PopupButton>
  );
}
