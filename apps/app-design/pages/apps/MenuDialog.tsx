import { DeleteOutlined, FolderAddOutlined, LinkOutlined } from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { hasOwnName, type AppMenu } from '@formwork/contract/forms/app-menu.ts';
import { navOf, routes, type Route } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DragArea, SortableList } from '@formwork/ui/drag/drag.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { dropped, entryOf, menuDraft, newGroup, withEntry, withoutGroup } from './menu-draft.ts';
import { MadeTargets } from './MadeTargets.tsx';
import { MenuLine, usualName } from './MenuLine.tsx';
import './menu.css';

/** The side navigation of an application: groups, order, names, who sees what. */
export function MenuDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [menu, setMenu] = useState(() => menuDraft(app));
  const save = useCommand(formsApi.updateApp, { refresh: [formsApi.listApps], onDone: onClose });
  const write = (next: AppMenu | null) => save.run({ params: { appId: app.id }, body: { menu: next } });
  const nameless = menu
    .flatMap(({ entries }) => entries)
    .some(
      ({ target, title }) =>
        (!hasOwnName(target) && !title?.zh.trim()) || (target.kind === 'link' && !isAddress(target.url)),
    );
  const add = (entry: ReturnType<typeof entryOf>) =>
    setMenu(
      menu.map((group, at) => (at === menu.length - 1 ? { ...group, entries: [...group.entries, entry] } : group)),
    );
  return (
    <Modal
      open
      width={760}
      title={t('design.menu.title', { title: textIn(app.title, locale) })}
      onCancel={onClose}
      destroyOnHidden
      footer={[
        <Button key="usual" disabled={app.menu === null || save.pending} onClick={() => void write(null)}>
          {t('design.menu.usual')}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {t('ui.action.cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={save.pending}
          disabled={nameless}
          onClick={() =>
            void write(menu.map((group) => ({ ...group, title: group.title?.zh.trim() ? group.title : null })))
          }
        >
          {t('design.action.save')}
        </Button>,
      ]}
    >
      <p className="menu-hint">{t('design.menu.hint')}</p>
      <DragArea onDrop={(drop) => setMenu(dropped(menu, drop))}>
        {menu.map((group, at) => (
          <section key={group.id} className="menu-group">
            <header>
              <Input
                variant="borderless"
                maxLength={60}
                aria-label={t('design.menu.group')}
                placeholder={t('design.menu.group_none')}
                value={group.title?.zh ?? ''}
                onChange={({ target: { value } }) =>
                  setMenu(
                    menu.map((each) => (each === group ? { ...group, title: { ...group.title, zh: value } } : each)),
                  )
                }
              />
              <Input
                variant="borderless"
                maxLength={60}
                aria-label={t('design.menu.group_en')}
                placeholder={t('design.menu.group_en')}
                value={group.title?.en ?? ''}
                onChange={({ target: { value } }) =>
                  setMenu(
                    menu.map((each) =>
                      each === group
                        ? { ...group, title: { zh: group.title?.zh ?? '', ...(value && { en: value }) } }
                        : each,
                    ),
                  )
                }
              />
              {menu.length > 1 && (
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('design.menu.remove_group', { number: at + 1 })}
                  title={t('design.menu.remove_group', { number: at + 1 })}
                  onClick={() => setMenu(withoutGroup(menu, group.id))}
                >
                  <DeleteOutlined />
                </button>
              )}
            </header>
            <SortableList
              list={group.id}
              className="menu-list"
              items={group.entries}
              itemId={({ id }) => id}
              itemTitle={(entry) => usualName(entry, app, locale)}
              empty={<p className="menu-hint">{t('design.menu.drag_here')}</p>}
              render={(entry) => (
                <MenuLine app={app} entry={entry} onChange={(next) => setMenu(withEntry(menu, entry.id, () => next))} />
              )}
            />
          </section>
        ))}
      </DragArea>
      <div className="menu-add">
        <Button icon={<FolderAddOutlined />} onClick={() => setMenu([...menu, newGroup()])}>
          {t('design.menu.add_group')}
        </Button>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          className="menu-page"
          aria-label={t('design.menu.add_page')}
          placeholder={t('design.menu.add_page')}
          value={null}
          options={pages().map((route) => ({ value: route.id, label: textIn(route.title, locale) }))}
          onChange={(page: string | null) => page !== null && add(entryOf({ kind: 'page', page }))}
        />
        <MadeTargets app={app} onAdd={(target, title) => add({ ...entryOf(target), title })} />
        <Button
          icon={<LinkOutlined />}
          onClick={() => add({ ...entryOf({ kind: 'link', url: '' }), title: { zh: '' } })}
        >
          {t('design.menu.add_link')}
        </Button>
      </div>
    </Modal>
  );
}

/** Of ours, or of the web; the server asks for the same. */
function isAddress(url: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(url) || /^\/(?![/\\])\S*$/.test(url);
}

/** What people work with, whole without a record. */
function pages(): Route[] {
  return (routes as readonly Route[]).filter((route) => {
    const place = navOf(route);
    return place?.area === 'workspace' && place.side && route.id !== 'home';
  });
}
