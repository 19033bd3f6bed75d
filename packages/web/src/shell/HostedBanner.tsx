import type { Me } from '@formwork/contract/identity/api.ts';
import { useT } from '../i18n/i18n.ts';
import { useHostedAccounts } from './use-hosted-accounts.ts';

/** Says in whose account a trustee is, on every page, and leads back. */
export function HostedBanner({ me }: { me: Me & Required<Pick<Me, 'deputy'>> }) {
  const t = useT();
  const { leave, pending } = useHostedAccounts(me);
  return (
    <p className="fw-acting" data-hosted role="status">
      {t('shell.hosting.banner', { name: me.name, trustee: me.deputy?.name })}
      <button type="button" disabled={pending} onClick={leave}>
        {t('shell.hosting.leave')}
      </button>
    </p>
  );
}
