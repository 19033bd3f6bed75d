import { LockOutlined } from '@ant-design/icons';
import type { RecordLink } from '@formwork/contract/records/link.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

type Link = Pick<RecordLink, 'password' | 'expiresAt' | 'revokedAt' | 'opened' | 'lastOpenedAt'>;

export function linkState({ revokedAt, expiresAt }: Link): 'revoked' | 'expired' | 'open' {
  return revokedAt !== null ? 'revoked' : Date.parse(expiresAt) <= Date.now() ? 'expired' : 'open';
}

export function LinkState({ link }: { link: Link }) {
  const t = useT();
  const state = linkState(link);
  return (
    <>
      <StateTag tone={state === 'open' ? 'success' : 'neutral'}>{t(`records.link.state.${state}`)}</StateTag>
      {link.password && (
        <>
          {' '}
          <LockOutlined title={t('records.link.with_password')} />
        </>
      )}
    </>
  );
}

/** Who made a link, until when it holds and how often it was opened. */
export function LinkFacts({ link, by }: { link: Link; by: string }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <span className="fw-field-note">
        {t('records.link.by', { name: by })} · {t('records.link.until')}{' '}
        <Time at={link.expiresAt} locale={locale} relative={false} />
      </span>
      <span className="fw-field-note">
        {t('records.link.opened', { count: link.opened })}
        {link.lastOpenedAt && (
          <>
            {' '}
            · <Time at={link.lastOpenedAt} locale={locale} />
          </>
        )}
      </span>
    </>
  );
}
