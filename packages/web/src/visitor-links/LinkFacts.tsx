import { LockOutlined } from '@ant-design/icons';
import type { RecordLink } from '@formwork/contract/records/link.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '../i18n/i18n.ts';

type Link = Pick<RecordLink, 'password' | 'expiresAt' | 'revokedAt' | 'opened' | 'lastOpenedAt' | 'most'>;

export function linkState({ revokedAt, expiresAt, opened, most }: Link): 'revoked' | 'expired' | 'used' | 'open' {
  if (revokedAt !== null) return 'revoked';
  if (Date.parse(expiresAt) <= Date.now()) return 'expired';
  return most !== null && opened >= most ? 'used' : 'open';
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
        {link.most !== null && <> / {t('records.link.at_most', { count: link.most })}</>}
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
