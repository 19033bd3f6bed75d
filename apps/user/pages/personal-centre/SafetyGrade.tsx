import { KeyOutlined, SafetyOutlined } from '@ant-design/icons';
import type { AccountSecurity } from '@formwork/contract/identity/account-security.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { SecurityRow, SecuritySection } from './SecurityRow.tsx';

const tones = { low: 'error', medium: 'warning', high: 'success' } as const;

/** The account as a whole, and its password. */
export function SafetyGrade({ security: { grade, password, login } }: { security: AccountSecurity }) {
  const t = useT();
  const locale = useLocale();
  return (
    <SecuritySection title={t('security.grade.title')}>
      <SecurityRow
        icon={<SafetyOutlined />}
        title={t('security.grade.whole')}
        value={<StateTag tone={tones[grade]}>{t(`login.change.${grade}`)}</StateTag>}
        note={t(`security.grade.note_${grade}`)}
      />
      <SecurityRow
        icon={<KeyOutlined />}
        title={t('security.password.title')}
        value={
          password.grade && (
            <StateTag tone={tones[password.grade]}>
              {t('login.change.strength', { grade: t(`login.change.${password.grade}`) })}
            </StateTag>
          )
        }
        note={
          <>
            {t('security.password.login', { login })} · {t('security.password.set')}{' '}
            <Time at={password.setAt} locale={locale} />
            {password.expiresAt && (
              <>
                {' '}
                · {t('security.password.expires')}{' '}
                <Time at={password.expiresAt} locale={locale} precision="date" relative={false} />
              </>
            )}
          </>
        }
        actions={
          <Link className="security-link" href={pathTo('modifyPassword')}>
            {t('security.password.change')}
          </Link>
        }
      />
    </SecuritySection>
  );
}
