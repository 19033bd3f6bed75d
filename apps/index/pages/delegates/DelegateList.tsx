import { StopOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { DelegatedAdmin } from '@formwork/contract/organization/delegated-admins.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { App, Button } from 'antd';
import './delegates.css';

/** One card each: who, which department or system, what, until when, by whom; ended with one press. */
export function DelegateList({
  grants,
  shows,
  emptyHint,
}: {
  grants: UseQueryResult<DelegatedAdmin[]>;
  shows?: (grant: DelegatedAdmin) => boolean;
  emptyHint: string;
}) {
  const t = useT();
  if (grants.isPending) return <SkeletonRows rows={4} columns={2} />;
  if (grants.isError) return <ErrorState hint={errorText(grants.error, t)} onRetry={() => void grants.refetch()} />;
  const shown = shows ? grants.data.filter(shows) : grants.data;
  if (shown.length === 0) return <EmptyState title={t('organization.delegates.none')} hint={emptyHint} />;
  return (
    <ul className="delegate-list" aria-label={t('organization.delegates.title')}>
      {shown.map((grant) => (
        <DelegateCard key={grant.id} grant={grant} />
      ))}
    </ul>
  );
}

function DelegateCard({ grant }: { grant: DelegatedAdmin }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const end = useCommand(organizationApi.endDelegatedAdmin, { refresh: [organizationApi.listDelegatedAdmins] });
  const { id, person, department, system, may, until, givenBy, givenAt, handedOn, inForce, can } = grant;
  const name = department?.name ?? textIn(system?.title, locale);
  const where = [...(department?.path ?? []), name].join(' / ');
  const confirm = () =>
    void modal.confirm({
      title: t('organization.delegates.end_title', { name: person.name, of: name }),
      content: t('organization.delegates.end_hint'),
      okText: t('organization.delegates.end'),
      okButtonProps: { danger: true },
      onOk: () => end.run({ params: { grantId: id } }),
    });
  return (
    <li className="delegate-card" aria-label={`${person.name}, ${where}`}>
      <div className="delegate-head">
        <Person name={person.name} note={person.login} />
        {!inForce && <StateTag>{t('organization.delegates.not_in_force')}</StateTag>}
        {handedOn && <StateTag>{t('organization.delegates.handed_on')}</StateTag>}
        {can.end && (
          <Button size="small" danger icon={<StopOutlined />} loading={end.pending} onClick={confirm}>
            {t('organization.delegates.end')}
          </Button>
        )}
      </div>
      <p className="delegate-where">
        {where} {system && <StateTag>{t('organization.delegates.system')}</StateTag>}
      </p>
      <p>{may.map((part) => t(`organization.delegates.may_${part}`)).join(t('organization.delegates.between'))}</p>
      <p className="delegate-quiet">
        {until === null ? (
          t('organization.delegates.without_end')
        ) : (
          <>
            {t('organization.delegates.until')} <Time at={until} locale={locale} relative={false} />
          </>
        )}
        {' · '}
        {t('organization.delegates.given_by', { name: givenBy.name })}{' '}
        <Time at={givenAt} locale={locale} relative={false} />
      </p>
    </li>
  );
}
