import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  EyeInvisibleOutlined,
  HolderOutlined,
  PlusOutlined,
  TeamOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import {
  navigationApi,
  targetKinds,
  type EntryPlace,
  type NavEntry,
  type Target,
} from '@formwork/contract/console/navigation.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { App } from 'antd';
import { groupList, listOf, menuList, moved, stepped } from './places.ts';

interface Props {
  list: string;
  entries: NavEntry[];
  onArrange: (next: NavEntry[] | undefined) => void;
  onEdit: (entry: NavEntry) => void;
  onAdd: (kind: Target['kind'], place: EntryPlace) => void;
}

/** One list of entries: the menu, the tabs, or what is in a group. */
export function EntryList({ list, ...shared }: Props) {
  const t = useT();
  const locale = useLocale();
  const own = shared.entries.filter((entry) => listOf(entry) === list);
  return (
    <SortableList
      list={list}
      className="entry-list"
      items={own}
      itemId={({ id }) => id}
      itemTitle={(entry) => nameOf(entry, locale) || t('navigation.gone')}
      empty={<p className="navigation-quiet">{t('navigation.drag_here')}</p>}
      render={(entry) => (
        <>
          <EntryLine {...shared} entry={entry} />
          {entry.target.kind === 'group' && <EntryList {...shared} list={groupList(entry.id)} />}
        </>
      )}
    />
  );
}

function EntryLine({ entry, entries, onArrange, onEdit, onAdd }: Omit<Props, 'list'> & { entry: NavEntry }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const remove = useCommand(navigationApi.deleteEntry, {
    refresh: [navigationApi.listEntries, navigationApi.previewMenu],
  });
  const { kind } = entry.target;
  const name = nameOf(entry, locale) || t('navigation.gone');
  const limited = entry.roles.length + entry.roleGroups.length;
  const groups = entries.filter((one) => one.target.kind === 'group' && one.id !== entry.parentId);
  const into = (target: string, title: string): MenuEntry => ({
    id: target,
    title,
    onSelect: () => onArrange(moved(entries, entry.id, target, Number.MAX_SAFE_INTEGER)),
  });
  const places =
    entry.tab || kind === 'group'
      ? []
      : [
          ...(entry.parentId === null ? [] : [into(menuList, t('navigation.to_top'))]),
          ...groups.map((group) => into(groupList(group.id), nameOf(group, locale))),
        ];
  const [up, down] = [stepped(entries, entry, -1), stepped(entries, entry, 1)];
  const items: MenuEntry[] = [
    { id: 'edit', title: t('navigation.edit'), icon: <EditOutlined />, onSelect: () => onEdit(entry) },
    { id: 'up', title: t('navigation.up'), icon: <ArrowUpOutlined />, disabled: !up, onSelect: () => onArrange(up) },
    {
      id: 'down',
      title: t('navigation.down'),
      icon: <ArrowDownOutlined />,
      disabled: !down,
      onSelect: () => onArrange(down),
    },
    ...(kind === 'group'
      ? targetKinds
          .filter((one) => one !== 'group')
          .map((one): MenuEntry => ({
            id: `add ${one}`,
            title: t(`navigation.add_${one}`),
            icon: <PlusOutlined />,
            onSelect: () => onAdd(one, { parentId: entry.id, tab: false }),
          }))
      : []),
    ...(places.length > 0 ? [{ heading: t('navigation.move') }, ...places] : []),
    'line',
    {
      id: 'delete',
      title: t('ui.action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        void modal.confirm({
          title: t('navigation.delete_title', { name }),
          content: kind === 'group' ? t('navigation.delete_group_hint') : undefined,
          okText: t('ui.action.delete'),
          okButtonProps: { danger: true },
          onOk: () => remove.run({ params: { entryId: entry.id } }),
        }),
    },
  ];
  return (
    <div className="entry-line" data-hidden={entry.hidden || undefined}>
      <DragHandle title={name}>
        <HolderOutlined />
      </DragHandle>
      <span className="entry-icon">{navIcon(entry.icon ?? entry.usualIcon)}</span>
      <button type="button" className="entry-open" title={name} onClick={() => onEdit(entry)}>
        {name}
      </button>
      {entry.name === null && kind !== 'group' && (
        <StateTag tone="warning" icon={<WarningOutlined />}>
          {t('navigation.gone')}
        </StateTag>
      )}
      {entry.hidden && <StateTag icon={<EyeInvisibleOutlined />}>{t('navigation.hidden')}</StateTag>}
      {limited > 0 && (
        <StateTag tone="info" icon={<TeamOutlined />}>
          {t('navigation.limited', { count: limited })}
        </StateTag>
      )}
      <span className="navigation-quiet">{t(`navigation.kind.${kind}`)}</span>
      <MenuButton align="end" label={t('navigation.more', { name })} items={() => items} />
    </div>
  );
}

function nameOf({ title, name }: NavEntry, locale: string): string {
  return textIn(title ?? name ?? undefined, locale);
}
