import { joiningApi } from '@formwork/contract/joining/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCountdown } from '@formwork/web/session/countdown.ts';
import { Button, Input } from 'antd';
import { contactOf, type PersonValues } from './person.ts';

interface Props {
  values: PersonValues;
  onChange: (values: PersonValues) => void;
  errors: Partial<Record<keyof PersonValues, string | undefined>>;
}

/** Name, login, password, and a phone or mailbox proved by a code. */
export function PersonFields({ values, onChange, errors }: Props) {
  const t = useT();
  const [wait, startWait] = useCountdown();
  const send = useCommand(joiningApi.sendCode, {
    quiet: true,
    onDone: ({ secondsToNext }) => startWait(secondsToNext),
  });
  const set = (field: keyof PersonValues, value: string) => onChange({ ...values, [field]: value });
  const contact = contactOf(values.target);
  return (
    <>
      <FieldRow name="name" required label={t('joining.name')} error={errors.name}>
        {(input) => (
          <Input
            {...input}
            maxLength={60}
            autoComplete="name"
            value={values.name}
            onChange={(event) => set('name', event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow name="login" required label={t('joining.login')} error={errors.login}>
        {(input) => (
          <Input
            {...input}
            maxLength={64}
            autoComplete="username"
            value={values.login}
            onChange={(event) => set('login', event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow
        name="password"
        required
        label={t('joining.password')}
        help={t('joining.password_help')}
        error={errors.password}
      >
        {(input) => (
          <Input.Password
            {...input}
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => set('password', event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow name="repeat" required label={t('joining.repeat')} error={errors.repeat}>
        {(input) => (
          <Input.Password
            {...input}
            autoComplete="new-password"
            value={values.repeat}
            onChange={(event) => set('repeat', event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow name="target" required label={t('joining.contact')} error={errors.target}>
        {(input) => (
          <Input
            {...input}
            maxLength={254}
            value={values.target}
            onChange={(event) => set('target', event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow name="code" required label={t('joining.code')} error={errors.code ?? send.errorText}>
        {(input) => (
          <span className="ent-regist-code">
            <Input
              {...input}
              inputMode="numeric"
              maxLength={6}
              autoComplete="one-time-code"
              value={values.code}
              onChange={(event) => set('code', event.target.value)}
            />
            <Button
              disabled={!contact || wait > 0}
              loading={send.pending}
              onClick={() => contact && void send.run({ body: contact })}
            >
              {wait > 0 ? t('joining.wait', { seconds: wait }) : t('joining.send_code')}
            </Button>
          </span>
        )}
      </FieldRow>
    </>
  );
}
