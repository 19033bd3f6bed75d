import { joiningApi } from '@formwork/contract/joining/api.ts';
import { isCreditCode } from '@formwork/contract/registered-numbers.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input, Result } from 'antd';
import { useState, type FormEvent } from 'react';
import { nobodyYet, personErrors, personOf, personProblems } from './person.ts';
import { PersonFields } from './PersonFields.tsx';

/** A new enterprise with its first administrator. */
export function SignUpForm() {
  const t = useT();
  const [name, setName] = useState('');
  const [creditCode, setCreditCode] = useState('');
  const [person, setPerson] = useState(nobodyYet);
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState(false);
  const signUp = useCommand(joiningApi.signUp, { quiet: true, onDone: () => setDone(true) });
  useConfirmLeave(!done && (name !== '' || person.name !== ''));
  const code = creditCode.trim().toUpperCase();
  const problems = personProblems(person);
  const nameProblem = [...name.trim()].length < 2 ? t('joining.enterprise_required') : undefined;
  const codeProblem = isCreditCode(code) ? undefined : t('joining.credit_code_wrong');
  if (done)
    return (
      <Result
        status="success"
        title={t('joining.signed_up', { name })}
        extra={
          <Button type="primary" href={pathTo('login')}>
            {t('joining.sign_in')}
          </Button>
        }
      />
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nameProblem && !codeProblem && Object.keys(problems).length === 0)
      void signUp.run({ body: { enterprise: { name: name.trim(), creditCode: code }, person: personOf(person) } });
  };
  const shown = tried ? Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) : {};
  return (
    <form className="ent-regist-form" onSubmit={submit} noValidate>
      <FieldRow
        name="enterprise"
        required
        label={t('joining.enterprise')}
        error={(tried ? nameProblem : undefined) ?? signUp.fieldErrors['enterprise.name']}
      >
        {(input) => (
          <Input
            {...input}
            maxLength={60}
            autoComplete="organization"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FieldRow>
      <FieldRow
        name="creditCode"
        required
        label={t('joining.credit_code')}
        error={(tried ? codeProblem : undefined) ?? signUp.fieldErrors['enterprise.creditCode']}
      >
        {(input) => (
          <Input {...input} maxLength={18} value={creditCode} onChange={(event) => setCreditCode(event.target.value)} />
        )}
      </FieldRow>
      <PersonFields values={person} onChange={setPerson} errors={{ ...personErrors(signUp.fieldErrors), ...shown }} />
      {signUp.error && Object.keys(signUp.fieldErrors).length === 0 && (
        <Alert type="error" showIcon title={signUp.errorText} />
      )}
      <Button type="primary" htmlType="submit" loading={signUp.pending}>
        {t('joining.sign_up')}
      </Button>
    </form>
  );
}
