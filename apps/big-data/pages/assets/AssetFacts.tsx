import { assetsApi } from '@formwork/contract/assets/api.ts';
import { certifications, retentionThens, type Asset, type AssetChange } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Input, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { AssetAge } from './AssetAge.tsx';
import { AssetCost } from './AssetCost.tsx';
import { AssetUsage } from './AssetUsage.tsx';
import { pathOf } from './category-tree.ts';
import { AssetKind } from './kind.tsx';
import { Labelled } from './Labelled.tsx';
import { overdueReadings } from './overdue-readings.ts';
import { WordChoice, WordsChoice } from './WordChoice.tsx';

/** What tells how old a row is where no column is chosen. */
const ageless: Readonly<Record<string, string>> = { form: 'assets.age.created', file: 'assets.age.written' };

/** What stewards say of an asset; kept with one button. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const [base, setBase] = useState(asset);
  const [draft, setDraft] = useState(() => draftOf(asset));
  const changes = changesOf(draftOf(base), draft);
  const isChanged = Object.keys(changes).length > 0;
  const start = (from: Asset) => {
    setBase(from);
    setDraft(draftOf(from));
  };
  const save = useCommand(assetsApi.update, {
    refresh: [assetsApi.facets, assetsApi.categories, ...overdueReadings],
    onDone: (saved) => {
      start(saved);
      void message.success(t('assets.saved'));
    },
  });
  // an older answer may still be on its way here after a save
  const isBehind = asset.version > base.version && !save.pending;
  // what somebody else said meanwhile is shown, unless something is being typed here
  if (isBehind && !isChanged) start(asset);
  useConfirmLeave(isChanged && !save.pending);
  const send = async () => {
    // only what was changed here: what others say meanwhile stays, and a category that a rule gave stays the rule's
    const saved = await save.run({
      params: { assetId: asset.id },
      body: { version: Math.max(asset.version, base.version), ...changes },
    });
    if (!saved) await refresh(assetsApi.get);
  };
  // what would be typed while it is saved would be lost
  const off = !asset.can.edit || save.pending;
  const row = (label: string, input: ReactNode, field?: keyof Draft) => (
    <Labelled label={label} error={field && errorAt(save.fieldErrors, field)}>
      {input}
    </Labelled>
  );
  return (
    <div className="asset-stack">
      <div className="asset-line asset-note">
        <AssetKind kind={asset.kind} /> {textIn(asset.place, locale)}
        {asset.place.zh !== '' && ' ·'} {t(`assets.state.${asset.state}`)} ·{' '}
        <Time at={asset.changedAt} locale={locale} />
      </div>
      {asset.unread !== null && <Alert type="info" showIcon title={t(`assets.unread.${asset.unread}`)} />}
      {row(
        t('assets.about'),
        <Input.TextArea
          aria-label={t('assets.about')}
          autoSize={{ minRows: 3, maxRows: 12 }}
          maxLength={4000}
          disabled={off}
          value={draft.about}
          onChange={(event) => setDraft({ ...draft, about: event.target.value })}
        />,
        'about',
      )}
      {row(
        t('assets.owner'),
        <PersonPicker
          aria-label={t('assets.owner')}
          disabled={off}
          value={draft.owner === null ? [] : [draft.owner]}
          onChange={(ids) => setDraft({ ...draft, owner: ids[0] ?? null })}
        />,
        'owner',
      )}
      {row(
        t('assets.stewards'),
        <PersonPicker
          aria-label={t('assets.stewards')}
          multiple
          disabled={off}
          value={draft.stewards}
          onChange={(stewards) => setDraft({ ...draft, stewards })}
        />,
        'stewards',
      )}
      {row(
        t('assets.certification'),
        <Select
          aria-label={t('assets.certification')}
          disabled={off}
          value={draft.certified}
          onChange={(certified) => setDraft({ ...draft, certified })}
          options={certifications.map((value) => ({ value, label: t(`assets.certified.${value}`) }))}
        />,
      )}
      {(asset.state === 'live' || asset.state === 'deprecated') &&
        row(
          t('assets.column.state'),
          <Select
            aria-label={t('assets.column.state')}
            disabled={off}
            value={draft.state}
            onChange={(state) => setDraft({ ...draft, state })}
            options={(['live', 'deprecated'] as const).map((value) => ({ value, label: t(`assets.state.${value}`) }))}
          />,
        )}
      {row(
        t('assets.domain'),
        <WordChoice
          kind="domain"
          label={t('assets.domain')}
          disabled={off}
          value={draft.domain}
          onChange={(domain) => setDraft({ ...draft, domain })}
        />,
        'domain',
      )}
      {row(
        t('assets.category'),
        <Select
          aria-label={t('assets.category')}
          allowClear
          disabled={off}
          value={draft.category}
          onChange={(category: string | undefined) => setDraft({ ...draft, category: category ?? null })}
          showSearch={{ optionFilterProp: 'label' }}
          options={categories.map(({ id }) => ({ value: id, label: pathOf(categories, id, locale) }))}
        />,
        'category',
      )}
      {row(
        t('assets.terms'),
        <WordsChoice
          kind="term"
          label={t('assets.terms')}
          disabled={off}
          value={draft.terms}
          onChange={(terms) => setDraft({ ...draft, terms })}
        />,
        'terms',
      )}
      {row(
        t('assets.tags'),
        <Select
          aria-label={t('assets.tags')}
          mode="tags"
          disabled={off}
          value={draft.tags}
          onChange={(tags: string[]) => setDraft({ ...draft, tags })}
          open={false}
          suffixIcon={null}
        />,
        'tags',
      )}
      {row(
        t('assets.retention'),
        <InputNumber
          aria-label={t('assets.retention')}
          min={1}
          max={36_500}
          disabled={off}
          value={draft.retention}
          onChange={(retention) => setDraft({ ...draft, retention })}
        />,
        'retention',
      )}
      {draft.retention !== null &&
        row(
          t('assets.then'),
          <Select
            aria-label={t('assets.then')}
            disabled={off}
            value={draft.retentionThen}
            onChange={(retentionThen) => setDraft({ ...draft, retentionThen })}
            options={retentionThens.map((value) => ({ value, label: t(`assets.then.${value}`) }))}
          />,
        )}
      {asset.readable &&
        row(
          t('assets.age.column'),
          <Select
            aria-label={t('assets.age.column')}
            allowClear
            disabled={off}
            placeholder={t(ageless[asset.kind] ?? 'assets.age.no_choice')}
            value={draft.ageColumn}
            status={save.fieldErrors.ageColumn === undefined ? '' : 'error'}
            onChange={(ageColumn: string | undefined) => setDraft({ ...draft, ageColumn: ageColumn ?? null })}
            options={asset.columns.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }))}
          />,
          'ageColumn',
        )}
      {isBehind && isChanged && (
        <Alert
          type="warning"
          showIcon
          title={t('assets.changed_meanwhile')}
          action={
            <Button size="small" onClick={() => start(asset)}>
              {t('assets.discard')}
            </Button>
          }
        />
      )}
      {!off && (
        <div className="asset-line">
          <Button type="primary" disabled={!isChanged} loading={save.pending} onClick={() => void send()}>
            {t('assets.save')}
          </Button>
        </div>
      )}
      <AssetCost asset={asset} />
      <AssetAge asset={asset} />
      <AssetUsage asset={asset} />
    </div>
  );
}

type Draft = ReturnType<typeof draftOf>;

const draftOf = (asset: Asset) => ({
  about: asset.about,
  owner: asset.owner,
  stewards: asset.stewards,
  domain: asset.domain,
  category: asset.category,
  terms: asset.terms,
  tags: asset.tags,
  certified: asset.certified,
  retention: asset.retention,
  retentionThen: asset.retentionThen,
  ageColumn: asset.ageColumn,
  state: asset.state,
});

function changesOf(before: Draft, { state, ...now }: Draft): Omit<AssetChange, 'version'> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Draft]),
  );
  return {
    ...Object.fromEntries(changed),
    ...(state !== before.state && (state === 'live' || state === 'deprecated') && { state }),
  };
}

/** At the field, or at one of its entries. */
function errorAt(errors: Readonly<Record<string, string>>, field: string): string | undefined {
  return errors[field] ?? Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1];
}
