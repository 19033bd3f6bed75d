import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordStrength, useRulesText } from '@formwork/web/session/password-parts.tsx';
import { secondsToWait, useCountdown } from '@formwork/web/session/countdown.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import { useEffect, useState, type FormEvent } from 'react';
import './modify-password.css';

const empty = { current: '', next: '', repeat: '' };
type Field = keyof typeof empty;

export default function ModifyPasswordPage() {
  const t = useT();
  const { deputy } = useMe();
  return (
    <Page title={t('login.change.title')} width="settings">
      {deputy ? <EmptyState title={t('identity.hosting.in_person')} /> : <PasswordForm />}
    </Page>
  );
}

function PasswordForm() {
  const t = useT();
  const { message } = App.useApp();
  const [form, setForm] = useState(empty);
  const [found, setFound] = useState<Partial<Record<Field, string>>>({});
  const [wait, startWait] = useCountdown();
  const rules = useQuery(q(accountApi.security)).data?.password.rules;
  const rulesText = useRulesText();
  const change = useCommand(identityApi.changePassword, {
    quiet: true,
    onDone: () => {
      setForm(empty);
      void message.success(t('login.change.done'));
    },
  });
  useConfirmLeave(Object.values(form).some((value) => value !== ''));
  useEffect(() => {
    const seconds = secondsToWait(change.error);
    if (seconds !== undefined) startWait(seconds);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new refusal starts a wait, a new function does not
  }, [change.error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems: Partial<Record<Field, string>> = {
      ...(form.current === '' && { current: t('login.change.current_required') }),
      ...(form.next === '' && { next: t('login.change.next_required') }),
      ...(form.repeat === ''
        ? { repeat: t('login.change.repeat_required') }
        : form.repeat !== form.next && { repeat: t('login.change.differs') }),
    };
    setFound(problems);
    change.reset();
    if (Object.keys(problems).length === 0) void change.run({ body: { current: form.current, next: form.next } });
  };
  const errorOf = (field: Field) => {
    if (field === 'current' && wait > 0) return t('login.locked', { seconds: wait });
    return found[field] ?? change.fieldErrors[field];
  };
  const general =
    change.error && wait === 0 && secondsToWait(change.error) === undefined && change.error.fields.length === 0
      ? change.errorText
      : undefined;
  const input = (field: Field, autoComplete: string) => (attributes: object) => (
    <Input.Password
      {...attributes}
      autoComplete={autoComplete}
      value={form[field]}
      onChange={(event) => setForm({ ...form, [field]: event.target.value })}
    />
  );

  return (
    <form className="modify-password" onSubmit={submit} noValidate>
      <FieldRow name="current" label={t('login.change.current')} required error={errorOf('current')}>
        {input('current', 'current-password')}
      </FieldRow>
      <FieldRow
        name="next"
        label={t('login.change.next')}
        required
        help={rules ? rulesText(rules) : t('login.change.next_help')}
        error={errorOf('next')}
      >
        {input('next', 'new-password')}
      </FieldRow>
      {form.next !== '' && <PasswordStrength password={form.next} />}
      <FieldRow name="repeat" label={t('login.change.repeat')} required error={errorOf('repeat')}>
        {input('repeat', 'new-password')}
      </FieldRow>
      {general && (
        <p className="modify-password-error" role="alert">
          {general}
        </p>
      )}
      <div>
        <Button type="primary" htmlType="submit" loading={change.pending} disabled={wait > 0}>
          {wait > 0 ? t('login.wait', { seconds: wait }) : t('login.change.submit')}
        </Button>
      </div>
    </form>
  );
}
