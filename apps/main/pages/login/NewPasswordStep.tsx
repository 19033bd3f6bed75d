import { signInApi, type SignInAnswer, type SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordStrength, useRulesText } from '@formwork/web/session/password-parts.tsx';
import { Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { SubmitButton } from './SubmitButton.tsx';
import { useAttempt } from './use-attempt.ts';

interface NewPasswordStepProps {
  step: Extract<SignInStep, { next: 'new_password' }>;
  onAnswer: (answer: SignInAnswer) => void;
  onBack: () => void;
}

export function NewPasswordStep({ step, onAnswer, onBack }: NewPasswordStepProps) {
  const t = useT();
  const rulesText = useRulesText();
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const state = useAttempt('next');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(next === '' && { next: t('login.change.next_required') }),
      ...(repeat !== next && { repeat: t('login.change.differs') }),
    };
    state.setErrors(found);
    if (Object.keys(found).length > 0) return;
    const answer = await state.attempt(() => call(signInApi.newPassword, { body: { ticket: step.ticket, next } }));
    if (answer) onAnswer(answer);
  };

  return (
    <form className="login-fields" onSubmit={submit} noValidate>
      <h1>{t('login.change.title')}</h1>
      <p className="login-hint">{t(`login.change.why_${step.reason}`)}</p>
      <FieldRow name="next" label={t('login.change.next')} help={rulesText(step.rules)} error={state.errors.next}>
        {(input) => (
          <Input.Password
            {...input}
            size="large"
            autoFocus
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        )}
      </FieldRow>
      {next !== '' && <PasswordStrength password={next} />}
      <FieldRow name="repeat" label={t('login.change.repeat')} error={state.errors.repeat}>
        {(input) => (
          <Input.Password
            {...input}
            size="large"
            autoComplete="new-password"
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
          />
        )}
      </FieldRow>
      <SubmitButton of={state} text={t('login.change.submit_and_sign_in')} />
      <div className="login-others">
        <Button type="link" size="small" onClick={onBack}>
          {t('login.back')}
        </Button>
      </div>
    </form>
  );
}
