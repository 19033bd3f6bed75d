import { signInApi, type SignInAnswer, type SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { AuthenticatorQr, RecoveryCodes } from '@formwork/web/session/two-step-parts.tsx';
import { Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { SubmitButton } from './SubmitButton.tsx';
import { useAttempt } from './use-attempt.ts';

interface SetUpStepProps {
  step: Extract<SignInStep, { next: 'set_up' }>;
  onAnswer: (answer: SignInAnswer) => void;
  onBack: () => void;
}

/** The enterprise asks for a second step: the app is set up before the first session. */
export function SetUpStep({ step, onAnswer, onBack }: SetUpStepProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const [done, setDone] = useState<{ recoveryCodes: string[]; ticket: string }>();
  const state = useAttempt('code');

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (code === '') return state.setErrors({ code: t('login.code.required') });
    setDone(await state.attempt(() => call(signInApi.setUpSecondStep, { body: { ticket: step.ticket, code } })));
  };
  const finish = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await state.attempt(() => call(signInApi.finish, { body: { ticket: done!.ticket } }));
    if (answer) onAnswer(answer);
  };

  if (done) {
    return (
      <form className="login-fields" onSubmit={finish} noValidate>
        <h1>{t('login.recovery.title')}</h1>
        <RecoveryCodes codes={done.recoveryCodes} />
        <SubmitButton of={state} text={t('login.recovery.noted')} />
      </form>
    );
  }
  return (
    <form className="login-fields" onSubmit={confirm} noValidate>
      <h1>{t('login.set_up.title')}</h1>
      <p className="login-hint">{t('login.set_up.hint')}</p>
      <AuthenticatorQr secret={step.secret} uri={step.uri} />
      <FieldRow name="code" label={t('login.second.label_totp')} error={state.errors.code}>
        {(input) => (
          <Input
            {...input}
            size="large"
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FieldRow>
      <SubmitButton of={state} text={t('login.second.submit')} />
      <div className="login-others">
        <Button type="link" size="small" onClick={onBack}>
          {t('login.back')}
        </Button>
      </div>
    </form>
  );
}
