import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { shareApi, type Share } from '@formwork/contract/records/share.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';

/** Whom the record is shared with, for those who may share it. */
export function SharesPanel({
  formId,
  recordId,
  definition,
}: {
  formId: string;
  recordId: string;
  definition: FormDefinition;
}) {
  const t = useT();
  const params = { formId, recordId };
  const found = useQuery(q(shareApi.shares, { params }));
  const shares = found.data?.shares ?? [];
  const nameOf = useNames('people', [...new Set(shares.map(({ by }) => by))]);
  if (found.isPending) return <SkeletonRows rows={3} columns={1} />;
  if (found.isError) return <ErrorState small onRetry={() => void found.refetch()} />;
  if (shares.length === 0)
    return <EmptyState small title={t('records.share.none')} hint={t('records.share.none_hint')} />;
  return (
    <ul className="fw-shares">
      {shares.map((share) => (
        <ShareLine key={share.id} share={share} definition={definition} by={nameOf(share.by) ?? '…'} params={params} />
      ))}
    </ul>
  );
}

function ShareLine({
  share,
  by,
  params,
  definition,
}: {
  share: Share;
  definition: FormDefinition;
  by: string;
  params: { formId: string; recordId: string };
}) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const end = useCommand(shareApi.endShare, { refresh: [shareApi.shares] });
  const joined = (except: boolean) =>
    share.receivers
      .filter((one) => (one.except === true) === except)
      .map(({ name }) => name || t('records.share.gone_receiver'))
      .join(locale === 'zh-CN' ? '、' : ', ');
  const left = joined(true);
  const table = textIn(definition.tables.find(({ id }) => id === share.rows?.table)?.title ?? { zh: '—' }, locale);
  const ask = () =>
    void modal.confirm({
      title: t('records.share.end_title'),
      content: t('records.share.end_hint'),
      okText: t('records.share.end'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => end.run({ params: { ...params, shareId: share.id } }),
    });
  return (
    <li>
      <div>
        <b>{joined(false)}</b>
        {left !== '' && <span className="fw-field-note"> {t('records.share.except', { names: left })}</span>}{' '}
        <StateTag tone="info">{t(`records.share.level.${share.level}`)}</StateTag>
        {share.rows && (
          <span className="fw-field-note"> {t('records.share.rows_of', { table, count: share.rows.count })}</span>
        )}
      </div>
      <span className="fw-field-note">
        {t('records.share.by', { name: by, count: share.people })} · <Time at={share.at} locale={locale} />
      </span>
      <Button size="small" type="link" danger onClick={ask}>
        {t('records.share.end')}
      </Button>
    </li>
  );
}
