import type { Verification } from '@formwork/contract/workflow/graph.ts';
import { verificationApi, type Proof } from '@formwork/contract/workflow/verification.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Alert, Button, Input, Radio, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

interface Props {
  demanded: Verification;
  /** Undefined while it is not complete. */
  onProof: (proof: Proof | undefined) => void;
}

/** Where a node demands it: whoever submits gives a code sent to their phone, or the password they sign in with. */
export function ProofInput({ demanded, onProof }: Props) {
  const t = useT();
  const [way, setWay] = useState<Proof['way']>(demanded === 'sms' ? 'sms' : 'password');
  const [text, setText] = useState('');
  const take = (next: string, by: Proof['way'] = way) => {
    setText(next);
    const entered = next.trim();
    onProof(entered === '' ? undefined : by === 'sms' ? { way: by, code: entered } : { way: by, password: next });
  };
  const change = (by: Proof['way']) => {
    setWay(by);
    take('', by);
  };
  return (
    <fieldset className="process-field">
      <legend>{t('workflow.proof.title')}</legend>
      {demanded === 'either' && (
        <Radio.Group
          value={way}
          onChange={(event) => change(event.target.value as Proof['way'])}
          options={(['password', 'sms'] as const).map((value) => ({ value, label: t(`workflow.proof.${value}`) }))}
        />
      )}
      {way === 'sms' ? (
        <CodeInput code={text} onCode={take} />
      ) : (
        <Input.Password
          autoComplete="current-password"
          aria-label={t('workflow.proof.password')}
          placeholder={t('workflow.proof.password')}
          value={text}
          onChange={(event) => take(event.target.value)}
        />
      )}
    </fieldset>
  );
}

function CodeInput({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const t = useT();
  const [wait, setWait] = useState(0);
  const [sent, setSent] = useState<{ phone: string; down: boolean }>();
  const send = useCommand(verificationApi.sendCode, {
    quiet: true,
    onDone: (answer) => {
      setWait(answer.secondsToNext);
      setSent(answer);
    },
  });
  const waiting = wait > 0;
  useEffect(() => {
    if (!waiting) return undefined;
    const clock = setInterval(() => setWait((left) => left - 1), 1_000);
    return () => clearInterval(clock);
  }, [waiting]);
  const unbound = send.error?.code === 'workflow.verification.no_phone';
  return (
    <>
      <Space.Compact>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          aria-label={t('workflow.proof.code')}
          placeholder={t('workflow.proof.code')}
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
        <Button disabled={waiting} loading={send.pending} onClick={() => void send.run()}>
          {waiting ? t('workflow.proof.again', { seconds: wait }) : t('workflow.proof.send')}
        </Button>
      </Space.Compact>
      {sent && <small className="process-quiet">{t('workflow.proof.sent', { phone: sent.phone })}</small>}
      {sent?.down && <Alert type="warning" showIcon title={t('workflow.proof.down')} />}
      {send.errorText && (
        <Alert
          type={unbound ? 'warning' : 'error'}
          showIcon
          title={send.errorText}
          action={
            unbound ? (
              <Link href={pathTo('personalCentre', {}, { tab: 'security' })}>{t('workflow.proof.bind')}</Link>
            ) : undefined
          }
        />
      )}
    </>
  );
}
