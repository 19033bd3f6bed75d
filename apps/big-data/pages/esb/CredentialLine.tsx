import type { Credential } from '@formwork/contract/gateway/api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';

export function CredentialLine({ credential, onRevoke }: { credential: Credential; onRevoke: () => void }) {
  const t = useT();
  const { kind, name, hint, revokedAt, expiresAt } = credential;
  return (
    <div className="esb-line" data-off={revokedAt !== null || undefined}>
      <StateTag tone={revokedAt === null ? 'primary' : 'neutral'}>{t(`gateway.credential.kind.${kind}`)}</StateTag>
      <span>{name}</span>
      <code>{hint}</code>
      {expiresAt !== null && (
        <span className="esb-note">{t('gateway.credential.until', { at: expiresAt.slice(0, 10) })}</span>
      )}
      {revokedAt === null ? (
        <Button size="small" type="text" danger onClick={onRevoke}>
          {t('gateway.credential.revoke')}
        </Button>
      ) : (
        <StateTag>{t('gateway.credential.revoked')}</StateTag>
      )}
    </div>
  );
}
