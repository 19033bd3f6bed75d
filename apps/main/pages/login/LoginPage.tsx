import { BgColorsOutlined } from '@ant-design/icons';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { FieldRow } from '@formwork/ui/field-row.tsx';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText, fieldTexts } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ownPath } from '@formwork/web/router/address.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { secondsToWait, useCountdown } from '@formwork/web/session/countdown.ts';
import { useAppearanceItems } from '@formwork/web/shell/AccountMenu.tsx';
import { Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import './login.css';

export default function LoginPage() {
  const t = useT();
  const appearance = useAppearanceItems();
  const [redirect] = useQueryText('redirect');
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [wait, startWait] = useCountdown();

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    const missing = { ...(login.trim() === '' && { login: t('login.login.required') }), ...(password === '' && { password: t('login.password.required') }) };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setPending(true);
    try {
      await call(identityApi.signIn, { body: { login: login.trim(), password } });
      // a new document: everything in it belongs to who is signed in now
      location.assign(ownPath(redirect));
    } catch (error) {
      setPending(false);
      const seconds = secondsToWait(error);
      if (seconds !== undefined) return startWait(seconds);
      const fields = fieldTexts(error, t);
      if (Object.keys(fields).length > 0) return setErrors(fields);
      setErrors({ [isApiError(error) && error.code === 'identity.session.wrong_password' ? 'password' : 'form']: errorText(error, t) });
    }
  };
  const passwordError = wait > 0 ? t('login.locked', { seconds: wait }) : errors.password;

  return (
    <div className="login">
      <div className="login-appearance">
        <MenuButton label={t('shell.appearance')} items={appearance} align="end" popupClassName="fw-skin-menu"><BgColorsOutlined /></MenuButton>
      </div>
      <form className="login-form" onSubmit={signIn} noValidate>
        <h1>{t('login.title')}</h1>
        <FieldRow name="login" label={t('login.login.label')} error={errors.login}>
          {(input) => <Input {...input} size="large" autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} value={login} onChange={(event) => setLogin(event.target.value)} />}
        </FieldRow>
        <FieldRow name="password" label={t('login.password.label')} error={passwordError}>
          {(input) => <Input.Password {...input} size="large" autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />}
        </FieldRow>
        {errors.form && <p className="login-error" role="alert">{errors.form}</p>}
        <Button type="primary" htmlType="submit" size="large" block loading={pending} disabled={wait > 0}>{wait > 0 ? t('login.wait', { seconds: wait }) : t('login.submit')}</Button>
      </form>
    </div>
  );
}
