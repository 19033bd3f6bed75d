import { joiningApi } from '@formwork/contract/joining/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useVisitor } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Result } from 'antd';
import { useState, type FormEvent } from 'react';
import { nobodyYet, personErrors, personOf, personProblems } from './person.ts';
import { PersonFields } from './PersonFields.tsx';

/** Joins the enterprise that an invitation is for: as who is signed in, or as somebody new. */
export function InvitationForm({ token }: { token: string }) {
  const t = useT();
  const me = useVisitor();
  const invitation = useQuery({
    queryKey: ['joining', 'invitation', token],
    queryFn: () => call(joiningApi.readInvitation, { body: { token } }),
    retry: false,
  });
  const [person, setPerson] = useState(nobodyYet);
  const [tried, setTried] = useState(false);
  const [waiting, setWaiting] = useState<boolean>();
  const accept = useCommand(joiningApi.acceptInvitation, {
    quiet: true,
    onDone: (answer) => setWaiting(answer.waiting),
  });
  if (invitation.error)
    return <ErrorState title={errorText(invitation.error, t)} hint={t('joining.invitation_gone')} />;
  if (!invitation.data) return <SkeletonForm fields={3} />;
  const { enterprise, note, review, member } = invitation.data;
  if (waiting !== undefined)
    return (
      <Result
        status="success"
        title={t(waiting ? 'joining.asked' : 'joining.joined', { name: enterprise })}
        extra={
          <Button type="primary" href={pathTo(me ? 'home' : 'login')}>
            {t('joining.go_on')}
          </Button>
        }
      />
    );
  const problems = me ? {} : personProblems(person);
  const shown = tried ? Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0)
      void accept.run({ body: { token, ...(me ? {} : { person: personOf(person) }) } });
  };
  return (
    <>
      <h1>{t('joining.invited', { name: enterprise })}</h1>
      {note && <p className="ent-regist-foot">{note}</p>}
      {review && <Alert type="info" showIcon title={t('joining.review')} />}
      {member ? (
        <Alert type="info" showIcon title={t('joining.member_already')} />
      ) : (
        <form className="ent-regist-form" onSubmit={submit} noValidate>
          {!me && (
            <PersonFields
              values={person}
              onChange={setPerson}
              errors={{ ...personErrors(accept.fieldErrors), ...shown }}
            />
          )}
          {accept.error && Object.keys(accept.fieldErrors).length === 0 && (
            <Alert type="error" showIcon title={accept.errorText} />
          )}
          <Button type="primary" htmlType="submit" loading={accept.pending}>
            {me ? t('joining.join_as', { name: me.name }) : t('joining.join')}
          </Button>
        </form>
      )}
    </>
  );
}
