import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { q, refresh } from '../http/query.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { kept } from '@formwork/ui/kept.ts';
import { useMe } from '../session/session.ts';
import { isOffered } from './made-file.ts';
import { useJobMessages } from './use-job.ts';

// Most days nobody has a job to be shown.
const JobsButton = lazy(() =>
  Promise.all([import('./JobsButton.tsx'), loadTexts('jobs')]).then(([{ JobsButton: shown }]) => ({ default: shown })),
);

/** In the bar while work of the person's goes on behind the pages, and while it has made a file they have not cleared away: they may leave the page which began it, and come back another day. */
export default function RunningJobs() {
  const latest = useQuery(q(runsApi.list, { query: { limit: 10 } }));
  /** Those heard of since this page was opened. */
  const [heard, setHeard] = useState<string[]>([]);
  const clearing = `jobs-cleared.${useMe().id}`;
  const [clearedAt, setClearedAt] = useState(() => kept.read(clearing));
  useJobMessages(({ id, state }) => {
    if (!heard.includes(id)) setHeard([...heard, id]);
    if (isOver(state) || !latest.data?.runs.some((job) => job.id === id)) void refresh(runsApi.list);
  });
  const shown = (latest.data?.runs ?? []).filter(
    (job) => !isOver(job.state) || heard.includes(job.id) || isOffered(job, clearedAt, Date.now()),
  );
  const clear = () => {
    const now = new Date().toISOString();
    kept.write(clearing, now);
    setClearedAt(now);
    setHeard([]);
  };
  if (shown.length === 0) return null;
  return (
    <Suspense>
      <JobsButton jobs={shown} onClear={clear} />
    </Suspense>
  );
}
