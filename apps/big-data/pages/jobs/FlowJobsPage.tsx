import { useQueryText } from '@formwork/web/router/page-context.ts';
import { FlowJob } from './FlowJob.tsx';
import { JobList } from './JobList.tsx';

/** Runs of flows, or one of them. */
export default function FlowJobsPage() {
  const [run] = useQueryText('run');
  return run === undefined ? <JobList of="flow" /> : <FlowJob key={run} runId={run} />;
}
