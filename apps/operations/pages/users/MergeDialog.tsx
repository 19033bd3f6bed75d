import { usersApi, type MergePlan, type PlatformUser } from '@formwork/contract/operations/users.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Select } from 'antd';
import { useDeferredValue, useState } from 'react';

/** Chooses the account that stays, and says what becomes of both before anything is done. */
export function MergeDialog({ user, onClose }: { user: PlatformUser; onClose: () => void }) {
  const t = useT();
  const [intoId, setInto] = useState<string>();
  const params = { userId: user.id };
  const plan = useQuery({
    ...q(usersApi.planMerge, { params, query: { intoId: intoId ?? '' } }),
    enabled: intoId !== undefined,
    staleTime: 0,
  });
  const merge = useCommand(usersApi.merge, { refresh: [usersApi.list, usersApi.get], onDone: onClose });
  const mayMerge = plan.data !== undefined && plan.data.into.id === intoId && plan.data.refusals.length === 0;
  return (
    <Modal
      open
      width={560}
      title={t('operations.merge.title', { name: user.name, login: user.login })}
      okText={t('operations.merge.do')}
      okButtonProps={{ danger: true, disabled: !mayMerge }}
      confirmLoading={merge.pending}
      onCancel={onClose}
      onOk={() => intoId !== undefined && void merge.run({ params, body: { intoId } })}
    >
      <div className="operations-stack">
        <label className="operations-field">
          {t('operations.merge.into')}
          <AccountSelect value={intoId} onChange={setInto} />
        </label>
        {intoId !== undefined &&
          (plan.data ? (
            <Plan plan={plan.data} />
          ) : plan.error ? (
            <ErrorState hint={errorText(plan.error, t)} onRetry={() => void plan.refetch()} />
          ) : (
            <SkeletonRows rows={4} />
          ))}
      </div>
    </Modal>
  );
}

function AccountSelect({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const found = useQuery(q(usersApi.list, { query: { search: useDeferredValue(search.trim()), limit: 20 } }));
  return (
    <Select
      aria-label={t('operations.merge.into')}
      placeholder={t('operations.users.search')}
      value={value}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      notFoundContent={t('operations.users.none_found')}
      options={
        found.data?.rows.map(({ id, name, login, home }) => ({
          value: id,
          label: `${name} · ${login} · ${home.name}`,
        })) ?? []
      }
    />
  );
}

function Plan({ plan: { from, into, moves, stays, phone, email, providers, refusals } }: { plan: MergePlan }) {
  const t = useT();
  if (refusals.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        title={t('operations.merge.refused')}
        description={
          <ul className="operations-reasons">
            {refusals.map(({ code, data }) => (
              <li key={code + JSON.stringify(data)}>{t(code, data)}</li>
            ))}
          </ul>
        }
      />
    );
  const lines = [
    ...moves.map(({ space, role }) =>
      t('operations.merge.moves', { space: space.name, role: t(`shell.role.${role}`) }),
    ),
    ...stays.map(({ space, role, keptRole }) =>
      t(role === keptRole ? 'operations.merge.stays' : 'operations.merge.stays_other', {
        space: space.name,
        role: t(`shell.role.${keptRole}`),
        lost: t(`shell.role.${role}`),
      }),
    ),
    ...(phone ? [t(`operations.merge.phone_${phone}`)] : []),
    ...(email ? [t(`operations.merge.email_${email}`)] : []),
    ...providers.map(({ provider, way }) =>
      t(`operations.merge.provider_${way}`, { provider: t(`login.provider.${provider}`) }),
    ),
    t('operations.merge.handed_over'),
  ];
  return (
    <>
      <ul className="operations-reasons">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Alert type="warning" showIcon title={t('operations.merge.lost', { from: from.login, into: into.login })} />
    </>
  );
}
