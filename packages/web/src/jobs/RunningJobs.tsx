import { LoadingOutlined, CheckCircleOutlined } from '@ant-design/icons';
import { jobsApi } from '@formwork/contract/jobs/api.ts';
import { PopupButton } from '@formwork/ui/popup.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q, refresh } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { kept } from '../kept.ts';
import { useMe } from '../session/session.ts';
import { JobLine } from './JobLine.tsx';
import './jobs.css';
import { isOffered } from './made-file.ts';
import { isOver, useJobMessages } from './use-job.ts';

/** In the bar while work of the person's goes on behind the pages, and while it has made a file they have not cleared away: they may leave the page which began it, and come back another day. */
export default function RunningJobs() {
  const t = useT();
  const latest = useQuery(q(jobsApi.list, { query: { limit: 10 } }));
  /** Those heard of since this page was opened. */
  const [heard, setHeard] = useState<string[]>([]);
  const clearing = `jobs-cleared.${useMe().id}`;
  const [clearedAt, setClearedAt] = useState(() => kept.read(clearing));
  useJobMessages(({ id, state }) => {
    if (!heard.includes(id)) setHeard([...heard, id]);
    if (isOver(state) || !latest.data?.some((job) => job.id === id)) void refresh(jobsApi.list);
  });
  const jobs = latest.data ?? [];
  const running = jobs.filter(({ state }) => !isOver(state));
  const shown = jobs.filter((job) => !isOver(job.state) || heard.includes(job.id) || isOffered(job, clearedAt, Date.now()));
  const clear = () => {
    const now = new Date().toISOString();
    kept.write(clearing, now);
    setClearedAt(now);
    setHeard([]);
  };
  if (shown.length === 0) return null;
  return (
    <PopupButton className="fw-bar-button" align="end" label={running.length > 0 ? t('jobs.bar.running', { count: running.length }) : t('jobs.bar.over')} content={(close) => (
      <div className="fw-jobs">
        {shown.map(({ id }) => <JobLine key={id} jobId={id} />)}
        {running.length === 0 && <button type="button" className="fw-jobs-clear" onClick={() => { clear(); close(); }}>{t('jobs.bar.clear')}</button>}
      </div>
    )}>
      {running.length > 0 ? <LoadingOutlined /> : <CheckCircleOutlined />}
    </PopupButton>
  );
}
