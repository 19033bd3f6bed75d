import { DeleteOutlined, PlusOutlined, SafetyOutlined } from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { DragArea, SortableList } from '@formwork/ui/drag/drag.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { textIn } from '@formwork/contract/text.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { DelegatesDrawer } from '../delegates/DelegatesDrawer.tsx';
import { arrangementOf, dropped, systemsList, type Arrangement } from './arrangement.ts';
import { RemovedApps } from './RemovedApps.tsx';
import { SystemCard } from './SystemCard.tsx';
import { SystemDialog } from './SystemDialog.tsx';
import './systems.css';

/** The systems that group applications: names, icons, people who answer for them, and the order of both; for those who look after some these alone. */
export default function SystemsPage() {
  const t = useT();
  const elements = useElements('systemManage');
  const all = useCan()('forms.system.edit');
  const query = all ? {} : ({ administering: 'applications' } as const);
  const apps = useQuery(q(formsApi.listApps, { query }));
  const systems = useQuery(q(formsApi.listSystems, { query }));
  const [delegating, setDelegating] = useQueryText('delegates');
  const [creating, setCreating] = useState(false);
  const [bin, setBin] = useState(false);
  const error = apps.error ?? systems.error;
  return (
    <Page
      title={t('systems.title')}
      actions={
        <>
          {!all && (
            <Button icon={<DeleteOutlined />} onClick={() => setBin(true)}>
              {t('systems.bin')}
            </Button>
          )}
          {elements.shows('tools', 'delegates') && (
            <Button icon={<SafetyOutlined />} onClick={() => setDelegating('all')}>
              {elements.title('tools', 'delegates', t('organization.delegates.title'))}
            </Button>
          )}
          {all && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
              {t('systems.create')}
            </Button>
          )}
        </>
      }
    >
      {apps.data && systems.data ? (
        <Systems all={all} apps={apps.data.apps} systems={systems.data.systems} onDelegate={setDelegating} />
      ) : error ? (
        <ErrorState
          hint={errorText(error, t)}
          requestId={isApiError(error) ? error.requestId : undefined}
          onRetry={() => {
            void apps.refetch();
            void systems.refetch();
          }}
        />
      ) : (
        <SkeletonRows />
      )}
      {bin && <RemovedApps onClose={() => setBin(false)} />}
      {creating && <SystemDialog onClose={() => setCreating(false)} />}
      {delegating !== undefined && (
        <DelegatesDrawer
          care={{ kind: 'system', id: delegating === 'all' ? undefined : delegating }}
          onClose={() => setDelegating(undefined)}
        />
      )}
    </Page>
  );
}

function Systems({
  all,
  apps,
  systems,
  onDelegate,
}: {
  all: boolean;
  apps: App[];
  systems: System[];
  onDelegate: (systemId: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const elements = useElements('systemManage');
  // shown while the server is being told, so that nothing jumps back
  const [moved, setMoved] = useState<Arrangement>();
  const arrange = useCommand(formsApi.arrangeSystems, { refresh: [formsApi.listSystems, formsApi.listApps] });
  const arrangement = moved ?? arrangementOf(apps, systems);
  const save = (next: Arrangement | undefined) => {
    if (!next) return;
    setMoved(next);
    void arrange.run({ body: next }).finally(() => setMoved((now) => (now === next ? undefined : now)));
  };
  const appById = new Map(apps.map((app) => [app.id, app]));
  const own = (ids: readonly string[]) => ids.flatMap((id) => appById.get(id) ?? []);
  const systemById = new Map(systems.map((system) => [system.id, system]));
  const shown = arrangement.systems.flatMap(({ id, apps: ids }) => {
    const system = systemById.get(id);
    return system ? [{ system, apps: own(ids) }] : [];
  });
  const shared = { all, arrangement, systems, onArrange: save, onDelegate };
  return (
    <div className="systems">
      {elements.shows('parts', 'hint') && (
        <p className="systems-hint">{t(all ? 'systems.hint' : 'systems.hint_in_care')}</p>
      )}
      {systems.length === 0 && <EmptyState small title={t('systems.none')} hint={t('systems.none_hint')} />}
      <DragArea onDrop={(drop) => save(dropped(arrangement, drop))}>
        <SortableList
          list={systemsList}
          className="systems-list"
          items={shown}
          itemId={({ system }) => system.id}
          itemTitle={({ system }) => textIn(system.title, locale)}
          render={(group) => <SystemCard {...shared} {...group} />}
        />
        {all && <SystemCard {...shared} system={undefined} apps={own(arrangement.loose)} />}
      </DragArea>
    </div>
  );
}
