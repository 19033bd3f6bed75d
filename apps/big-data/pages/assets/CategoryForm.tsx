import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { CategoryInput, type Category } from '@formwork/contract/assets/asset.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn, TypedTitle } from '@formwork/contract/text.ts';
import { mayLeave } from '@formwork/ui/feedback/leave-guard.ts';
import { FormContext, useForm } from '@formwork/web/form/form-state.ts';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import '@formwork/web/form/form.css';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { belowOf, pathOf } from './category-tree.ts';
import { CategoryRule } from './CategoryRule.tsx';

interface Entry {
  zh: string;
  en: string;
  about: string;
  parent: string | null;
  rule: CategoryInput['rule'];
}

const rules = CategoryInput.extend({ name: TypedTitle });

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
  const refresh = [assetsApi.categories, assetsApi.list];
  const onSaved = (made: Category) => {
    void message.success(t('assets.saved'));
    onDone(made);
  };
  const create = useSave(assetsApi.createCategory, { refresh, onDone: onSaved });
  const update = useSave(assetsApi.updateCategory, {
    refresh,
    onDone: onSaved,
    params: { categoryId: category?.id ?? '' },
  });
  const { state, form, send, problem } = useForm<Entry, CategoryInput>({
    rules,
    initial: {
      zh: category?.name.zh ?? '',
      en: category?.name.en ?? '',
      about: category?.about ?? '',
      parent: first,
      rule: category?.rule ?? null,
    },
    toBody: ({ zh, en, ...entry }) => ({
      ...entry,
      name: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) },
    }),
    command: category ? update : create,
  });
  const { rule } = state.values as unknown as Entry;
  const move = useCommand(assetsApi.moveCategory, { refresh });
  const remove = useCommand(assetsApi.removeCategory, { refresh, onDone: () => onDone(undefined) });
  const preview = useCommand(assetsApi.previewRule);
  const [found, setFound] = useState<{ count: number; rows: Parameters<typeof AssetCards>[0]['rows'] }>();
  const own = category ? belowOf(all, category.id) : new Set<string>();
  const siblings = category ? all.filter((one) => one.parent === category.parent) : [];
  const at = siblings.findIndex(({ id }) => id === category?.id);
  const moveBefore = (before: string | null) =>
    category && void move.run({ params: { categoryId: category.id }, body: { parent: category.parent, before } });
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
      <FormContext value={state}>
        <form ref={form} noValidate autoComplete="off" onSubmit={send} className="form-fields">
          {problem !== undefined && <Alert type="error" showIcon title={problem} />}
          <TextInput name="zh" path="name.zh" label={t('assets.category.name')} autoFocus={!category} />
          <TextInput name="en" path="name.en" label={t('assets.category.name_en')} />
          <SelectInput
            name="parent"
            label={t('assets.category.parent')}
            allowClear
            placeholder={t('assets.category.top')}
            options={all
              .filter(({ id }) => !own.has(id))
              .map(({ id }) => ({ value: id, label: pathOf(all, id, locale) }))}
          />
          <LongTextInput name="about" label={t('assets.about')} />
          <button type="submit" hidden disabled={state.pending} />
        </form>
      </FormContext>
      <h2>{t('assets.category.rule')}</h2>
      <p className="asset-note">{t('assets.category.rule_hint')}</p>
      <CategoryRule rule={rule} onChange={(next) => state.set('rule', next)} />
      <div className="asset-line">
        <Button type="primary" loading={state.pending} onClick={() => send()}>
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
          <Button type="text" onClick={() => void mayLeave().then((may) => may && onDone(undefined))}>
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
