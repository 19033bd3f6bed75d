import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useVisitor } from '@formwork/web/session/session.ts';
import { Segmented } from 'antd';
import './ent-regist.css';
import { InvitationForm } from './InvitationForm.tsx';
import { JoinForm } from './JoinForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** The ways into an enterprise: sign up a new one, ask to join one that is there, or accept an invitation to it. */
export default function EntRegistPage() {
  const t = useT();
  const me = useVisitor();
  const [invite] = useQueryText('invite');
  const [way, setWay] = useQueryText('way');
  const joins = way === 'join';
  return (
    <div className="ent-regist">
      <section className="ent-regist-card">
        {invite !== undefined ? (
          <InvitationForm token={invite} />
        ) : (
          <>
            <h1>{t('joining.title')}</h1>
            <Segmented
              block
              aria-label={t('joining.title')}
              value={joins ? 'join' : 'sign-up'}
              onChange={(next) => setWay(next === 'join' ? 'join' : undefined)}
              options={[
                { value: 'sign-up', label: t('joining.way_sign_up') },
                { value: 'join', label: t('joining.way_join') },
              ]}
            />
            {joins ? <JoinForm /> : <SignUpForm />}
          </>
        )}
        {me === null && (
          <p className="ent-regist-foot">
            {t('joining.have_account')} <Link href={pathTo('login')}>{t('joining.sign_in')}</Link>
          </p>
        )}
      </section>
    </div>
  );
}
