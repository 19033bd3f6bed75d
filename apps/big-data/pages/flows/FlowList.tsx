import {
  CalendarOutlined,
  ControlOutlined,
  HistoryOutlined,
  PlayCircleOutlined,
  ScheduleOutlined,
} from '@ant-design/icons';
import type { ElementOf } from '@formwork/contract/console/elements.ts';
import type { Definition } from '@formwork/contract/definitions/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { may } from '@formwork/web/resources/resource.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { etlFlows } from '../../etl-resources.ts';
import { lastRunColumns } from '../jobs/last-run.tsx';
import { SchedulesDialog } from '../schedules/SchedulesDialog.tsx';
import { GlobalsDrawer } from './GlobalsDrawer.tsx';
import { BackfillDialog } from './BackfillDialog.tsx';
import { StartDialog } from './StartDialog.tsx';

type RowAction = MenuAction & { id: ElementOf<'etlFlows', 'row'> };
const columns = lastRunColumns('etl.flow');

export function FlowList() {
  const t = useT();
  const router = useRouter();
  const elements = useElements('etlFlows');
  const [asked, setAsked] = useState<{ what: 'run' | 'times' | 'backfill'; flow: Definition }>();
  const [globals, setGlobals] = useState(false);
  const can = useCan();
  const close = () => setAsked(undefined);
  return (
    <>
      <ResourcePage
        of={etlFlows}
        columns={columns}
        actions={
          elements.shows('tools', 'parameters') &&
          can('etl.task.edit') && (
            <Button icon={<ControlOutlined />} onClick={() => setGlobals(true)}>
              {elements.title('tools', 'parameters', t('etltask.globals'))}
            </Button>
          )
        }
        shows={(part) => elements.shows('tools', part)}
        rowActions={(flow) =>
          elements.arranged<'row', RowAction>('row', [
            ...(may(flow, 'use') && flow.released !== null && flow.enabled
              ? [
                  {
                    id: 'run' as const,
                    title: elements.title('row', 'run', t('etltask.run_now')),
                    icon: <PlayCircleOutlined />,
                    onSelect: () => setAsked({ what: 'run', flow }),
                  },
                  {
                    id: 'backfill' as const,
                    title: elements.title('row', 'backfill', t('etltask.backfill')),
                    icon: <CalendarOutlined />,
                    onSelect: () => setAsked({ what: 'backfill', flow }),
                  },
                ]
              : []),
            {
              id: 'jobs' as const,
              title: elements.title('row', 'jobs', t('etltask.its_jobs')),
              icon: <HistoryOutlined />,
              onSelect: () => void router.go(pathTo('etlFlowJobs', {}, { definition: flow.id })),
            },
            ...(may(flow, 'edit')
              ? [
                  {
                    id: 'times' as const,
                    title: elements.title('row', 'times', t('etltask.times')),
                    icon: <ScheduleOutlined />,
                    onSelect: () => setAsked({ what: 'times', flow }),
                  },
                ]
              : []),
          ])
        }
      />
      {globals && <GlobalsDrawer onClose={() => setGlobals(false)} />}
      {asked?.what === 'times' && <SchedulesDialog ofKind="etl_flow" definition={asked.flow} onClose={close} />}
      {asked?.what === 'run' && <StartDialog kind="etl_flow" of={asked.flow} onClose={close} />}
      {asked?.what === 'backfill' && <BackfillDialog flow={asked.flow} onClose={close} />}
    </>
  );
}
