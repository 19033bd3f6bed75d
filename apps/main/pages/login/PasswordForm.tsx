import { signInApi, type SignInAnswer } from '@formwork/contract/identity/sign-in.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { SubmitButton } from './SubmitButton.tsx';
import { useAttempt } from './use-attempt.ts';

export function PasswordForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }) {
  const t = useT();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const state = useAttempt('password');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(login.trim() === '' && { login: t('login.login.required') }),
      ...(password === '' && { password: t('login.password.required') }),
    };
    state.setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const answer = await state.attempt(() => call(signInApi.signIn, { body: { login: login.trim(), password } }));
    if (answer) onAnswer(answer);
  };

  return (
    <form className="login-fields" onSubmit={submit} noValidate>
      <FieldRow name="login" label={t('login.login.label')} error={state.errors.login}>
        {(input) => (
          <Input
            {...input}
            size="large"
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={login}
            onChange={(event) => setLogin(event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow name="password" label={t('login.password.label')} error={state.errors.password}>
        {(input) => (
          <Input.Password
            {...input}
            size="large"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </FieldRow>
      <SubmitButton of={state} text={t('login.submit')} />
    </form>
  );
}
