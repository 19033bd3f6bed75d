import { DeleteOutlined, EditOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { Region } from '@formwork/contract/basedata/regions.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { VirtualTree } from '@formwork/ui/list/virtual-tree.tsx';
import { treePage } from '@formwork/web/departments/tree-lines.ts';
import { useTreePages } from '@formwork/web/departments/use-tree-pages.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { RegionDialog } from './RegionDialog.tsx';
import { RegionImport } from './RegionImport.tsx';

type Dialog = { kind: 'import' } | { kind: 'region'; region?: Region; parent: Region | undefined };
const refresh = [basedataApi.listRegions, basedataApi.findRegions];

/** Regions as a tree that reads what is opened: a country has hundreds of thousands. */
export function Regions() {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [chosen, setChosen] = useState<string>();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const [dialog, setDialog] = useState<Dialog>();
  const { lines, toggle, onShown, open, first } = useTreePages<Region>(({ parent, page }) => {
    const input = { query: { ...(parent === null ? {} : { parent }), offset: page * treePage, limit: treePage } };
    return { queryKey: keyOf(basedataApi.listRegions, input), queryFn: () => call(basedataApi.listRegions, input) };
  });
  const remove = useCommand(basedataApi.deleteRegion, { refresh });
  const clear = useCommand(basedataApi.clearRegions, { refresh });
  const asked = (title: string, content: string, onOk: () => Promise<unknown>) =>
    void modal.confirm({ title, content, okText: t('ui.action.delete'), okButtonProps: { danger: true }, onOk });
  const menuOf = (region: Region): MenuEntry[] => [
    {
      id: 'edit',
      title: t('basedata.edit'),
      icon: <EditOutlined />,
      onSelect: () => setDialog({ kind: 'region', region, parent: undefined }),
    },
    {
      id: 'below',
      title: t('basedata.region.add_below'),
      icon: <PlusOutlined />,
      onSelect: () => setDialog({ kind: 'region', parent: region }),
    },
    {
      id: 'delete',
      title: t('ui.action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        asked(t('basedata.delete_title', { name: region.name }), t('basedata.region.delete_hint'), () =>
          remove.run({ params: { regionCode: region.id } }),
        ),
    },
  ];
  const importButton = (
    <Button type="primary" icon={<ImportOutlined />} onClick={() => setDialog({ kind: 'import' })}>
      {t('basedata.import')}
    </Button>
  );
  return (
    <div className="base-detail">
      <header className="base-head">
        <SearchInput
          label={t('basedata.region.search')}
          className="base-search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="base-gap" />
        <Button icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'region', parent: undefined })}>
          {t('basedata.region.add')}
        </Button>
        {importButton}
        {lines.length > 0 && (
          <MenuButton
            align="end"
            label={t('ui.action.more')}
            items={[
              {
                id: 'clear',
                title: t('basedata.region.clear'),
                icon: <DeleteOutlined />,
                danger: true,
                onSelect: () =>
                  asked(t('basedata.region.clear_title'), t('basedata.region.clear_hint'), () => clear.run()),
              },
            ]}
          />
        )}
      </header>
      {wanted !== '' ? (
        <Found search={wanted} />
      ) : first.isPending ? (
        <SkeletonRows />
      ) : first.isError ? (
        <ErrorState
          hint={errorText(first.error, t)}
          requestId={isApiError(first.error) ? first.error.requestId : undefined}
          onRetry={() => void first.refetch()}
        />
      ) : lines.length === 0 ? (
        <EmptyState title={t('basedata.region.none')} hint={t('basedata.region.none_hint')} action={importButton} />
      ) : (
        <div className="base-tree">
          <VirtualTree<Region>
            label={t('basedata.tab.regions')}
            lines={lines}
            rowHeight={36}
            chosen={chosen}
            onChoose={setChosen}
            onToggle={toggle}
            onShown={onShown}
            render={(region) => (
              <>
                <span className="base-label" title={region.name}>
                  {locale === 'en' && region.nameEn !== '' ? region.nameEn : region.name}
                </span>
                <code>{region.id}</code>
                {region.children > 0 && <span className="base-quiet">{region.children}</span>}
                <span className="base-gap" />
                <MenuButton
                  align="end"
                  label={t('basedata.more', { name: region.name })}
                  items={() => menuOf(region)}
                />
              </>
            )}
          />
        </div>
      )}
      {dialog?.kind === 'import' && <RegionImport onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'region' && (
        <RegionDialog
          {...(dialog.region ? { region: dialog.region } : {})}
          parent={dialog.parent}
          onClose={() => setDialog(undefined)}
          onDone={() => dialog.parent && open([dialog.parent.id])}
        />
      )}
    </div>
  );
}

function Found({ search }: { search: string }) {
  const t = useT();
  const found = useQuery({ ...q(basedataApi.findRegions, { query: { search } }), placeholderData: keepPreviousData });
  if (found.isPending) return <SkeletonRows rows={4} columns={1} />;
  if (found.isError) return <ErrorState small hint={errorText(found.error, t)} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0) return <p className="base-quiet base-pad">{t('basedata.none_found', { search })}</p>;
  return (
    <ul className="base-found">
      {found.data.map(({ id, name, path }) => (
        <li key={id}>
          <span>{name}</span>
          <code>{id}</code>
          <span className="base-quiet">{path.join(' / ')}</span>
        </li>
      ))}
    </ul>
  );
}
