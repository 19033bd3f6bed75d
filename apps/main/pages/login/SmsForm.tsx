import { phonePattern, signInApi, type SignInAnswer } from '@formwork/contract/identity/sign-in.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { CodeField } from './CodeField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useAttempt } from './use-attempt.ts';

export function SmsForm({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }) {
  const t = useT();
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const state = useAttempt('code');
  const phoneError = () =>
    phone.trim() === ''
      ? t('login.phone.required')
      : phonePattern.test(phone.trim())
        ? undefined
        : t('login.phone.malformed');

  const send = async () => {
    const error = phoneError();
    state.setErrors(error === undefined ? {} : { phone: error });
    return error === undefined ? call(signInApi.sendCode, { body: { phone } }) : undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const error = phoneError();
    const missing = {
      ...(error !== undefined && { phone: error }),
      ...(code === '' && { code: t('login.code.required') }),
    };
    state.setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const answer = await state.attempt(() => call(signInApi.signInByCode, { body: { phone, code } }));
    if (answer) onAnswer(answer);
  };

  return (
    <form className="login-fields" onSubmit={submit} noValidate>
      <FieldRow name="phone" label={t('login.phone.label')} error={state.errors.phone}>
        {(input) => (
          <Input
            {...input}
            size="large"
            autoFocus
            type="tel"
            autoComplete="tel"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        )}
      </FieldRow>
      <CodeField value={code} onChange={setCode} error={state.errors.code} send={send} />
      <SubmitButton of={state} text={t('login.submit')} />
    </form>
  );
}
