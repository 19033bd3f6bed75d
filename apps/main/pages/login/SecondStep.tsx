import { signInApi, type SignInAnswer, type SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { CodeField } from './CodeField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useAttempt } from './use-attempt.ts';

interface SecondStepProps {
  step: Extract<SignInStep, { next: 'second_step' }>;
  onAnswer: (answer: SignInAnswer) => void;
  onBack: () => void;
}

export function SecondStep({ step, onAnswer, onBack }: SecondStepProps) {
  const t = useT();
  const [way, setWay] = useState(step.ways[0]!);
  const [code, setCode] = useState('');
  const state = useAttempt('code');
  const others = step.ways.filter((one) => one !== way);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code === '') return state.setErrors({ code: t('login.code.required') });
    const answer = await state.attempt(() => call(signInApi.secondStep, { body: { ticket: step.ticket, way, code } }));
    if (answer) onAnswer(answer);
  };
  const change = (next: typeof way) => {
    setWay(next);
    setCode('');
    state.setErrors({});
  };

  return (
    <form className="login-fields" onSubmit={submit} noValidate>
      <h1>{t('login.second.title')}</h1>
      <p className="login-hint">{t(`login.second.hint_${way}`, { phone: step.phone ?? '' })}</p>
      {way === 'sms' ? (
        <CodeField
          value={code}
          onChange={setCode}
          error={state.errors.code}
          send={() => call(signInApi.sendSecondCode, { body: { ticket: step.ticket } })}
        />
      ) : (
        <FieldRow name="code" label={t(`login.second.label_${way}`)} error={state.errors.code}>
          {(input) =>
            way === 'password' ? (
              <Input.Password
                {...input}
                size="large"
                autoFocus
                autoComplete="current-password"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            ) : (
              <Input
                {...input}
                size="large"
                autoFocus
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                inputMode={way === 'totp' ? 'numeric' : 'text'}
                maxLength={40}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )
          }
        </FieldRow>
      )}
      <SubmitButton of={state} text={t('login.second.submit')} />
      <div className="login-others">
        {others.map((one) => (
          <Button key={one} type="link" size="small" onClick={() => change(one)}>
            {t(`login.second.use_${one}`)}
          </Button>
        ))}
        <Button type="link" size="small" onClick={onBack}>
          {t('login.back')}
        </Button>
      </div>
    </form>
  );
}
