import { PlusOutlined } from '@ant-design/icons';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Category } from '@formwork/contract/assets/asset.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { mayLeave } from '@formwork/ui/feedback/leave-guard.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Tree } from 'antd';
import { useState } from 'react';
import { CategoryForm } from './CategoryForm.tsx';
import { Words } from './Words.tsx';
import './assets.css';

interface Branch {
  key: string;
  title: string;
  children: Branch[];
}

const tabIds = ['tree', 'domain', 'term'] as const;

/** The tree of categories, moved by dragging, each with a rule; and the domains and terms of the glossary. */
export default function CategoriesPage() {
  const t = useT();
  const locale = useLocale();
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('assetCategories');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`assets.category_tab.${id}`));
  const [chosen, setChosen] = useQueryText('id');
  /** Which new category is being typed; 0: none. */
  const [adding, setAdding] = useState(0);
  const categories = useQuery(q(assetsApi.categories));
  const move = useCommand(assetsApi.moveCategory, { refresh: [assetsApi.categories] });
  const all = categories.data ?? [];
  const below = (parent: string | null): Branch[] =>
    all
      .filter((one) => one.parent === parent)
      .map((one) => ({ key: one.id, title: `${textIn(one.name, locale)} (${one.count})`, children: below(one.id) }));
  const open = all.find(({ id }) => id === chosen);
  // all of them, until somebody folds one
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const drop = (dragged: Category, onto: Category, gap: boolean, after: boolean) => {
    const parent = gap ? onto.parent : onto.id;
    const siblings = all.filter((one) => one.parent === parent && one.id !== dragged.id);
    const at = siblings.findIndex(({ id }) => id === onto.id);
    const before = gap ? (siblings[after ? at + 1 : at]?.id ?? null) : null;
    void move.run({ params: { categoryId: dragged.id }, body: { parent, before } });
  };
  return (
    <Page
      title={t('assets.categories')}
      back={pathTo('dataAssets', {})}
      tab={tab}
      onTab={(next) => void mayLeave().then((may) => may && setTab(next === 'tree' ? undefined : next))}
      tabs={tabs}
      actions={
        tab === 'tree' && (
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => void mayLeave().then((may) => may && setAdding((last) => last + 1))}
          >
            {t('assets.category.add')}
          </Button>
        )
      }
    >
      {tab !== 'tree' && <Words key={tab} kind={tab} />}
      {tab === 'tree' && !categories.data && <Unread of={[categories]} skeleton={<SkeletonRows rows={6} />} />}
      {tab === 'tree' && categories.data && (
        <div className="asset-categories">
          <div>
            {all.length === 0 ? (
              <EmptyState title={t('assets.category.none')} hint={t('assets.category.none_hint')} />
            ) : (
              <Tree
                aria-label={t('assets.categories')}
                blockNode
                expandedKeys={all.flatMap(({ id }) => (folded.has(id) ? [] : [id]))}
                onExpand={(_keys, { node, expanded }) => {
                  const next = new Set(folded);
                  if (expanded) next.delete(node.key);
                  else next.add(node.key);
                  setFolded(next);
                }}
                draggable={{ icon: false }}
                treeData={below(null)}
                selectedKeys={chosen === undefined ? [] : [chosen]}
                onSelect={([key]) =>
                  void mayLeave().then((may) => {
                    if (!may) return;
                    setAdding(0);
                    setChosen(key === undefined ? undefined : String(key));
                  })
                }
                onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
                  const [dragged, onto] = [dragNode, node].map(({ key }) => all.find(({ id }) => id === key));
                  const place = Number(node.pos.split('-').at(-1));
                  if (dragged && onto)
                    void mayLeave().then((may) => may && drop(dragged, onto, dropToGap, dropPosition > place));
                }}
              />
            )}
          </div>
          {adding > 0 && (
            <CategoryForm
              key={`new ${adding} ${chosen ?? ''}`}
              category={undefined}
              parent={chosen ?? null}
              all={all}
              onDone={(made) => {
                setAdding(0);
                if (made) setChosen(made.id);
              }}
            />
          )}
          {adding === 0 && !open && all.length > 0 && <p className="asset-note">{t('assets.category.choose')}</p>}
          {adding === 0 && open && (
            <CategoryForm
              key={`${open.id} ${open.parent ?? ''}`}
              category={open}
              parent={open.parent}
              all={all}
              onDone={(made) => setChosen(made?.id)}
            />
          )}
        </div>
      )}
    </Page>
  );
}
