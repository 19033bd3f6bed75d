import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  HolderOutlined,
  PlusOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { App as AntApp, Button } from 'antd';
import { useState } from 'react';
import { appMoved, appsList, systemMoved, type Arrangement } from './arrangement.ts';
import { AppDialog } from './AppDialog.tsx';
import { SystemDialog } from './SystemDialog.tsx';

interface Props {
  /** False for whoever looks after these systems: they themselves, and applications of none, are not theirs. */
  all: boolean;
  /** Undefined for the applications of no system. */
  system: System | undefined;
  apps: App[];
  systems: System[];
  arrangement: Arrangement;
  onArrange: (next: Arrangement) => void;
  onDelegate: (systemId: string) => void;
}

/** A system with its applications; both can be dragged, and moved by their menus. */
export function SystemCard({ all, system, apps, systems, arrangement, onArrange, onDelegate }: Props) {
  const t = useT();
  const locale = useLocale();
  const { modal } = AntApp.useApp();
  const [editing, setEditing] = useState(false);
  const [creating, setCreating] = useState(false);
  const remove = useCommand(formsApi.deleteSystem, { refresh: [formsApi.listSystems, formsApi.listApps] });
  const title = system ? textIn(system.title, locale) : t('shell.apps.no_system');
  const at = arrangement.systems.findIndex(({ id }) => id === system?.id);
  const delegates = (one: System): MenuEntry => ({
    id: 'delegates',
    title: t('organization.delegates.of_department'),
    icon: <SafetyOutlined />,
    onSelect: () => onDelegate(one.id),
  });
  const items = (one: System): MenuEntry[] => [
    { id: 'edit', title: t('systems.edit'), icon: <EditOutlined />, onSelect: () => setEditing(true) },
    {
      id: 'up',
      title: t('systems.up'),
      icon: <ArrowUpOutlined />,
      disabled: at === 0,
      onSelect: () => onArrange(systemMoved(arrangement, one.id, at - 1)),
    },
    {
      id: 'down',
      title: t('systems.down'),
      icon: <ArrowDownOutlined />,
      disabled: at === arrangement.systems.length - 1,
      onSelect: () => onArrange(systemMoved(arrangement, one.id, at + 1)),
    },
    delegates(one),
    {
      id: 'delete',
      title: t('ui.action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        void modal.confirm({
          title: t('systems.delete_title', { title }),
          content: t('systems.delete_hint'),
          okText: t('ui.action.delete'),
          okButtonProps: { danger: true },
          onOk: () => remove.run({ params: { systemId: one.id } }),
        }),
    },
  ];
  return (
    <section className="system-card" aria-label={title}>
      <header>
        {system && all && (
          <DragHandle title={title}>
            <HolderOutlined />
          </DragHandle>
        )}
        <span className="system-icon">{navIcon(system?.icon ?? (system ? 'systems' : 'apps'))}</span>
        <h2>{title}</h2>
        {system && locale === 'zh-CN' && system.title.en && <span className="systems-hint">{system.title.en}</span>}
        {system && system.administrators.length > 0 && (
          <span className="systems-hint">
            {t('systems.asked', {
              names: system.administrators.map(({ name }) => name).join(locale === 'zh-CN' ? '、' : ', '),
            })}
          </span>
        )}
        <span className="system-more">
          <Button type="text" size="small" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('systems.app_create')}
          </Button>
          {system && (
            <MenuButton
              align="end"
              label={t('systems.more', { title })}
              items={() => (all ? items(system) : [delegates(system)])}
            />
          )}
        </span>
      </header>
      <SortableList
        list={appsList(system?.id ?? null)}
        className="system-apps"
        layout="grid"
        items={apps}
        itemId={({ id }) => id}
        itemTitle={(app) => textIn(app.title, locale)}
        empty={<p className="systems-hint">{t(system ? 'systems.empty' : 'systems.all_placed')}</p>}
        render={(app) => (
          <AppLine
            all={all}
            app={app}
            systemId={system?.id ?? null}
            systems={systems}
            arrangement={arrangement}
            onArrange={onArrange}
          />
        )}
      />
      {editing && system && <SystemDialog system={system} onClose={() => setEditing(false)} />}
      {creating && <AppDialog systemId={system?.id ?? null} onClose={() => setCreating(false)} />}
    </section>
  );
}

function AppLine({
  all,
  app,
  systemId,
  systems,
  arrangement,
  onArrange,
}: { app: App; systemId: string | null } & Pick<Props, 'all' | 'systems' | 'arrangement' | 'onArrange'>) {
  const t = useT();
  const locale = useLocale();
  const title = textIn(app.title, locale);
  const { modal } = AntApp.useApp();
  const [editing, setEditing] = useState(false);
  const remove = useCommand(formsApi.removeApp, { refresh: [formsApi.listApps, formsApi.listBin] });
  const appsOf = (id: string | null) =>
    id === null ? arrangement.loose : (arrangement.systems.find((one) => one.id === id)?.apps ?? []);
  const at = appsOf(systemId).indexOf(app.id);
  const deletion: MenuEntry = {
    id: 'delete',
    title: t('ui.action.delete'),
    icon: <DeleteOutlined />,
    danger: true,
    onSelect: () =>
      void modal.confirm({
        title: t('systems.app_delete_title', { title }),
        content: t('systems.app_delete_hint'),
        okText: t('ui.action.delete'),
        okButtonProps: { danger: true },
        onOk: () => remove.run({ params: { appId: app.id } }),
      }),
  };
  const into = (id: string | null): MenuEntry => ({
    id: `into ${id ?? ''}`,
    title: id === null ? t('shell.apps.no_system') : textIn(systems.find((one) => one.id === id)?.title, locale),
    checked: id === systemId,
    onSelect: () => id !== systemId && onArrange(appMoved(arrangement, app.id, id, appsOf(id).length)),
  });
  return (
    <div className="system-app">
      <DragHandle title={title}>
        <HolderOutlined />
      </DragHandle>
      <span className="system-icon">{navIcon(app.icon ?? 'apps')}</span>
      <span className="system-app-name" title={title}>
        {title}
      </span>
      <MenuButton
        align="end"
        label={t('systems.more', { title })}
        items={() => [
          { id: 'edit', title: t('systems.app_edit'), icon: <EditOutlined />, onSelect: () => setEditing(true) },
          {
            id: 'up',
            title: t('systems.forward'),
            icon: <ArrowUpOutlined />,
            disabled: at === 0,
            onSelect: () => onArrange(appMoved(arrangement, app.id, systemId, at - 1)),
          },
          {
            id: 'down',
            title: t('systems.backward'),
            icon: <ArrowDownOutlined />,
            disabled: at === appsOf(systemId).length - 1,
            onSelect: () => onArrange(appMoved(arrangement, app.id, systemId, at + 1)),
          },
          { heading: t('systems.belongs') },
          ...arrangement.systems.map(({ id }) => into(id)),
          ...(all ? [into(null)] : []),
          // administrators delete where they design: there they see what uses it
          ...(all ? [] : [deletion]),
        ]}
      />
      {editing && <AppDialog app={app} onClose={() => setEditing(false)} />}
    </div>
  );
}
