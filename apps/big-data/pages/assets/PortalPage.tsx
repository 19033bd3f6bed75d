import { assetsApi, type Facets } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { AssetDrawer } from './AssetDrawer.tsx';
import { assetKindName } from './kind.tsx';
import './assets.css';

const facetNames = (['kind', 'certified', 'sensitivity', 'domain', 'category', 'tag'] as const).map((id) => ({ id }));
const shelfNames = (['popular', 'newest', 'department'] as const).map((id) => ({ id }));

/** Where assets are found: by words, pinyin and terms, narrowed by facets, looked into and applied for. */
export default function PortalPage() {
  const t = useT();
  const locale = useLocale();
  const [text = '', setText] = useQueryText('q');
  const [kind, setKind] = useQueryText('kind');
  const [certified, setCertified] = useQueryText('certified');
  const [sensitivity, setSensitivity] = useQueryText('sensitivity');
  const [domain, setDomain] = useQueryText('domain');
  const [category, setCategory] = useQueryText('category');
  const [tag, setTag] = useQueryText('tag');
  const [opened, setOpened] = useState<number>();
  const search = useDeferredValue(text.trim());
  const chosen = { kind, certified, sensitivity, domain, category, tag };
  const set = {
    kind: setKind,
    certified: setCertified,
    sensitivity: setSensitivity,
    domain: setDomain,
    category: setCategory,
    tag: setTag,
  };
  const narrowed = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  const query = { ...narrowed, ...(search !== '' && { search }) };
  const isBlank = Object.keys(query).length === 0;
  const found = useQuery({
    ...q(assetsApi.find, { query: { ...query, limit: 50 } }),
    placeholderData: keepPreviousData,
  });
  const facets = useQuery({ ...q(assetsApi.facets, { query }), placeholderData: keepPreviousData });
  const shelves = useQuery({ ...q(assetsApi.shelves), enabled: isBlank });
  const words = useQuery(q(assetsApi.words, { query: {} })).data ?? [];
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const elements = useElements('assetPortal');
  const labelOf = (name: keyof Facets, value: string): string => {
    if (name === 'kind') return assetKindName(value, t);
    if (name === 'certified' || name === 'sensitivity') return t(`assets.${name}.${value}`);
    if (name === 'tag') return value;
    return textIn([...words, ...categories].find(({ id }) => id === value)?.name, locale);
  };
  return (
    <Page title={t('assets.portal.title')}>
      <div className="asset-stack">
        <SearchInput
          label={t('assets.portal.search')}
          value={text}
          onChange={(event) => setText(event.target.value || undefined)}
        />
        {isBlank && shelves.data && (
          <div className="asset-grid">
            {elements.arranged('shelves', shelfNames).map(({ id: name }) => (
              <section key={name} className="asset-card">
                <h2>{elements.title('shelves', name, t(`assets.portal.${name}`))}</h2>
                <AssetCards rows={shelves.data[name]} none={t('assets.overview.none')} onOpen={setOpened} />
              </section>
            ))}
          </div>
        )}
        <div className="asset-portal">
          <div className="asset-stack">
            {facets.data &&
              elements.arranged('facets', facetNames).map(
                ({ id: name }) =>
                  facets.data[name].length > 0 && (
                    <section key={name} className="asset-facet" aria-label={t(`assets.facet.${name}`)}>
                      <span className="asset-note">{elements.title('facets', name, t(`assets.facet.${name}`))}</span>
                      {facets.data[name].map(({ value, count }) => (
                        <button
                          key={value}
                          type="button"
                          aria-pressed={chosen[name] === value}
                          onClick={() => set[name](chosen[name] === value ? undefined : value)}
                        >
                          {labelOf(name, value)} · {count}
                        </button>
                      ))}
                    </section>
                  ),
              )}
          </div>
          <div className="asset-stack">
            {!found.data ? (
              <Unread of={[found]} skeleton={<SkeletonRows rows={8} />} />
            ) : (
              <>
                <p className="asset-note" role="status">
                  {t('assets.count', { count: found.data.total })}
                  {found.data.instead !== null && ` · ${t('assets.portal.instead', { word: found.data.instead })}`}
                </p>
                {found.data.terms.map((term) => (
                  <p key={term.id} className="asset-note">
                    <strong>{textIn(term.name, locale)}</strong> {term.about}
                  </p>
                ))}
                <AssetCards rows={found.data.rows} none={t('assets.none_found')} onOpen={setOpened} />
              </>
            )}
          </div>
        </div>
      </div>
      {opened !== undefined && <AssetDrawer key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
