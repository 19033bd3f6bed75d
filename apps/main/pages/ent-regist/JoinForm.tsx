import { joiningApi } from '@formwork/contract/joining/api.ts';
import { isCreditCode } from '@formwork/contract/registered-numbers.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { call } from '@formwork/web/http/call.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useVisitor } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Result } from 'antd';
import { useState, type FormEvent } from 'react';
import { nobodyYet, personErrors, personOf, personProblems } from './person.ts';
import { PersonFields } from './PersonFields.tsx';

/** Asks an enterprise that is there to be let in; its administrator decides. */
export function JoinForm() {
  const t = useT();
  const me = useVisitor();
  const [creditCode, setCreditCode] = useState('');
  const [message, setMessage] = useState('');
  const [person, setPerson] = useState(nobodyYet);
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState(false);
  const ask = useCommand(joiningApi.requestToJoin, {
    quiet: true,
    refresh: [joiningApi.ownRequests],
    onDone: () => setDone(true),
  });
  const code = creditCode.trim().toUpperCase();
  const whole = isCreditCode(code);
  const found = useQuery({
    queryKey: ['joining', 'enterprise', code],
    queryFn: () => call(joiningApi.findEnterprise, { body: { creditCode: code } }),
    enabled: whole,
    retry: false,
  });
  const problems = me ? {} : personProblems(person);
  if (done) return <Result status="success" title={t('joining.asked', { name: found.data?.name ?? '' })} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (whole && Object.keys(problems).length === 0)
      void ask.run({
        body: { creditCode: code, message: message.trim(), ...(me ? {} : { person: personOf(person) }) },
      });
  };
  const shown = tried ? Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) : {};
  return (
    <form className="ent-regist-form" onSubmit={submit} noValidate>
      <FieldRow
        name="creditCode"
        required
        label={t('joining.credit_code')}
        help={found.data?.name}
        error={
          (tried && !whole ? t('joining.credit_code_wrong') : undefined) ??
          (found.error ? t('joining.enterprise.not_found') : undefined)
        }
      >
        {(input) => (
          <Input {...input} maxLength={18} value={creditCode} onChange={(event) => setCreditCode(event.target.value)} />
        )}
      </FieldRow>
      {!me && (
        <PersonFields values={person} onChange={setPerson} errors={{ ...personErrors(ask.fieldErrors), ...shown }} />
      )}
      <FieldRow name="message" label={t('joining.message')}>
        {(input) => (
          <Input
            {...input}
            maxLength={60}
            showCount
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </FieldRow>
      {ask.error && Object.keys(ask.fieldErrors).length === 0 && <Alert type="error" showIcon title={ask.errorText} />}
      <Button type="primary" htmlType="submit" loading={ask.pending}>
        {t('joining.ask')}
      </Button>
      {me && <OwnRequests />}
    </form>
  );
}

function OwnRequests() {
  const t = useT();
  const { data } = useQuery(q(joiningApi.ownRequests));
  return data?.length ? (
    <ul className="ent-regist-foot">
      {data.map((one) => (
        <li key={one.id}>
          {one.enterprise} · {t(`joining.state_${one.state}`)} {one.reason}
        </li>
      ))}
    </ul>
  ) : null;
}
