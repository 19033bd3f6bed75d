import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import type { Attempt } from './use-attempt.ts';

/** The one button of a step, with what belongs to no field above it. */
export function SubmitButton({ of: { pending, wait, errors }, text }: { of: Attempt; text: string }) {
  const t = useT();
  return (
    <>
      {errors.form && (
        <p className="login-error" role="alert">
          {errors.form}
        </p>
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={pending} disabled={wait > 0}>
        {wait > 0 ? t('login.wait', { seconds: wait }) : text}
      </Button>
    </>
  );
}
