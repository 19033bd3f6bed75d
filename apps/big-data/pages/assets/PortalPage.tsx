import { assetsApi, type Facets } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { AssetDrawer } from './AssetDrawer.tsx';
import { assetKindName } from './kind.tsx';
import { useWordNames } from './use-word-names.ts';
import './assets.css';

const facetNames = (['kind', 'certified', 'sensitivity', 'domain', 'category', 'tag'] as const).map((id) => ({ id }));
const shelfNames = (['popular', 'newest', 'department'] as const).map((id) => ({ id }));

/** As far as the server goes. */
const mostOffset = 2_000;

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
  const [openedText, setOpenedText] = useQueryText('id');
  const opened = Number(openedText) || undefined;
  const setOpened = (id: number) => setOpenedText(String(id));
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
  const found = useInfiniteQuery({
    queryKey: [...keyOf(assetsApi.find, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callWith(assetsApi.find, { query: { ...query, offset: pageParam, limit: 50 } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _all, offset) =>
      offset + rows.length < Math.min(total, mostOffset) ? offset + rows.length : undefined,
    placeholderData: keepPreviousData,
  });
  const [wasShown, setWasShown] = useState(false);
  const [first] = found.data?.pages ?? [];
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  const facets = useQuery({ ...q(assetsApi.facets, { query }), placeholderData: keepPreviousData });
  const shelves = useQuery({ ...q(assetsApi.shelves), enabled: isBlank });
  const domainName = useWordNames(facets.data?.domain.map(({ value }) => value) ?? []);
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const elements = useElements('assetPortal');
  const labelOf = (name: keyof Facets, value: string): string => {
    if (name === 'kind') return assetKindName(value, t);
    if (name === 'certified' || name === 'sensitivity') return t(`assets.${name}.${value}`);
    if (name === 'tag') return value;
    if (name === 'domain') return domainName(value);
    return textIn(categories.find(({ id }) => id === value)?.name, locale);
  };
  // one after the other they would push each other down; what was shown once stays
  const isWaiting = !first || !facets.data || (isBlank && shelves.isPending && !wasShown);
  if (!isWaiting && !wasShown) setWasShown(true);
  return (
    <Page title={t('assets.portal.title')}>
      <div className="asset-stack">
        <SearchInput
          label={t('assets.portal.search')}
          value={text}
          onChange={(event) => setText(event.target.value || undefined)}
        />
        {isBlank && shelves.data && first && facets.data && (
          <div className="asset-grid">
            {elements.arranged('shelves', shelfNames).map(({ id: name }) => (
              <section key={name} className="asset-card">
                <h2>{elements.title('shelves', name, t(`assets.portal.${name}`))}</h2>
                <AssetCards rows={shelves.data[name]} none={t('assets.overview.none')} onOpen={setOpened} />
              </section>
            ))}
          </div>
        )}
        {isWaiting ? (
          <Unread of={[found, facets]} skeleton={<SkeletonRows rows={12} />} />
        ) : (
          <div className="asset-portal">
            <Facetted count={Object.keys(narrowed).length}>
              {elements.arranged('facets', facetNames).map(
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
            </Facetted>
            <div className="asset-stack">
              <p className="asset-note" role="status">
                {t('assets.count', { count: first.total })}
                {first.instead !== null && ` · ${t('assets.portal.instead', { word: first.instead })}`}
              </p>
              {first.terms.map((term) => (
                <p key={term.id} className="asset-note">
                  <strong>{textIn(term.name, locale)}</strong> {term.about}
                </p>
              ))}
              <AssetCards rows={rows} none={t('assets.none_found')} onOpen={setOpened} />
              {found.hasNextPage && (
                <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                  {t('assets.more')}
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      {opened !== undefined && <AssetDrawer key={opened} id={opened} onClose={() => setOpenedText(undefined)} />}
    </Page>
  );
}

/** What narrows stands beside what is found; on a phone it is folded, so that what is found is seen. */
function Facetted({ count, children }: { count: number; children: ReactNode }) {
  const t = useT();
  const phone = usePhone();
  if (!phone) return <div className="asset-stack">{children}</div>;
  return (
    <details className="asset-facets">
      <summary>
        {t('assets.portal.narrow')}
        {count > 0 && ` (${count})`}
      </summary>
      <div className="asset-stack">{children}</div>
    </details>
  );
}
