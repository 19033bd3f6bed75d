import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Category } from '@formwork/contract/assets/asset.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { belowOf, pathOf } from './category-tree.ts';
import { CategoryRule } from './CategoryRule.tsx';
import { Labelled } from './Labelled.tsx';

/** A category: its name, where it stands, what it is for, and the rule by which assets come into it. */
export function CategoryForm({
  category,
  parent: first,
  all,
  onDone,
}: {
  category: Category | undefined;
  parent: string | null;
  all: readonly Category[];
  onDone: (category: Category | undefined) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { modal, message } = App.useApp();
  const [zh, setZh] = useState(category?.name.zh ?? '');
  const [en, setEn] = useState(category?.name.en ?? '');
  const [about, setAbout] = useState(category?.about ?? '');
  const [parent, setParent] = useState(first);
  const [rule, setRule] = useState(category?.rule ?? null);
  const refresh = [assetsApi.categories, assetsApi.list];
  const onSaved = (made: Category) => {
    void message.success(t('assets.saved'));
    onDone(made);
  };
  const create = useCommand(assetsApi.createCategory, { refresh, onDone: onSaved });
  const update = useCommand(assetsApi.updateCategory, { refresh, onDone: onSaved });
  const move = useCommand(assetsApi.moveCategory, { refresh });
  const remove = useCommand(assetsApi.removeCategory, { refresh, onDone: () => onDone(undefined) });
  const preview = useCommand(assetsApi.previewRule);
  const [found, setFound] = useState<{ count: number; rows: Parameters<typeof AssetCards>[0]['rows'] }>();
  const body = { parent, name: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) }, about, rule };
  const own = category ? belowOf(all, category.id) : new Set<string>();
  const siblings = category ? all.filter((one) => one.parent === category.parent) : [];
  const at = siblings.findIndex(({ id }) => id === category?.id);
  const moveBefore = (before: string | null) =>
    category && void move.run({ params: { categoryId: category.id }, body: { parent: category.parent, before } });
  const text = (label: string, value: string, set: (next: string) => void, most = 200) => (
    <Labelled label={label}>
      <Input aria-label={label} maxLength={most} value={value} onChange={(event) => set(event.target.value)} />
    </Labelled>
  );
  return (
    <section className="asset-card" aria-label={category ? textIn(category.name, locale) : t('assets.category.add')}>
      {category && siblings.length > 1 && (
        <div className="asset-line">
          <span className="asset-gap" />
          <Button
            size="small"
            icon={<ArrowUpOutlined />}
            disabled={at <= 0 || move.pending}
            onClick={() => moveBefore(siblings[at - 1]!.id)}
          >
            {t('assets.category.up')}
          </Button>
          <Button
            size="small"
            icon={<ArrowDownOutlined />}
            disabled={at === siblings.length - 1 || move.pending}
            onClick={() => moveBefore(siblings[at + 2]?.id ?? null)}
          >
            {t('assets.category.down')}
          </Button>
        </div>
      )}
      {text(t('assets.category.name'), zh, setZh)}
      {text(t('assets.category.name_en'), en, setEn)}
      <Labelled label={t('assets.category.parent')}>
        <Select
          aria-label={t('assets.category.parent')}
          allowClear
          placeholder={t('assets.category.top')}
          showSearch={{ optionFilterProp: 'label' }}
          value={parent}
          onChange={(next: string | undefined) => setParent(next ?? null)}
          options={all
            .filter(({ id }) => !own.has(id))
            .map(({ id }) => ({ value: id, label: pathOf(all, id, locale) }))}
        />
      </Labelled>
      {text(t('assets.about'), about, setAbout, 2_000)}
      <h2>{t('assets.category.rule')}</h2>
      <p className="asset-note">{t('assets.category.rule_hint')}</p>
      <CategoryRule rule={rule} onChange={setRule} />
      <div className="asset-line">
        <Button
          type="primary"
          disabled={zh.trim() === ''}
          loading={create.pending || update.pending}
          onClick={() =>
            void (category ? update.run({ params: { categoryId: category.id }, body }) : create.run({ body }))
          }
        >
          {t('assets.save')}
        </Button>
        <Button
          disabled={rule === null}
          loading={preview.pending}
          onClick={() => void preview.run({ body: { rule } }).then((next) => next && setFound(next))}
        >
          {t('assets.category.preview')}
        </Button>
        {category ? (
          <Button
            type="text"
            danger
            onClick={() =>
              void modal.confirm({
                title: t('assets.category.remove'),
                content: t('assets.category.remove_hint'),
                okText: t('assets.category.remove'),
                okButtonProps: { danger: true },
                onOk: () => remove.run({ params: { categoryId: category.id } }),
              })
            }
          >
            {t('assets.category.remove')}
          </Button>
        ) : (
          <Button type="text" onClick={() => onDone(undefined)}>
            {t('assets.cancel')}
          </Button>
        )}
      </div>
      {found && (
        <>
          <p className="asset-note" role="status">
            {t('assets.count', { count: found.count })}
          </p>
          <AssetCards
            rows={found.rows}
            none={t('assets.none_found')}
            onOpen={(id) => void router.go(pathTo('dataAssets', {}, { id }))}
          />
        </>
      )}
    </section>
  );
}
