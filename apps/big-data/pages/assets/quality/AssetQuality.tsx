import type { Asset } from '@formwork/contract/assets/asset.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { rowKinds, type QualityRule } from '@formwork/contract/assets/quality.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { FailedRows } from './FailedRows.tsx';
import { Incidents } from './Incidents.tsx';
import { qualityReadings } from './quality-readings.ts';
import { useReason } from '../reasons.ts';
import { resultText, RuleStateTag } from './quality-words.tsx';
import { QualityResults } from './QualityResults.tsx';
import { QualityRuleDialog } from './QualityRuleDialog.tsx';
import { ScoreTrend } from './ScoreTrend.tsx';

const lookAgainMs = 1_500;

/** How good the rows are by the rules that somebody made: score, rules with what came out, and what is wrong. */
export function AssetQuality({ asset }: { asset: Asset }) {
  const t = useT();
  const [edited, setEdited] = useState<QualityRule | 'new'>();
  // why a rule could not be carried out is told in the words of refusals
  useReason();
  const quality = useQuery({
    ...q(assetQualityApi.quality, { params: { assetId: asset.id } }),
    refetchInterval: ({ state }) => (state.data?.checking ? lookAgainMs : false),
  });
  const check = useCommand(assetQualityApi.check, { refresh: qualityReadings });
  if (!quality.data) return <Unread of={[quality]} skeleton={<SkeletonRows rows={6} />} />;
  const { score, trend, rules, checking } = quality.data;
  const add = (
    <Button type={rules.length === 0 ? 'primary' : 'default'} onClick={() => setEdited('new')}>
      {t('assets.quality.add')}
    </Button>
  );
  return (
    <div className="asset-stack">
      {rules.length > 0 && (
        <div className="asset-line">
          <span className="asset-score">
            {score === null ? t('assets.quality.no_score') : `${t('assets.quality.score')} ${score}`}
          </span>
          <ScoreTrend trend={trend} />
          <span className="asset-gap" />
          {asset.can.edit && add}
          {asset.can.edit && (
            <Button
              type="primary"
              loading={check.pending || checking}
              onClick={() => void check.run({ params: { assetId: asset.id } })}
            >
              {t('assets.quality.check')}
            </Button>
          )}
        </div>
      )}
      {checking && (
        <p className="asset-note" role="status">
          {t('assets.quality.checking')}
        </p>
      )}
      {rules.length === 0 && (
        <EmptyState
          title={t('assets.quality.none')}
          hint={t('assets.quality.none_hint')}
          action={asset.can.edit && add}
        />
      )}
      {rules.map((rule) => (
        <Rule key={rule.id} rule={rule} edit={asset.can.edit ? () => setEdited(rule) : undefined} />
      ))}
      {rules.length > 0 && <Incidents asset={asset.id} edit={asset.can.edit} />}
      {edited !== undefined && (
        <QualityRuleDialog
          asset={asset}
          rule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function Rule({ rule, edit }: { rule: QualityRule; edit: (() => void) | undefined }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [shown, setShown] = useState<'rows' | 'results'>();
  const remove = useCommand(assetQualityApi.removeRule, { refresh: qualityReadings });
  const { last } = rule;
  const askRemove = () =>
    void modal.confirm({
      title: t('assets.quality.remove_title'),
      content: t('assets.quality.remove_hint'),
      okText: t('assets.quality.remove'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ params: { qualityRuleId: rule.id } }),
    });
  return (
    <section className="asset-card" aria-label={rule.name} data-off={!rule.enabled || undefined}>
      <div className="asset-line">
        <h2 className="asset-wide">{rule.name}</h2>
        <RuleStateTag state={rule.state} />
      </div>
      <p className="asset-note">
        {t(`assets.quality.of.${rule.check.kind}`)} · {t(`assets.severity.${rule.severity}`)} ·{' '}
        {t(`assets.when.${rule.when}`)} · <PersonName id={rule.madeBy} />
      </p>
      {last && (
        <div className="asset-line">
          <span className="asset-wide">{resultText(rule.check.kind, last, t)}</span>
          <span className="asset-note">
            <Time at={last.at} locale={locale} />
          </span>
        </div>
      )}
      <div className="asset-line">
        {last && rowKinds.has(rule.check.kind) && last.failed > 0 && (
          <Button size="small" onClick={() => setShown('rows')}>
            {t('assets.quality.failed_rows')}
          </Button>
        )}
        {last && (
          <Button size="small" type="text" onClick={() => setShown('results')}>
            {t('assets.quality.history')}
          </Button>
        )}
        {edit && (
          <>
            <Button size="small" type="text" onClick={edit}>
              {t('assets.edit')}
            </Button>
            <Button size="small" type="text" danger onClick={askRemove}>
              {t('assets.quality.remove')}
            </Button>
          </>
        )}
      </div>
      {shown === 'rows' && <FailedRows rule={rule} onClose={() => setShown(undefined)} />}
      {shown === 'results' && <QualityResults rule={rule} onClose={() => setShown(undefined)} />}
    </section>
  );
}
