import { PlusOutlined, UndoOutlined } from '@ant-design/icons';
import {
  kindIcons,
  mostTabs,
  navigationApi,
  targetKinds,
  type EntryPlace,
  type NavEntry,
  type Target,
  type Terminal,
} from '@formwork/contract/console/navigation.ts';
import { DragArea } from '@formwork/ui/drag/drag.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { EntryList } from './EntryList.tsx';
import { MenuPreview } from './MenuPreview.tsx';
import './navigation.css';
import { dropped, menuList, tabList } from './places.ts';

interface Props {
  terminal: Terminal;
  title: string;
  hint: string;
  onAdd: (kind: Target['kind'], place: EntryPlace) => void;
  onEdit: (entry: NavEntry) => void;
  /** The one setting that is this terminal's own. */
  setting: ReactNode;
  shows: (part: 'reset' | 'preview') => boolean;
}

/** The entries of a menu, which one drags or moves by their menus, and beside them how somebody sees it. */
export function NavigationFrame({ terminal, title, hint, onAdd, onEdit, setting, shows }: Props) {
  const t = useT();
  const { modal } = App.useApp();
  const params = { terminal };
  const refresh = [navigationApi.listEntries, navigationApi.previewMenu];
  const reading = useQuery(q(navigationApi.listEntries, { params }));
  // shown while the server is being told, so that nothing jumps back
  const [arranged, setArranged] = useState<NavEntry[]>();
  const start = useCommand(navigationApi.startNavigation, { refresh });
  const reset = useCommand(navigationApi.resetNavigation, { refresh });
  const arrange = useCommand(navigationApi.arrangeEntries, { refresh });
  const entries = arranged ?? reading.data ?? [];
  const save = (next: NavEntry[] | undefined) => {
    if (!next) return;
    setArranged(next);
    void arrange
      .run({ params, body: { places: next.map(({ id, parentId, tab }) => ({ id, parentId, tab })) } })
      .finally(() => setArranged((now) => (now === next ? undefined : now)));
  };
  const add = (kinds: readonly Target['kind'][], place: EntryPlace, label: string) => (
    <MenuButton
      className="navigation-add"
      align="end"
      label={label}
      items={kinds.map((kind) => ({
        id: kind,
        title: t(`navigation.add_${kind}`),
        icon: navIcon(kindIcons[kind]),
        onSelect: () => onAdd(kind, place),
      }))}
    >
      <PlusOutlined /> {label}
    </MenuButton>
  );
  const shared = { entries, onArrange: save, onEdit, onAdd };
  const tabs = entries.filter(({ tab }) => tab).length;
  const body = reading.isPending ? (
    <SkeletonRows columns={1} />
  ) : reading.isError ? (
    <ErrorState
      hint={errorText(reading.error, t)}
      requestId={isApiError(reading.error) ? reading.error.requestId : undefined}
      onRetry={() => void reading.refetch()}
    />
  ) : (
    <DragArea onDrop={(drop) => save(dropped(entries, drop))}>
      {terminal === 'phone' && (
        <section className="navigation-part" aria-label={t('navigation.tabs')}>
          <header>
            <h2>{t('navigation.tabs')}</h2>
            <span className="navigation-quiet">
              {tabs} / {mostTabs}
            </span>
            {tabs < mostTabs && add(['page', 'app', 'link'], { parentId: null, tab: true }, t('navigation.add_tab'))}
          </header>
          <EntryList {...shared} list={tabList} />
        </section>
      )}
      <section className="navigation-part" aria-label={t('navigation.entries')}>
        <header>
          <h2>{t('navigation.entries')}</h2>
          {add(targetKinds, { parentId: null, tab: false }, t('navigation.add'))}
        </header>
        {entries.length === 0 && (
          <EmptyState
            small
            title={t('navigation.none')}
            hint={t('navigation.none_hint')}
            action={
              <Button type="primary" loading={start.pending} onClick={() => void start.run({ params })}>
                {t('navigation.start')}
              </Button>
            }
          />
        )}
        {entries.length > 0 && <EntryList {...shared} list={menuList} />}
      </section>
    </DragArea>
  );
  return (
    <Page
      title={title}
      actions={
        <>
          {(terminal === 'phone' || entries.length > 0) && setting}
          {entries.length > 0 && shows('reset') && (
            <Button
              icon={<UndoOutlined />}
              onClick={() =>
                void modal.confirm({
                  title: t('navigation.reset_title'),
                  content: t('navigation.reset_hint'),
                  okText: t('navigation.reset'),
                  okButtonProps: { danger: true },
                  onOk: () => reset.run({ params }),
                })
              }
            >
              {t('navigation.reset')}
            </Button>
          )}
        </>
      }
    >
      <p className="navigation-quiet navigation-hint">{hint}</p>
      <div className="navigation">
        <div className="navigation-lists">{body}</div>
        {entries.length > 0 && shows('preview') && <MenuPreview terminal={terminal} />}
      </div>
    </Page>
  );
}
