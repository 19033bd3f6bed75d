import type { PasswordRules } from '@formwork/contract/identity/policy.ts';
import { passwordGrade } from '@formwork/contract/password-grade.ts';
import { useT } from '../i18n/i18n.ts';
import './password-parts.css';

export function PasswordStrength({ password }: { password: string }) {
  const t = useT();
  const grade = passwordGrade(password);
  return (
    <div className="password-strength" data-grade={grade} role="status">
      <span className="password-strength-bar" aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {t('login.change.strength', { grade: t(`login.change.${grade}`) })}
    </div>
  );
}

/** What the enterprise asks of a password, in one line; where it asks for nothing more, what is recommended. */
export function useRulesText(): (rules: PasswordRules) => string {
  const t = useT();
  return ({ minLength, kinds, grade, history }) => {
    const asked = [
      ...(minLength > 8 ? [t('login.rules.length', { count: minLength })] : []),
      ...(kinds > 1 ? [t('login.rules.kinds', { kinds })] : []),
      ...(grade === 'low' ? [] : [t('login.rules.grade', { grade: t(`login.change.${grade}`) })]),
      ...(history > 0 ? [t('login.rules.history', { times: history })] : []),
    ];
    return asked.length === 0 ? t('login.change.next_help') : asked.join(t('login.rules.and'));
  };
}
