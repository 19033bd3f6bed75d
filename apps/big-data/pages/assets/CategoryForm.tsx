import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetKinds, sensitivities, type Category } from '@formwork/contract/assets/asset.ts';
import { isAll, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { assetKindName } from './kind.tsx';

interface Asked {
  kind: string[];
  name: string;
  tags: string[];
  place: string;
  sensitivity: string[];
}

/** A rule as its parts: all that are filled must hold. */
function askedOf(rule: Condition | null): Asked {
  const parts = rule && isAll(rule) ? (rule.all as Comparison[]) : [];
  const of = (field: string) => parts.find((part) => part.field === field)?.value;
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  return {
    kind: list(of('kind')),
    name: String(of('name') ?? ''),
    tags: list(of('tags')),
    place: String(of('place') ?? ''),
    sensitivity: list(of('sensitivity')),
  };
}

function ruleOf({ kind, name, tags, place, sensitivity }: Asked): Condition | null {
  const all: Condition[] = [
    ...(kind.length > 0 ? [{ field: 'kind', operator: 'in' as const, value: kind }] : []),
    ...(name.trim() === '' ? [] : [{ field: 'name', operator: 'contains' as const, value: name.trim() }]),
    ...(tags.length > 0 ? [{ field: 'tags', operator: 'hasAny' as const, value: tags }] : []),
    ...(place.trim() === '' ? [] : [{ field: 'place', operator: 'contains' as const, value: place.trim() }]),
    ...(sensitivity.length > 0 ? [{ field: 'sensitivity', operator: 'in' as const, value: sensitivity }] : []),
  ];
  return all.length === 0 ? null : { all };
}

/** A category: its name, what it is for, and the rule by which assets come into it. */
export function CategoryForm({
  category,
  parent,
  onDone,
}: {
  category: Category | undefined;
  parent: string | null;
  onDone: (category: Category | undefined) => void;
}) {
  const t = useT();
  const router = useRouter();
  const { modal } = App.useApp();
  const [zh, setZh] = useState(category?.name.zh ?? '');
  const [en, setEn] = useState(category?.name.en ?? '');
  const [about, setAbout] = useState(category?.about ?? '');
  const [asked, setAsked] = useState(() => askedOf(category?.rule ?? null));
  const refresh = [assetsApi.categories, assetsApi.list];
  const create = useCommand(assetsApi.createCategory, { refresh, onDone });
  const update = useCommand(assetsApi.updateCategory, { refresh });
  const remove = useCommand(assetsApi.removeCategory, { refresh, onDone: () => onDone(undefined) });
  const preview = useCommand(assetsApi.previewRule);
  const [found, setFound] = useState<{ count: number; rows: Parameters<typeof AssetCards>[0]['rows'] }>();
  const rule = ruleOf(asked);
  const body = { parent, name: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) }, about, rule };
  const text = (label: string, value: string, set: (next: string) => void, most = 200) => (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={most}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
  return (
    <section className="asset-card">
      {text(t('assets.category.name'), zh, setZh)}
      {text(t('assets.category.name_en'), en, setEn)}
      {text(t('assets.about'), about, setAbout, 2_000)}
      <h2>{t('assets.category.rule')}</h2>
      <p className="asset-note">{t('assets.category.rule_hint')}</p>
      <Select
        mode="multiple"
        aria-label={t('assets.column.kind')}
        placeholder={t('assets.column.kind')}
        value={asked.kind}
        onChange={(kind: string[]) => setAsked({ ...asked, kind })}
        options={assetKinds.map((value) => ({ value, label: assetKindName(value, t) }))}
      />
      {text(t('assets.category.rule_name'), asked.name, (name) => setAsked({ ...asked, name }))}
      {text(t('assets.category.rule_place'), asked.place, (place) => setAsked({ ...asked, place }))}
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        aria-label={t('assets.tags')}
        placeholder={t('assets.tags')}
        value={asked.tags}
        onChange={(tags: string[]) => setAsked({ ...asked, tags })}
      />
      <Select
        mode="multiple"
        aria-label={t('assets.column.sensitivity')}
        placeholder={t('assets.column.sensitivity')}
        value={asked.sensitivity}
        onChange={(sensitivity: string[]) => setAsked({ ...asked, sensitivity })}
        options={sensitivities.map((value) => ({ value, label: t(`assets.sensitivity.${value}`) }))}
      />
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
        {category && (
          <Button
            type="text"
            danger
            onClick={() =>
              void modal.confirm({
                title: t('assets.category.remove'),
                content: t('assets.category.remove_hint'),
                okButtonProps: { danger: true },
                onOk: () => remove.run({ params: { categoryId: category.id } }),
              })
            }
          >
            {t('assets.category.remove')}
          </Button>
        )}
      </div>
      {found && (
        <>
          <p className="asset-note">{t('assets.count', { count: found.count })}</p>
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
