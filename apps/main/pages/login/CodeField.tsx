import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { secondsToWait, useCountdown } from '@formwork/web/session/countdown.ts';
import { Button, Input } from 'antd';
import { useState } from 'react';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Sends a code and answers the seconds until the next; undefined when something is missing for it. */
  send: () => Promise<{ secondsToNext: number } | undefined>;
}

/** The code that comes by SMS, and the button that sends it. */
export function CodeField({ value, onChange, error, send }: CodeFieldProps) {
  const t = useT();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [wait, startWait] = useCountdown();

  const sendNow = async () => {
    setSending(true);
    setRefusal(undefined);
    try {
      const answer = await send();
      if (!answer) return;
      setSent(true);
      startWait(answer.secondsToNext);
    } catch (thrown) {
      const seconds = secondsToWait(thrown);
      if (seconds !== undefined) startWait(seconds);
      if (seconds === undefined || !isApiError(thrown)) setRefusal(errorText(thrown, t));
    } finally {
      setSending(false);
    }
  };

  return (
    <FieldRow
      name="code"
      label={t('login.code.label')}
      error={error ?? refusal}
      help={sent && wait > 0 ? t('login.code.sent') : undefined}
    >
      {(input) => (
        <div className="login-code">
          <Input
            {...input}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={value}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
          />
          <Button size="large" loading={sending} disabled={wait > 0} onClick={() => void sendNow()}>
            {wait > 0 ? t('login.code.again', { seconds: wait }) : t('login.code.send')}
          </Button>
        </div>
      )}
    </FieldRow>
  );
}
