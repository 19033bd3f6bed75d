import type { Definition } from '@formwork/contract/definitions/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { Columns } from '@formwork/web/list/columns-of.tsx';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { resourceColumns } from '@formwork/web/resources/resource-columns.tsx';
import { RunState } from '@formwork/web/runs/RunState.tsx';
import { useQuery } from '@tanstack/react-query';

/** The usual columns of definitions, and the last run of each. */
export function lastRunColumns(kind: 'etl.task' | 'etl.flow'): Columns<Definition> {
  return (t, locale) =>
    resourceColumns(t, locale).flatMap((column) => {
      const width = narrower[column.id];
      if (column.id === 'savedBy') return [lastRun(kind, t), owner(t)];
      return width === undefined ? column : { ...column, width };
    });
}

/** All of them stand beside the folders on a usual screen. */
const narrower: Record<string, number> = { name: 220, tags: 120 };

const lastRun = (kind: 'etl.task' | 'etl.flow', t: Translate): ListColumn<Definition> => ({
  id: 'lastRun',
  title: t('etltask.column.last_run'),
  width: 200,
  render: ({ id }) => <LastRun kind={kind} id={id} />,
});

/** Whose task it is: their own, or of whoever made it. */
const owner = (t: Translate): ListColumn<Definition> => ({
  id: 'owner',
  title: t('etltask.column.owner'),
  width: 110,
  render: (definition) => <PersonName id={definition.owner ?? definition.createdBy} />,
});

function LastRun({ kind, id }: { kind: 'etl.task' | 'etl.flow'; id: string }) {
  const locale = useLocale();
  const { data } = useQuery(q(etlTasksApi.lastRuns, { query: { kind } }));
  const last = data?.find(({ definition }) => definition === id);
  if (!last) return <>—</>;
  return (
    <Link
      href={pathTo(kind === 'etl.task' ? 'etlTaskJobs' : 'etlFlowJobs', {}, { run: last.run })}
      className="etl-last-run"
    >
      <RunState of={last} /> <Time at={last.at} locale={locale} />
    </Link>
  );
}
