import { BgColorsOutlined } from '@ant-design/icons';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useAppearanceItems } from '@formwork/web/shell/AccountMenu.tsx';
import type { ReactNode } from 'react';
import './login.css';

/** The ground of signing in, with language and skin in its corner. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const appearance = useAppearanceItems();
  return (
    <div className="login">
      <div className="login-appearance">
        <MenuButton label={t('shell.appearance')} items={appearance} align="end" popupClassName="fw-skin-menu"><BgColorsOutlined /></MenuButton>
      </div>
      <div className="login-card">{children}</div>
    </div>
  );
}
