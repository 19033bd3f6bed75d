import { assetsApi } from '@formwork/contract/assets/api.ts';
import { certifications, type Asset } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { AssetCost } from './AssetCost.tsx';
import { AssetKind } from './kind.tsx';

/** What stewards say of an asset; kept with one button. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const t = useT();
  const locale = useLocale();
  const words = useQuery(q(assetsApi.words, { query: {} })).data ?? [];
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const [draft, setDraft] = useState(() => ({
    about: asset.about,
    owner: asset.owner,
    stewards: asset.stewards,
    domain: asset.domain,
    category: asset.category,
    terms: asset.terms,
    tags: asset.tags,
    certified: asset.certified,
    retention: asset.retention,
  }));
  const save = useCommand(assetsApi.update, {
    refresh: [assetsApi.get, assetsApi.list, assetsApi.facets, assetsApi.overview],
  });
  const off = !asset.can.edit;
  const named = (kind: 'domain' | 'term') =>
    words.filter((word) => word.kind === kind).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }));
  const row = (label: string, input: ReactNode) => (
    <div className="asset-field">
      <span className="asset-note">{label}</span>
      {input}
    </div>
  );
  return (
    <div className="asset-stack">
      <div className="asset-line asset-note">
        <AssetKind kind={asset.kind} /> {asset.place} · {t(`assets.state.${asset.state}`)} ·{' '}
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
      )}
      {row(
        t('assets.owner'),
        <PersonPicker
          aria-label={t('assets.owner')}
          disabled={off}
          value={draft.owner === null ? [] : [draft.owner]}
          onChange={(ids) => setDraft({ ...draft, owner: ids[0] ?? null })}
        />,
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
      {row(
        t('assets.domain'),
        <Select
          aria-label={t('assets.domain')}
          allowClear
          disabled={off}
          value={draft.domain}
          onChange={(domain: string | undefined) => setDraft({ ...draft, domain: domain ?? null })}
          options={named('domain')}
        />,
      )}
      {row(
        t('assets.category'),
        <Select
          aria-label={t('assets.category')}
          allowClear
          disabled={off}
          value={draft.category}
          onChange={(category: string | undefined) => setDraft({ ...draft, category: category ?? null })}
          options={categories.map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
        />,
      )}
      {row(
        t('assets.terms'),
        <Select
          aria-label={t('assets.terms')}
          mode="multiple"
          disabled={off}
          value={draft.terms}
          onChange={(terms: string[]) => setDraft({ ...draft, terms })}
          options={named('term')}
        />,
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
      )}
      {!off && (
        <div className="asset-line">
          <Button
            type="primary"
            loading={save.pending}
            onClick={() => {
              // a category that a rule gave stays the rule's unless somebody chose another
              const { category, ...rest } = draft;
              void save.run({
                params: { assetId: asset.id },
                body: { version: asset.version, ...rest, ...(category !== asset.category && { category }) },
              });
            }}
          >
            {t('assets.save')}
          </Button>
        </div>
      )}
      <AssetCost asset={asset} />
      {asset.usage.length > 0 && (
        <div className="asset-field">
          <span className="asset-note">{t('assets.usage')}</span>
          {asset.usage.map(({ person, n, last }) => (
            <span key={person}>
              <PersonName id={person} /> · {n} · {last}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
