import { signInApi, type ProviderAnswer, type SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ownPath } from '@formwork/web/router/address.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { providerName } from '@formwork/web/session/providers.tsx';
import { Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { EnterSpace } from './EnterSpace.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { keptRedirect } from './redirect.ts';
import { SignInSteps } from './SignInSteps.tsx';

/** A relay: back from a third party, over into another enterprise, or between the hosts of the installation: that the server does, and only what it refuses is shown here. */
export default function LoginMiddlePage() {
  const [space] = useQueryText('space');
  const [redirect] = useQueryText('redirect');
  const [preview] = useQueryText('preview');
  const [to] = useQueryText('to');
  const [ticket] = useQueryText('ticket');
  if (preview !== undefined) return <ToPreview ticket={preview} />;
  if (to !== undefined) return <NotHandedOver text="login.middle.foreign" />;
  if (ticket !== undefined) return <NotHandedOver text="login.middle.ended" />;
  return space === undefined ? <ComeBack /> : <EnterSpace spaceId={space} redirect={redirect} />;
}

/** A preview ticket, from whichever space: it shows its file by itself, nobody has to sign in for it. */
function ToPreview({ ticket }: { ticket: string }) {
  const t = useT();
  useEffect(() => location.replace(pathTo('preview', {}, { ticket })), [ticket]);
  return (
    <LoginFrame>
      <div className="login-waiting" role="status">
        <Spin /> {t('login.middle.waiting')}
      </div>
    </LoginFrame>
  );
}

function NotHandedOver({ text }: { text: 'login.middle.foreign' | 'login.middle.ended' }) {
  const t = useT();
  return (
    <LoginFrame>
      <h1>{t('login.middle.title')}</h1>
      <p className="login-error" role="alert">
        {t(text)}
      </p>
      <Link href="/">{t('shell.go.home')}</Link>
    </LoginFrame>
  );
}

/** Takes the third party's answer out of the address, and signs in or binds. */
function ComeBack() {
  const t = useT();
  const [step, setStep] = useState<SignInStep>();
  const [problem, setProblem] = useState<string>();
  const asked = useRef(false);

  const onAnswer = (answer: ProviderAnswer) => {
    if (!('next' in answer)) return location.assign(ownPath(keptRedirect()));
    if (answer.next === 'bound') return location.assign(`${pathTo('personalCentre')}?tab=security`);
    if (answer.next === 'not_bound')
      return setProblem(
        t('login.middle.not_bound', { provider: providerName({ id: answer.provider, name: null }, t) }),
      );
    setStep(answer);
  };

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const answer = Object.fromEntries(new URLSearchParams(location.search));
    // codes are no good in the history of the browser
    history.replaceState(history.state, '', location.pathname);
    if (answer.state === undefined) return setProblem(t('login.middle.nothing'));
    if (answer.error !== undefined) return setProblem(t('login.middle.refused'));
    call(signInApi.comeBack, { body: { answer } }).then(onAnswer, (error: unknown) => setProblem(errorText(error, t)));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: what came back is good once
  }, []);

  if (step)
    return (
      <LoginFrame>
        <SignInSteps step={step} onAnswer={onAnswer} onBack={() => location.assign(pathTo('login'))} />
      </LoginFrame>
    );
  return (
    <LoginFrame>
      <h1>{t('login.middle.title')}</h1>
      {problem === undefined ? (
        <div className="login-waiting" role="status">
          <Spin /> {t('login.middle.waiting')}
        </div>
      ) : (
        <>
          <p className="login-error" role="alert">
            {problem}
          </p>
          <Link href={pathTo('login')}>{t('login.back')}</Link>
        </>
      )}
    </LoginFrame>
  );
}
