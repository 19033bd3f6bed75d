import { AppstoreOutlined } from '@ant-design/icons';
import type { Me } from '@formwork/contract/identity/api.ts';
import { PopupButton } from '@formwork/ui/feedback/popup.tsx';
import { lazy, Suspense } from 'react';

const Launcher = lazy(() => import('./launcher/Launcher.tsx'));

/** Opens everything one may open, from any page. */
export function LauncherButton({ me, label, current }: { me: Me; label: string; current: string | undefined }) {
  return (
    <PopupButton
      label={label}
      role="dialog"
      className="fw-bar-button"
      popupClassName="fw-launcher"
      onPointerEnter={() => void import('./launcher/Launcher.tsx')}
      content={(close) => (
        <Suspense>
          <Launcher me={me} current={current} close={close} />
        </Suspense>
      )}
    >
      <AppstoreOutlined />
      <span>{label}</span>
    </PopupButton>
  );
}
