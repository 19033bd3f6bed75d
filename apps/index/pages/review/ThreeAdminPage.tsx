import { reviewApi, officerRoles, type Separation } from '@formwork/contract/review/api.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { ErrorState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { ChangeList } from './ChangeList.tsx';
import './review.css';

/** Who holds which of the three parts, whether they are kept apart, and the changes which wait for release. */
export default function ThreeAdminPage() {
  const t = useT();
  const separation = useQuery(q(reviewApi.getSeparation));
  if (separation.isPending) return <SkeletonPage />;
  if (separation.isError)
    return (
      <ErrorState
        hint={errorText(separation.error, t)}
        requestId={isApiError(separation.error) ? separation.error.requestId : undefined}
        onRetry={() => void separation.refetch()}
      />
    );
  const { enabled, officers } = separation.data;
  return (
    <Page
      title={t('review.three.title')}
      tags={
        <StateTag tone={enabled ? 'success' : 'neutral'}>
          {t(enabled ? 'review.three.on' : 'review.three.off')}
        </StateTag>
      }
      fill
      flush
      actions={<Switch separation={separation.data} />}
    >
      <div className="review-three">
        <p className="review-explain">{t('review.three.explain')}</p>
        <ul className="review-officers">
          {officerRoles.map((role) => (
            <li key={role}>
              <h2>{t(`shell.role.${role}`)}</h2>
              <p>{t(`review.three.${role}`)}</p>
              {officers[role].length === 0 ? (
                <StateTag tone="warning">{t('review.three.nobody')}</StateTag>
              ) : (
                officers[role].slice(0, 20).map(({ id, name, login }) => <Person key={id} name={name} note={login} />)
              )}
              {officers[role].length > 20 && (
                <span className="review-more">{t('review.three.more', { count: officers[role].length - 20 })}</span>
              )}
            </li>
          ))}
        </ul>
        <h2 className="review-head">{t('review.three.changes')}</h2>
        <ChangeList />
      </div>
    </Page>
  );
}

/** On at once; off is itself a change of rights, which the reviewer releases. */
function Switch({ separation: { enabled, can } }: { separation: Separation }) {
  const t = useT();
  const { modal } = App.useApp();
  const set = useCommand(reviewApi.setSeparation, { refresh: [reviewApi.getSeparation, reviewApi.listChanges] });
  if (!can.change) return null;
  const ask = () =>
    modal.confirm({
      title: t(enabled ? 'review.three.disable_title' : 'review.three.enable_title'),
      content: t(enabled ? 'review.three.disable_hint' : 'review.three.enable_hint'),
      okText: t(enabled ? 'review.three.disable' : 'review.three.enable'),
      onOk: () => set.run({ body: { enabled: !enabled } }),
    });
  return (
    <Button type={enabled ? 'default' : 'primary'} loading={set.pending} onClick={() => void ask()}>
      {t(enabled ? 'review.three.disable' : 'review.three.enable')}
    </Button>
  );
}
