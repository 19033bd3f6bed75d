import { countedRows, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { joinsOf, type JoinFigures } from './joins.ts';

/** What the joins of a run did with their rows, in words. */
export function JoinReports({ job, nameOf }: { job: JobDetail; nameOf: (node: string) => string }) {
  const t = useT();
  const locale = useLocale();
  const words = useJoinWords();
  const joins = joinsOf(job);
  if (joins.length === 0) return null;
  return (
    <ul className="etl-job-joins">
      {joins.map(({ node, figures }) => (
        <li key={node}>
          <b>{nameOf(node)}</b>{' '}
          {figures ? words(figures) : t('etltask.job.join_left_out', { most: formatNumber(countedRows, locale) })}
        </li>
      ))}
    </ul>
  );
}

export function useJoinWords(): (figures: JoinFigures) => string {
  const t = useT();
  const locale = useLocale();
  return (figures) =>
    t(
      'etltask.join_report',
      Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, formatNumber(count, locale)])),
    );
}
