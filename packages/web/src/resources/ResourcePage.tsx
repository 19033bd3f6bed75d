import { PlusOutlined } from '@ant-design/icons';
import { definitionStates, type Definition } from '@formwork/contract/definitions/api.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { Page, type PageProps } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { showsAll } from '../elements/elements.ts';
import { useT } from '../i18n/i18n.ts';
import type { Columns } from '../list/columns-of.tsx';
import { ListPane } from '../list/ListPane.tsx';
import { useList } from '../list/use-list.ts';
import { useQueryText, useRouter } from '../router/page-context.ts';
import { withStars } from './star-column.tsx';
import { FolderTree } from './FolderTree.tsx';
import { NewDialog } from './NameDialog.tsx';
import './resources.css';
import type { Resource } from './resource.ts';
import { resourceColumns } from './resource-columns.tsx';
import { useResourceActions } from './use-resource-actions.tsx';

export type ResourcePart = 'folders' | 'search' | 'state' | 'tag';

/**
 * All definitions of a kind that one may see: folders beside a list with search, tags and state; what one may do with each
 * follows from the levels one has. A row leads to the editor.
 */
export function ResourcePage({
  of,
  actions,
  columns = resourceColumns,
  rowActions,
  shows = showsAll,
  ...tabs
}: {
  of: Resource;
  actions?: ReactNode;
  /** In place of the usual ones. */
  columns?: Columns<Definition>;
  /** In front of the usual ones. */
  rowActions?: (definition: Definition) => MenuAction[];
  /** Where an administrator hides some of what stands around the list. */
  shows?: (part: ResourcePart) => boolean;
} & Pick<PageProps, 'tabs' | 'tab' | 'onTab'>) {
  const t = useT();
  const router = useRouter();
  const [folder] = useQueryText('folder');
  const [adding, setAdding] = useState(false);
  const { first, rows } = useList(of.list);
  const { actionsOf, dialogs } = useResourceActions(of);
  const add = first?.mayCreate && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t(of.add)}
    </Button>
  );
  const shownColumns = useMemo(() => (of.favourites ? withStars(columns) : columns), [of.favourites, columns]);
  const tags = [...new Set(rows.flatMap((row) => row.tags))].toSorted();
  const usualFilters = [
    {
      name: 'state' as const,
      label: t('resources.column.state'),
      options: [...definitionStates, 'off' as const].map((value) => ({ value, label: t(`resources.filter.${value}`) })),
    },
    { name: 'tag' as const, label: t('resources.tags'), options: tags.map((tag) => ({ value: tag, label: tag })) },
  ].filter(({ name }) => shows(name));
  const list = (
    <ListPane
      list={of.list}
      columns={shownColumns}
      label={t(of.title)}
      {...(shows('search') && { search: t('resources.search') })}
      filters={[
        ...(of.favourites
          ? [
              {
                name: 'favourite',
                label: t('resources.favourite'),
                options: [{ value: 'true', label: t('resources.favourites_mine') }],
              },
            ]
          : []),
        ...usualFilters,
      ]}
      rowHref={({ id, archivedAt, released, enabled }) =>
        archivedAt !== null ? undefined : of.viewOf && released !== null && enabled ? of.viewOf(id) : of.hrefOf(id)
      }
      rowActions={(definition) => [
        ...(rowActions && definition.archivedAt === null ? rowActions(definition) : []),
        ...actionsOf(definition),
      ]}
      empty={{ title: t(of.none), hint: t(of.noneHint), action: add }}
    />
  );
  return (
    <Page
      {...tabs}
      fill
      flush
      title={t(of.title)}
      actions={
        <>
          {actions}
          {add}
        </>
      }
    >
      {shows('folders') ? (
        <SplitView remember={`resources.${of.area}`} width={240} side={<FolderTree area={of.area} />}>
          {list}
        </SplitView>
      ) : (
        list
      )}
      {adding && (
        <NewDialog
          of={of}
          folder={folder === undefined || folder === 'top' ? null : folder}
          onClose={() => setAdding(false)}
          onMade={({ id }) => void router.go(of.hrefOf(id))}
        />
      )}
      {dialogs}
    </Page>
  );
}
