import { hostingApi, type Hosting } from '@formwork/contract/identity/hosting.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { useHostedAccounts } from '@formwork/web/shell/use-hosted-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { SecurityRow } from './SecurityRow.tsx';
import './account-security.css';

/** Who does everything in my name, and whose accounts are entrusted to me. */
export default function HostingTab() {
  const t = useT();
  const own = useQuery(q(hostingApi.own));
  if (own.error)
    return (
      <ErrorState
        onRetry={() => void own.refetch()}
        requestId={isApiError(own.error) ? own.error.requestId : undefined}
      />
    );
  if (!own.data) return <SkeletonForm fields={3} />;
  return (
    <div className="hosting">
      <section>
        <p className="my-info-note">{t('personal.hosting.about')}</p>
        {own.data.hosting ? <Running hosting={own.data.hosting} /> : <SwitchOn />}
      </section>
      <section>
        <h2 className="centre-heading">{t('personal.hosting.to_me')}</h2>
        <ToMe />
      </section>
    </div>
  );
}

function Running({ hosting: { trustee, startedAt, endsAt, state } }: { hosting: Hosting }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const off = useCommand(hostingApi.switchOff, { refresh: [hostingApi.own] });
  const ask = () =>
    void modal.confirm({
      title: t('personal.hosting.off_title', { name: trustee.name }),
      content: t('personal.hosting.off_hint'),
      okText: t('personal.hosting.off'),
      okButtonProps: { danger: true },
      onOk: () => off.run(),
    });
  return (
    <SecurityRow
      title={<Person name={trustee.name} />}
      value={<StateTag tone={state === 'on' ? 'success' : 'neutral'}>{t(`personal.hosting.state_${state}`)}</StateTag>}
      note={
        <>
          {t('personal.hosting.since')} <Time at={startedAt} locale={locale} relative={false} /> ·{' '}
          {endsAt === null ? (
            t('personal.hosting.open_end')
          ) : (
            <>
              {t('personal.hosting.until')} <Time at={endsAt} locale={locale} relative={false} />
            </>
          )}
        </>
      }
      actions={
        <Button danger loading={off.pending} onClick={ask}>
          {t('personal.hosting.off')}
        </Button>
      }
    />
  );
}

function SwitchOn() {
  const t = useT();
  const me = useMe();
  const [trustee, setTrustee] = useState<string[]>([]);
  const [endsAt, setEndsAt] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const on = useCommand(hostingApi.switchOn, { refresh: [hostingApi.own], quiet: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [trusteeId] = trustee;
    if (trusteeId !== undefined && password !== '') void on.run({ body: { trusteeId, endsAt, password } });
  };
  return (
    <form className="hosting-form" onSubmit={submit} noValidate>
      <FieldRow
        name="trusteeId"
        required
        label={t('personal.hosting.trustee')}
        error={tried && trustee.length === 0 ? t('personal.hosting.trustee_required') : on.fieldErrors.trusteeId}
      >
        {(input) => <PersonPicker {...input} value={trustee} onChange={setTrustee} except={[me.id]} />}
      </FieldRow>
      <FieldRow
        name="endsAt"
        label={t('personal.hosting.ends')}
        help={t('personal.hosting.ends_help')}
        error={on.fieldErrors.endsAt}
      >
        {(input) => <MomentInput {...input} value={endsAt} onChange={setEndsAt} />}
      </FieldRow>
      <FieldRow
        name="hosting-password"
        required
        label={t('security.confirm.password')}
        error={tried && password === '' ? t('login.password.required') : on.fieldErrors.password}
      >
        {(input) => (
          <Input.Password
            {...input}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </FieldRow>
      {on.error && Object.keys(on.fieldErrors).length === 0 && <Alert type="error" showIcon title={on.errorText} />}
      <Button type="primary" htmlType="submit" loading={on.pending}>
        {t('personal.hosting.on')}
      </Button>
    </form>
  );
}

function ToMe() {
  const t = useT();
  const locale = useLocale();
  const { accounts, enter, pending } = useHostedAccounts(useMe());
  if (accounts.length === 0)
    return <EmptyState small title={t('personal.hosting.none_to_me')} hint={t('personal.hosting.none_to_me_hint')} />;
  return accounts.map(({ person, endsAt }) => (
    <SecurityRow
      key={person.id}
      title={<Person name={person.name} />}
      note={
        endsAt === null ? (
          t('personal.hosting.open_end')
        ) : (
          <>
            {t('personal.hosting.until')} <Time at={endsAt} locale={locale} relative={false} />
          </>
        )
      }
      actions={
        <Button loading={pending} onClick={() => enter(person.id)}>
          {t('personal.hosting.enter')}
        </Button>
      }
    />
  ));
}
