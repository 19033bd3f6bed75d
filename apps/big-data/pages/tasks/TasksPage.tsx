import { HistoryOutlined, PlayCircleOutlined, ScheduleOutlined } from '@ant-design/icons';
import type { ElementOf } from '@formwork/contract/console/elements.ts';
import type { Definition } from '@formwork/contract/definitions/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { may } from '@formwork/web/resources/resource.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useState } from 'react';
import { etlTasks } from '../../etl-resources.ts';
import { useTaskStart } from '../flows/StartDialog.tsx';
import { lastRunColumns } from '../jobs/last-run.tsx';
import { SchedulesDialog } from '../schedules/SchedulesDialog.tsx';

type RowAction = MenuAction & { id: ElementOf<'etlTasks', 'row'> };
const columns = lastRunColumns('etl.task');

/** All tasks: what each did last, run now, its times. */
export default function TasksPage() {
  const t = useT();
  const router = useRouter();
  const elements = useElements('etlTasks');
  const [timed, setTimed] = useState<Definition>();
  const { start, dialog } = useTaskStart();
  return (
    <>
      <ResourcePage
        of={etlTasks}
        columns={columns}
        shows={(part) => elements.shows('tools', part)}
        rowActions={(task) =>
          elements.arranged<'row', RowAction>('row', [
            ...(may(task, 'use') && task.released !== null && task.enabled
              ? [
                  {
                    id: 'run' as const,
                    title: elements.title('row', 'run', t('etltask.run_now')),
                    icon: <PlayCircleOutlined />,
                    onSelect: () => void start(task),
                  },
                ]
              : []),
            {
              id: 'jobs' as const,
              title: elements.title('row', 'jobs', t('etltask.its_jobs')),
              icon: <HistoryOutlined />,
              onSelect: () => void router.go(pathTo('etlTaskJobs', {}, { definition: task.id })),
            },
            ...(may(task, 'edit')
              ? [
                  {
                    id: 'times' as const,
                    title: elements.title('row', 'times', t('etltask.times')),
                    icon: <ScheduleOutlined />,
                    onSelect: () => setTimed(task),
                  },
                ]
              : []),
          ])
        }
      />
      {dialog}
      {timed && <SchedulesDialog ofKind="etl_task" definition={timed} onClose={() => setTimed(undefined)} />}
    </>
  );
}
