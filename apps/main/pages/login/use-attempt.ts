import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText, fieldTexts } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { secondsToWait, useCountdown } from '@formwork/web/session/countdown.ts';
import { useState } from 'react';

export interface Attempt {
  pending: boolean;
  /** Texts by field; what belongs to no field stands under `form`. */
  errors: Record<string, string>;
  setErrors: (errors: Record<string, string>) => void;
  /** Seconds until the next try is looked at. */
  wait: number;
  /** Answers undefined when it was refused. */
  attempt: <Answer>(call: () => Promise<Answer>) => Promise<Answer | undefined>;
}

/** One step of signing in: its call, its refusals at their fields, the minute after three wrong entries. `entry` is the field of the password or code. */
export function useAttempt(entry: string): Attempt {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [locked, setLocked] = useState(false);
  const [wait, startWait] = useCountdown();

  async function attempt<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
    setPending(true);
    setErrors({});
    try {
      return await call();
    } catch (error) {
      const seconds = secondsToWait(error);
      const fields = fieldTexts(error, t);
      if (seconds !== undefined) {
        setLocked(isApiError(error) && error.code === 'identity.session.locked');
        startWait(seconds);
      } else if (Object.keys(fields).length > 0) setErrors(fields);
      else
        setErrors({
          [isApiError(error) && error.code === 'identity.session.wrong_password' ? entry : 'form']: errorText(error, t),
        });
      return undefined;
    } finally {
      setPending(false);
    }
  }
  const waiting = wait > 0 ? { [entry]: t(locked ? 'login.locked' : 'login.slow_down', { seconds: wait }) } : {};
  return { pending, errors: { ...errors, ...waiting }, setErrors, wait, attempt };
}
