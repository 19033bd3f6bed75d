import type { Me } from '@formwork/contract/identity/api.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { lazy, Suspense, useState } from 'react';
import { useLocale, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';

const HoldDialog = lazy(() => import('./HoldDialog.tsx'));

/** Says on every page that the installation, or the enterprise, was restored and waits; an operator lets it go on from here. */
export function HeldBanner({ me }: { me: Me }) {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useState(false);
  if (!pageConfig.held) return null;
  return (
    <p className="fw-acting" data-held role="status">
      <span>
        {t(`held.banner.${pageConfig.held.what}`)} <Time at={pageConfig.held.from} locale={locale} relative={false} />
      </span>
      {me.permissions.includes('operations.hold.end') && (
        <button type="button" onClick={() => setAsked(true)}>
          {t('held.open')}
        </button>
      )}
      {asked && (
        <Suspense>
          <HoldDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </p>
  );
}
