import { BgColorsOutlined } from '@ant-design/icons';
import { Mark } from '@formwork/ui/format/mark.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { knownLogo } from '@formwork/web/appearance/known-logo.ts';
import { setLocale, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useSkinItems } from '@formwork/web/shell/AccountMenu.tsx';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import './login.css';

// nobody waits for it
const LoginPicture = lazy(() => import('./LoginPicture.tsx').then((module) => ({ default: module.LoginPicture })));

const languages = [
  ['zh-CN', '中文'],
  ['en', 'English'],
] as const;

/** The ground of signing in: who we are at the left, the way in at the right, language and skin above it. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const skins = useSkinItems();
  const [logo] = useState(knownLogo);
  return (
    <div className="login">
      <aside className="login-brand">
        <p className="login-name">
          {logo === undefined ? (
            <>
              <Mark size={36} />
              Formwork
            </>
          ) : (
            <img className="login-logo" src={logo} alt="" />
          )}
        </p>
        <Suspense fallback={<div className="login-picture" />}>
          <LoginPicture />
        </Suspense>
        <div className="login-claim">
          <p>{t('login.claim')}</p>
          <ul>
            <li>{t('login.claim.forms')}</li>
            <li>{t('login.claim.analysis')}</li>
            <li>{t('login.claim.devices')}</li>
          </ul>
        </div>
      </aside>
      <div className="login-side">
        <div className="login-appearance">
          <div className="login-languages" role="group" aria-label={t('shell.language.title')}>
            {languages.map(([id, name]) => (
              <button key={id} type="button" lang={id} aria-pressed={locale === id} onClick={() => void setLocale(id)}>
                {name}
              </button>
            ))}
          </div>
          {skins.length > 0 && (
            <MenuButton label={t('shell.skin.title')} items={skins} align="end" popupClassName="fw-skin-menu">
              <BgColorsOutlined />
            </MenuButton>
          )}
        </div>
        <div className="login-card">{children}</div>
      </div>
    </div>
  );
}
