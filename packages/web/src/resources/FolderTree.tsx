import { definitionsApi, type DefinitionFolder } from '@formwork/contract/definitions/api.ts';
import { includesLevel } from '@formwork/contract/definitions/level.ts';
import { DeleteOutlined, FolderOutlined, InboxOutlined, PlusOutlined } from '@ant-design/icons';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { VirtualTree } from '@formwork/ui/list/virtual-tree.tsx';
import { App } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Unread } from '../http/Unread.tsx';
import { useCommand } from '../http/use-command.ts';
import { useT } from '../i18n/i18n.ts';
import { useQueryText, useSetQuery } from '../router/page-context.ts';
import { FolderAccess } from './AccessDialog.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { folderLines, useFolders } from './use-folders.ts';

type Asked =
  | { what: 'new'; parent: string | null }
  | { what: 'name'; folder: DefinitionFolder }
  | { what: 'rights'; folder: DefinitionFolder }
  | 'top';

/** The folders of an area beside a list: what is chosen stands in the address. */
export function FolderTree({ area }: { area: string }) {
  const t = useT();
  const { modal } = App.useApp();
  const setQuery = useSetQuery();
  const [chosen] = useQueryText('folder');
  const [state] = useQueryText('state');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>();
  const { reading, folders, can } = useFolders(area);
  const lines = useMemo(() => folderLines(folders, closed), [folders, closed]);
  const remove = useCommand(definitionsApi.removeFolder, { refresh: [definitionsApi.folders] });
  const isBin = state === 'archived';
  const choose = (folder: string | undefined) => setQuery({ folder, state: isBin ? undefined : state });
  const menuOf = (folder: DefinitionFolder): MenuEntry[] => [
    ...(folder.can.includes('edit')
      ? [{ id: 'new', title: t('resources.folder_new'), onSelect: () => setAsked({ what: 'new', parent: folder.id }) }]
      : []),
    ...(folder.can.includes('own')
      ? [
          { id: 'name', title: t('resources.folder_name'), onSelect: () => setAsked({ what: 'name', folder }) },
          { id: 'rights', title: t('resources.rights'), onSelect: () => setAsked({ what: 'rights', folder }) },
          {
            id: 'remove',
            title: t('ui.action.remove'),
            danger: true,
            onSelect: () =>
              void modal.confirm({
                title: t('resources.folder_remove', { name: folder.name }),
                okText: t('ui.action.remove'),
                okButtonProps: { danger: true },
                onOk: async () => {
                  const gone = await remove.run({ params: { area, folderId: folder.id } });
                  if (gone !== undefined && chosen === folder.id) choose(undefined);
                },
              }),
          },
        ]
      : []),
  ];
  const top = can.at(-1) ?? null;
  const topMenu: MenuEntry[] = [
    ...(includesLevel(top, 'edit')
      ? [
          {
            id: 'new',
            title: t('resources.folder_new'),
            icon: <PlusOutlined />,
            onSelect: () => setAsked({ what: 'new', parent: null }),
          },
        ]
      : []),
    ...(includesLevel(top, 'own')
      ? [{ id: 'rights', title: t('resources.rights_of_all'), onSelect: () => setAsked('top') }]
      : []),
  ];
  return (
    <nav className="resource-folders" aria-label={t('resources.folders')}>
      <header>
        <h2>{t('resources.folders')}</h2>
        {topMenu.length > 0 && <MenuButton label={t('ui.action.more')} items={topMenu} align="end" />}
      </header>
      <Place icon={<InboxOutlined />} on={!isBin && chosen === undefined} onChoose={() => choose(undefined)}>
        {t('resources.all')}
      </Place>
      <Place icon={<FolderOutlined />} on={!isBin && chosen === 'top'} onChoose={() => choose('top')}>
        {t('resources.no_folder')}
      </Place>
      {!reading.data ? (
        <Unread of={[reading]} small skeleton={<SkeletonRows rows={4} columns={1} height={32} />} />
      ) : (
        <VirtualTree<DefinitionFolder>
          label={t('resources.folders')}
          lines={lines}
          chosen={isBin ? undefined : chosen}
          reveal={chosen}
          onChoose={choose}
          onToggle={(id) => setClosed((now) => toggled(now, id))}
          render={(folder) => {
            const menu = menuOf(folder);
            return (
              <span className="resource-folder">
                <FolderOutlined />
                <span>{folder.name}</span>
                {menu.length > 0 && (
                  <MenuButton label={t('resources.folder_menu', { name: folder.name })} items={menu} align="end" />
                )}
              </span>
            );
          }}
        />
      )}
      <Place icon={<DeleteOutlined />} on={isBin} onChoose={() => setQuery({ folder: undefined, state: 'archived' })}>
        {t('resources.bin')}
      </Place>
      {asked === 'top' && <FolderAccess area={area} folderId="top" onClose={() => setAsked(undefined)} />}
      {typeof asked === 'object' && asked.what === 'rights' && (
        <FolderAccess area={area} folderId={asked.folder.id} onClose={() => setAsked(undefined)} />
      )}
      {typeof asked === 'object' && asked.what !== 'rights' && (
        <FolderDialog
          area={area}
          {...(asked.what === 'name' ? { folder: asked.folder } : { parent: asked.parent })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </nav>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Place({
  icon,
  on,
  onChoose,
  children,
}: {
  icon: ReactNode;
  on: boolean;
  onChoose: () => void;
  children: string;
}) {
  return (
    <button type="button" className="resource-place" aria-current={on ? 'true' : undefined} onClick={onChoose}>
      {icon}
      {children}
    </button>
  );
}
