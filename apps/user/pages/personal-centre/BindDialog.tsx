import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { Email, Phone } from '@formwork/contract/identity/sign-in.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { secondsToWait, useCountdown } from '@formwork/web/session/countdown.ts';
import { App, Button, Input, Modal } from 'antd';
import { useState } from 'react';

const kinds = {
  phone: { send: accountApi.sendPhoneCode, bind: accountApi.bindPhone, schema: Phone, type: 'tel' },
  email: { send: accountApi.sendEmailCode, bind: accountApi.bindEmail, schema: Email, type: 'email' },
} as const;

/** A phone or a mailbox: the password, the code that is sent to it, bound. */
export function BindDialog({ kind, onClose }: { kind: 'phone' | 'email'; onClose: () => void }) {
  const t = useT();
  const { message } = App.useApp();
  const [target, setTarget] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [found, setFound] = useState<Record<string, string>>({});
  const [wait, startWait] = useCountdown();
  const { schema, type } = kinds[kind];
  // one shape for both: the endpoints differ in the name of the target alone
  const send = useCommand(kinds[kind].send as typeof accountApi.sendPhoneCode, { quiet: true });
  const bind = useCommand(kinds[kind].bind as typeof accountApi.bindPhone, {
    quiet: true,
    refresh: [accountApi.security, accountApi.operations],
    onDone: () => {
      void message.success(t('security.bind.done'));
      onClose();
    },
  });
  const body = { [kind]: target.trim() } as unknown as { phone: string };
  const problems = () => ({
    ...(!schema.safeParse(target.trim()).success && { [kind]: t(`security.bind.malformed_${kind}`) }),
    ...(password === '' && { password: t('login.password.required') }),
  });
  const sendCode = async () => {
    const now = problems();
    setFound(now);
    bind.reset();
    if (Object.keys(now).length > 0) return;
    const answer = await send.run({ body: { ...body, password } });
    if (answer) startWait(answer.secondsToNext);
  };
  const submit = () => {
    const now = { ...problems(), ...(code === '' && { code: t('login.code.required') }) };
    setFound(now);
    if (Object.keys(now).length === 0) void bind.run({ body: { ...body, code } });
  };
  const refusal = bind.error ?? send.error;
  const errors: Record<string, string> = { ...send.fieldErrors, ...bind.fieldErrors, ...found };
  const general =
    refusal && Object.keys(errors).length === 0 ? (bind.error ? bind.errorText : send.errorText) : undefined;
  const seconds = secondsToWait(refusal);

  return (
    <Modal
      open
      title={t(`security.bind.title_${kind}`)}
      okText={t('security.bind.submit')}
      onOk={submit}
      onCancel={onClose}
      confirmLoading={bind.pending}
      width={420}
      destroyOnHidden
    >
      <form
        className="security-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        noValidate
      >
        <FieldRow name={kind} label={t(`security.bind.${kind}`)} required error={errors[kind]}>
          {(field) => (
            <Input
              {...field}
              autoFocus
              type={type}
              autoComplete={kind === 'phone' ? 'tel' : 'email'}
              value={target}
              onChange={(event) => setTarget(event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow name="password" label={t('security.confirm.password')} required error={errors.password}>
          {(field) => (
            <Input.Password
              {...field}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow
          name="code"
          label={t('login.code.label')}
          required
          error={errors.code}
          help={send.error || wait === 0 ? undefined : t('security.bind.sent')}
        >
          {(field) => (
            <div className="security-code">
              <Input
                {...field}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                value={code}
                onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
              />
              <Button loading={send.pending} disabled={wait > 0} onClick={() => void sendCode()}>
                {wait > 0 ? t('login.code.again', { seconds: wait }) : t('login.code.send')}
              </Button>
            </div>
          )}
        </FieldRow>
        {general && (
          <p className="security-error" role="alert">
            {seconds === undefined ? general : t('login.slow_down', { seconds })}
          </p>
        )}
      </form>
    </Modal>
  );
}
