import { useQueryText } from '@formwork/web/router/page-context.ts';
import { JobList } from './JobList.tsx';
import { TaskJob } from './TaskJob.tsx';

/** Runs of tasks, or one of them. */
export default function TaskJobsPage() {
  const [run] = useQueryText('run');
  return run === undefined ? <JobList of="task" /> : <TaskJob key={run} runId={run} />;
}
