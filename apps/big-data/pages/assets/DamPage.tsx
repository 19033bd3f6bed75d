import { assetsApi } from '@formwork/contract/assets/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { Incidents } from './Incidents.tsx';
import { AssetKind } from './kind.tsx';
import './assets.css';

/** How much there is, how good and how used it is, what changed, and what waits for somebody. */
export default function DamPage() {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { message } = App.useApp();
  const overview = useQuery(q(assetsApi.overview));
  const words = useQuery(q(assetsApi.words, { query: {} })).data ?? [];
  const register = useCommand(assetsApi.register, {
    refresh: [assetsApi.overview],
    onDone: () => void message.info(t('assets.registering')),
  });
  const open = (id: number) => void router.go(pathTo('dataAssets', {}, { id }));
  const { data } = overview;
  const share = (part: number) => (data && data.total > 0 ? `${Math.round((part / data.total) * 100)} %` : '—');
  const list = (name: string, value: string, count: number, label: ReactNode) => (
    <Link key={value} href={pathTo('dataAssets', {}, { [name]: value })}>
      {label} · {count}
    </Link>
  );
  const waits = data && [
    { key: 'proposals', count: data.waiting.proposals, query: { waits: 'proposals' } },
    { key: 'requests', count: data.waiting.requests, query: { waits: 'requests' } },
    { key: 'incidents', count: data.waiting.incidents, query: { waits: 'incidents' } },
    { key: 'contracts', count: data.waiting.contracts, query: { waits: 'contracts' } },
    { key: 'external', count: data.waiting.external, query: { state: 'external' } },
    { key: 'unread', count: data.waiting.unread, query: { waits: 'unread' } },
  ];
  return (
    <Page
      title={t('assets.title')}
      actions={
        <>
          <Button loading={register.pending} onClick={() => void register.run({ body: { tables: false } })}>
            {t('assets.register')}
          </Button>
          <Button loading={register.pending} onClick={() => void register.run({ body: { tables: true } })}>
            {t('assets.harvest')}
          </Button>
        </>
      }
    >
      {!data || !waits ? (
        <Unread of={[overview]} skeleton={<SkeletonRows rows={10} />} />
      ) : (
        <div className="asset-stack">
          <Input.Search
            aria-label={t('assets.portal.search')}
            placeholder={t('assets.portal.search')}
            onSearch={(text) => void router.go(pathTo('assetPortal', {}, text.trim() === '' ? {} : { q: text.trim() }))}
          />
          {data.registering && <p className="asset-note">{t('assets.registering')}</p>}
          <div className="asset-board">
            <section className="asset-card">
              <h2>{t('assets.overview.all')}</h2>
              <div className="asset-figures">
                <div>
                  <strong>{data.total}</strong>
                  <span className="asset-note">{t('assets.overview.total')}</span>
                </div>
                <div>
                  <strong>{share(data.described)}</strong>
                  <span className="asset-note">{t('assets.overview.described')}</span>
                </div>
                <div>
                  <strong>{share(data.owned)}</strong>
                  <span className="asset-note">{t('assets.overview.owned')}</span>
                </div>
                {data.score !== null && (
                  <div>
                    <strong>{Math.round(data.score)}</strong>
                    <span className="asset-note">{t('assets.quality.score')}</span>
                  </div>
                )}
              </div>
            </section>
            <section className="asset-card">
              <h2>{t('assets.overview.waiting')}</h2>
              {waits.map(({ key, count, query }) => (
                <Link key={key} href={pathTo('dataAssets', {}, query)}>
                  {t(`assets.waiting.${key}`)} · {count}
                </Link>
              ))}
            </section>
            {data.waiting.incidents > 0 && <Incidents edit={false} />}
            <section className="asset-card">
              <h2>{t('assets.column.kind')}</h2>
              {data.kinds.length === 0 && <p className="asset-note">{t('assets.overview.none')}</p>}
              {data.kinds.map(({ value, count }) => list('kind', value, count, <AssetKind kind={value} />))}
            </section>
            <section className="asset-card">
              <h2>{t('assets.certification')}</h2>
              {data.certified.length === 0 && <p className="asset-note">{t('assets.overview.none')}</p>}
              {data.certified.map(({ value, count }) =>
                list('certified', value, count, t(`assets.certified.${value}`)),
              )}
              <h2>{t('assets.column.sensitivity')}</h2>
              {data.sensitivity.length === 0 && <p className="asset-note">{t('assets.overview.none')}</p>}
              {data.sensitivity.map(({ value, count }) =>
                list('sensitivity', value, count, t(`assets.sensitivity.${value}`)),
              )}
            </section>
            {data.domains.length > 0 && (
              <section className="asset-card">
                <h2>{t('assets.domain')}</h2>
                {data.domains.map(({ value, count }) =>
                  list('domain', value, count, textIn(words.find(({ id }) => id === value)?.name, locale)),
                )}
              </section>
            )}
            <section className="asset-card">
              <h2>{t('assets.overview.used')}</h2>
              <AssetCards rows={data.used} none={t('assets.overview.none')} onOpen={open} />
            </section>
            <section className="asset-card">
              <h2>{t('assets.overview.changed')}</h2>
              <AssetCards rows={data.changed} none={t('assets.overview.none')} onOpen={open} />
            </section>
            <section className="asset-card">
              <h2>{t('assets.overview.unused', { count: data.unusedCount })}</h2>
              <AssetCards rows={data.unused} none={t('assets.overview.none')} onOpen={open} />
            </section>
          </div>
        </div>
      )}
    </Page>
  );
}
