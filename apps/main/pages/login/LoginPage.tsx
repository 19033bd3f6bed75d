import { signInApi, type SignInAnswer, type SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { hasText, useT } from '@formwork/web/i18n/i18n.ts';
import { ownPath } from '@formwork/web/router/address.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { LoginFrame } from './LoginFrame.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { SignInSteps } from './SignInSteps.tsx';
import { SmsForm } from './SmsForm.tsx';

export default function LoginPage() {
  const t = useT();
  const [redirect] = useQueryText('redirect');
  const [why = ''] = useQueryText('why');
  const [way, setWay] = useQueryText('way');
  const [step, setStep] = useState<SignInStep>();
  const ways = useQuery(q(signInApi.ways)).data;

  const onAnswer = (answer: SignInAnswer) => {
    if ('next' in answer) setStep(answer);
    // a new document: everything in it belongs to who is signed in now
    else location.assign(ownPath(redirect));
  };
  if (step)
    return (
      <LoginFrame>
        <SignInSteps step={step} onAnswer={onAnswer} onBack={() => setStep(undefined)} />
      </LoginFrame>
    );

  const bySms = way === 'sms' && ways?.sms === true;
  return (
    <LoginFrame>
      <h1>{t('login.title')}</h1>
      {why.startsWith('identity.space.') && hasText(why) && (
        <p className="login-error" role="alert">
          {t(why)}
        </p>
      )}
      {ways?.sms && (
        <Segmented
          block
          aria-label={t('login.way.label')}
          value={bySms ? 'sms' : 'password'}
          onChange={(next) => setWay(next === 'sms' ? 'sms' : undefined)}
          options={[
            { value: 'password', label: t('login.way.password') },
            { value: 'sms', label: t('login.way.sms') },
          ]}
        />
      )}
      {bySms ? <SmsForm onAnswer={onAnswer} /> : <PasswordForm onAnswer={onAnswer} />}
      <p className="login-hint">
        <Link href={pathTo('entRegist')}>{t('login.sign_up')}</Link>
      </p>
      <ProviderButtons providers={ways?.providers ?? []} redirect={redirect} />
    </LoginFrame>
  );
}
