import { assetsApi } from '@formwork/contract/assets/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { AssetCards } from './AssetCards.tsx';
import { Incidents } from './quality/Incidents.tsx';
import { AssetKind } from './kind.tsx';
import { ScoreTrend } from './quality/ScoreTrend.tsx';
import { useWordNames } from './use-word-names.ts';
import './assets.css';

/** How much there is, how good and how used it is, what changed, and what waits for somebody. */
export default function DamPage() {
  const t = useT();
  const router = useRouter();
  const { message } = App.useApp();
  const overview = useQuery(q(assetsApi.overview));
  const domainName = useWordNames(overview.data?.domains.map(({ value }) => value) ?? []);
  const register = useCommand(assetsApi.register, {
    refresh: [assetsApi.overview],
    onDone: () => void message.info(t('assets.registering')),
  });
  const open = (id: number) => void router.go(pathTo('dataAssets', {}, { id }));
  const elements = useElements('dam');
  const { data } = overview;
  const share = (part: number) => (data && data.total > 0 ? `${Math.round((part / data.total) * 100)} %` : '—');
  const list = (name: string, value: string, count: number, label: ReactNode) => (
    <Link key={value} href={pathTo('dataAssets', {}, { [name]: value })}>
      {label} · {count}
    </Link>
  );
  const waits = data && [
    { key: 'proposals', count: data.waiting.proposals, query: { waits: 'proposals' } },
    { key: 'requests', count: data.waiting.requests, query: { access: 'yes' } },
    { key: 'incidents', count: data.waiting.incidents, query: { waits: 'incidents' } },
    { key: 'contracts', count: data.waiting.contracts, query: { waits: 'contracts' } },
    { key: 'overdue', count: data.waiting.overdue, query: { overdue: 'yes' } },
    { key: 'external', count: data.waiting.external, query: { state: 'external' } },
    { key: 'unread', count: data.waiting.unread, query: { waits: 'unread' } },
  ];
  return (
    <Page
      title={t('assets.title')}
      actions={
        <Arranged of={elements} group="tools">
          <Button
            key="register"
            loading={register.pending}
            onClick={() => void register.run({ body: { tables: false } })}
          >
            {elements.title('tools', 'register', t('assets.register'))}
          </Button>
          <Button
            key="harvest"
            loading={register.pending}
            onClick={() => void register.run({ body: { tables: true } })}
          >
            {elements.title('tools', 'harvest', t('assets.harvest'))}
          </Button>
        </Arranged>
      }
    >
      {!data || !waits ? (
        <Unread of={[overview]} skeleton={<SkeletonRows rows={10} />} />
      ) : (
        <div className="asset-stack">
          {elements.shows('search', 'box') && (
            <Input.Search
              aria-label={t('assets.portal.search')}
              placeholder={t('assets.portal.search')}
              onSearch={(text) =>
                void router.go(pathTo('assetPortal', {}, text.trim() === '' ? {} : { q: text.trim() }))
              }
            />
          )}
          {data.registering && <p className="asset-note">{t('assets.registering')}</p>}
          <Arranged className="asset-board" of={elements} group="sections">
            <section key="all" className="asset-card">
              <h2>{elements.title('sections', 'all', t('assets.overview.all'))}</h2>
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
                    <ScoreTrend trend={data.trend} />
                  </div>
                )}
              </div>
            </section>
            <section key="waiting" className="asset-card">
              <h2>{elements.title('sections', 'waiting', t('assets.overview.waiting'))}</h2>
              {waits.map(({ key, count, query }) => (
                <Link key={key} href={pathTo('dataAssets', {}, query)}>
                  {t(`assets.waiting.${key}`)} · {count}
                </Link>
              ))}
            </section>
            {data.waiting.incidents > 0 && <Incidents key="incidents" edit={false} />}
            <section key="kinds" className="asset-card">
              <h2>{elements.title('sections', 'kinds', t('assets.column.kind'))}</h2>
              {data.kinds.length === 0 && <p className="asset-note">{t('assets.overview.none')}</p>}
              {data.kinds.map(({ value, count }) => list('kind', value, count, <AssetKind kind={value} />))}
            </section>
            <section key="certification" className="asset-card">
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
              <section key="domains" className="asset-card">
                <h2>{elements.title('sections', 'domains', t('assets.domain'))}</h2>
                {data.domains.map(({ value, count }) => list('domain', value, count, domainName(value)))}
              </section>
            )}
            <section key="used" className="asset-card">
              <h2>{elements.title('sections', 'used', t('assets.overview.used'))}</h2>
              <AssetCards rows={data.used} none={t('assets.overview.none')} onOpen={open} />
            </section>
            <section key="changed" className="asset-card">
              <h2>{elements.title('sections', 'changed', t('assets.overview.changed'))}</h2>
              <AssetCards rows={data.changed} none={t('assets.overview.none')} onOpen={open} />
            </section>
            <section key="unused" className="asset-card">
              <h2>{elements.title('sections', 'unused', t('assets.overview.unused', { count: data.unusedCount }))}</h2>
              <AssetCards rows={data.unused} none={t('assets.overview.none')} onOpen={open} />
            </section>
          </Arranged>
        </div>
      )}
    </Page>
  );
}
