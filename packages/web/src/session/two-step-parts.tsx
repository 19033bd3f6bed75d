import { App, Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useT } from '../i18n/i18n.ts';
import './two-step-parts.css';

const QrSvg = lazy(() => import('./QrSvg.tsx'));

/** The secret for an authenticator app: to scan, or to type where there is no camera. */
export function AuthenticatorQr({ secret, uri }: { secret: string; uri: string }) {
  const t = useT();
  return (
    <div className="authenticator">
      <div className="authenticator-code" aria-label={t('login.set_up.qr')} role="img">
        <Suspense>
          <QrSvg value={uri} />
        </Suspense>
      </div>
      <div>
        <p>{t('login.set_up.by_hand')}</p>
        <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </div>
    </div>
  );
}

/** Shown once; copied or downloaded they outlive the page. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useT();
  const { message } = App.useApp();
  const text = codes.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    void message.success(t('login.recovery.copied'));
  };
  return (
    <div className="recovery-codes">
      <p>{t('login.recovery.hint')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={() => void copy()}>
          {t('login.recovery.copy')}
        </Button>
        <Button
          size="small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="formwork-recovery-codes.txt"
        >
          {t('login.recovery.download')}
        </Button>
      </div>
    </div>
  );
}
