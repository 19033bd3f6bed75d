import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { mayLeave } from '@formwork/ui/feedback/leave-guard.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { addressOfDefinition } from '@formwork/web/resources/addresses.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { AssetColumns } from './AssetColumns.tsx';
import { AssetContract } from './AssetContract.tsx';
import { AssetFacts } from './AssetFacts.tsx';
import { AssetImpact } from './lineage/AssetImpact.tsx';
import { AssetProfile } from './AssetProfile.tsx';
import { AssetQuality } from './quality/AssetQuality.tsx';
import { AssetRequests } from './AssetRequests.tsx';
import { AssetSample } from './AssetSample.tsx';
import { AssetSchemas } from './AssetSchemas.tsx';
import { AssetTalk } from './AssetTalk.tsx';
import './assets.css';

/** One asset: what is said of it, its columns, its rows, how it was before, and what hangs on it. */
export function AssetDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [given] = useQueryText('tab');
  const [tab, setTab] = useState(given !== undefined && openedBy.includes(given) ? given : 'facts');
  const follow = useCommand(assetQualityApi.follow, { refresh: [assetsApi.get] });
  const asset = useQuery(q(assetsApi.get, { params: { assetId: id } }));
  const { data } = asset;
  // what is typed in one of the tabs is asked for first
  const close = () => void mayLeave().then((may) => may && onClose());
  const address = data && addressOfDefinition(data.address);
  return (
    <Drawer open size={760} title={data ? textIn(data.title, locale) : ''} onClose={close}>
      {!data ? (
        <Unread of={[asset]} skeleton={<SkeletonRows rows={8} />} />
      ) : (
        <div className="asset-stack">
          <div className="asset-line">
            {address !== undefined && <Link href={address}>{t('assets.open')}</Link>}
            <Link href={pathTo('assetLineage', { assetId: String(id) })}>{t('assets.lineage.title')}</Link>
            <span className="asset-gap" />
            {data.followers > 0 && (
              <span className="asset-note">{t('assets.followers', { count: data.followers })}</span>
            )}
            <Button
              size="small"
              loading={follow.pending}
              onClick={() => void follow.run({ params: { assetId: id }, body: { followed: !data.followed } })}
            >
              {t(data.followed ? 'assets.unfollow' : 'assets.follow')}
            </Button>
          </div>
          <Tabs
            className="asset-tabs"
            activeKey={tab}
            onChange={setTab}
            items={[
              { key: 'facts', label: t('assets.tab.facts'), children: <AssetFacts asset={data} /> },
              { key: 'columns', label: t('assets.tab.columns'), children: <AssetColumns asset={data} /> },
              ...(data.readable
                ? [
                    { key: 'sample', label: t('assets.tab.sample'), children: <AssetSample asset={data} /> },
                    { key: 'profile', label: t('assets.tab.profile'), children: <AssetProfile asset={data} /> },
                    { key: 'quality', label: t('assets.tab.quality'), children: <AssetQuality asset={data} /> },
                  ]
                : []),
              { key: 'contract', label: t('assets.tab.contract'), children: <AssetContract asset={data} /> },
              { key: 'schemas', label: t('assets.tab.schemas'), children: <AssetSchemas id={id} /> },
              { key: 'impact', label: t('assets.tab.impact'), children: <AssetImpact asset={data} /> },
              { key: 'access', label: t('assets.tab.access'), children: <AssetRequests asset={data} /> },
              { key: 'talk', label: t('assets.tab.talk'), children: <AssetTalk asset={data} /> },
            ]}
          />
        </div>
      )}
    </Drawer>
  );
}

/** What other pages lead to. */
const openedBy = ['quality', 'contract', 'access', 'impact'];
