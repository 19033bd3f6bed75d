import type { Asset } from '@formwork/contract/assets/asset.ts';
import { assetContractApi, type Breach, type Contract } from '@formwork/contract/assets/contract.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { errorCodes } from '@formwork/contract/errors.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { columnType } from './column-type.ts';
import { ContractDialog } from './ContractDialog.tsx';
import { qualityReadings } from './quality/quality-readings.ts';
import { useReason } from './reasons.ts';

const lookAgainMs = 1_500;

/** What those who make an asset promise those who read it, and whether it is kept. */
export function AssetContract({ asset }: { asset: Asset }) {
  const t = useT();
  useReason();
  const [edited, setEdited] = useState(false);
  const contract = useQuery(q(assetContractApi.contract, { params: { assetId: asset.id } }));
  if (contract.data === undefined) return <Unread of={[contract]} skeleton={<SkeletonRows rows={5} />} />;
  return (
    <div className="asset-stack">
      {contract.data === null ? (
        <EmptyState
          title={t('assets.contract.none')}
          hint={t('assets.contract.none_hint')}
          action={
            asset.can.edit && (
              <Button type="primary" onClick={() => setEdited(true)}>
                {t('assets.contract.add')}
              </Button>
            )
          }
        />
      ) : (
        <Promised asset={asset} contract={contract.data} onEdit={() => setEdited(true)} />
      )}
      {edited && <ContractDialog asset={asset} contract={contract.data} onClose={() => setEdited(false)} />}
    </div>
  );
}

function Promised({ asset, contract, onEdit }: { asset: Asset; contract: Contract; onEdit: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const remove = useCommand(assetContractApi.removeContract, { refresh: qualityReadings });
  const check = useCommand(assetQualityApi.check, { refresh: qualityReadings });
  const quality = useQuery({
    ...q(assetQualityApi.quality, { params: { assetId: asset.id } }),
    refetchInterval: ({ state }) => (state.data?.checking ? lookAgainMs : false),
  });
  const checking = quality.data?.checking ?? false;
  // what a check found is there once it is over
  useQuery({
    ...q(assetContractApi.contract, { params: { assetId: asset.id } }),
    refetchInterval: checking ? lookAgainMs : false,
  });
  const titles = new Map(asset.columns.map(({ key, title }) => [key, textIn(title, locale)]));
  const nameOf = (key: string): string => titles.get(key) ?? key;
  const names = new Map(quality.data?.rules.map(({ id, name }) => [id, name]));
  const { columns, fresh, leastScore, rules, broken } = contract;
  const askRemove = () =>
    void modal.confirm({
      title: t('assets.contract.remove_title'),
      content: t('assets.contract.remove_hint'),
      okText: t('assets.contract.remove'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ params: { assetId: asset.id } }),
    });
  return (
    <>
      <div className="asset-line">
        <StateTag tone={contract.state === 'kept' ? 'success' : 'error'}>
          {t(`assets.contract.state.${contract.state}`)}
        </StateTag>
        <span className="asset-note">
          <PersonName id={contract.changedBy} /> · <Time at={contract.changedAt} locale={locale} />
        </span>
        <span className="asset-gap" />
        {asset.can.edit && (
          <>
            {asset.readable && (
              <Button
                size="small"
                loading={check.pending || checking}
                onClick={() => void check.run({ params: { assetId: asset.id } })}
              >
                {t('assets.contract.check')}
              </Button>
            )}
            <Button size="small" onClick={onEdit}>
              {t('assets.contract.edit')}
            </Button>
            <Button size="small" type="text" danger onClick={askRemove}>
              {t('assets.contract.remove')}
            </Button>
          </>
        )}
      </div>
      {broken.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={
            <ul className="asset-breaches">
              {broken.map((breach, at) => (
                <li key={at}>{breachText(breach, nameOf, t)}</li>
              ))}
            </ul>
          }
        />
      )}
      {contract.about !== '' && <Fact label={t('assets.contract.about')}>{contract.about}</Fact>}
      {columns.length > 0 && (
        <Fact label={t('assets.contract.columns')}>
          <div className="asset-line">
            {columns.map(({ key, type }) => (
              <StateTag key={key} tone="neutral">{`${nameOf(key)} · ${columnType(type, t)}`}</StateTag>
            ))}
          </div>
        </Fact>
      )}
      {fresh && (
        <Fact label={t('assets.contract.fresh_column')}>
          {t('assets.contract.fresh', { column: nameOf(fresh.column), hours: fresh.hours })}
        </Fact>
      )}
      {leastScore !== null && (
        <Fact label={t('assets.tab.quality')}>{t('assets.contract.score', { least: leastScore })}</Fact>
      )}
      {rules.length > 0 && (
        <Fact label={t('assets.contract.rules')}>{rules.map((id) => names.get(id) ?? id).join(' · ')}</Fact>
      )}
      <Fact label={t('assets.contract.on_release')}>{t(`assets.contract.on_release.${contract.onRelease}`)}</Fact>
      <People label={t('assets.contract.consumers')} ids={contract.consumers} />
      <People label={t('assets.contract.readers')} ids={contract.readers} />
    </>
  );
}

function People({ label, ids }: { label: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Fact label={label}>
      <div className="asset-line">
        {ids.map((id) => (
          <PersonName key={id} id={id} />
        ))}
      </div>
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="asset-field">
      <span className="asset-note">{label}</span>
      <div className="asset-text">{children}</div>
    </div>
  );
}

function breachText(breach: Breach, nameOf: (key: string) => string, t: ReturnType<typeof useT>): string {
  switch (breach.what) {
    case 'gone':
      return t('assets.contract.broken.gone');
    case 'column':
      return t('assets.contract.broken.column', { key: nameOf(breach.key) });
    case 'type':
      return t('assets.contract.broken.type', {
        key: nameOf(breach.key),
        was: columnType(breach.was, t),
        is: columnType(breach.is, t),
      });
    case 'stale':
      return breach.hours === null
        ? t('assets.contract.broken.empty', { column: nameOf(breach.column) })
        : t('assets.contract.broken.stale', { column: nameOf(breach.column), hours: Math.round(breach.hours) });
    case 'score':
      return t('assets.contract.broken.score', { score: breach.score, least: breach.least });
    case 'rule':
      return t('assets.contract.broken.rule', { name: breach.name });
    case 'unread':
      return t('assets.contract.broken.unread', { why: breach.code in errorCodes ? t(breach.code) : breach.code });
  }
}
