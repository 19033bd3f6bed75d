import { organizationApi } from '@formwork/contract/organization/api.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { positionsOf } from '../positions.ts';
import { PortraitField } from './PortraitField.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Avatar, what the organization says of one, and what one says of oneself. */
export default function MyInfo() {
  const t = useT();
  const me = useMe();
  const profile = useQuery(q(profileApi.get));
  const person = useQuery(q(organizationApi.getPerson, { params: { personId: me.id } }));
  if (profile.error) return <ErrorState onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <SkeletonForm />;
  const facts: [label: string, value: string | undefined][] = [
    [t('personal.info.login'), me.login],
    [t('personal.info.phone'), person.data?.phone],
    [t('personal.info.email'), person.data?.email],
    ...positionsOf(person.data, t),
    [t('personal.info.roles'), person.data?.roles.map(({ name }) => name).join(', ')],
    [t('personal.info.superior'), person.data?.superior?.name],
  ];
  return (
    <div className="my-info">
      <section className="my-info-head">
        <PortraitField name={me.name} profile={profile.data} />
        <div className="my-info-person">
          <h2>{me.name}</h2>
          <dl>
            {facts.map(([label, value], at) => (
              <div key={at}>
                <dt>{label}</dt>
                <dd>{value || t('personal.info.none')}</dd>
              </div>
            ))}
          </dl>
          <p className="my-info-note">{t('personal.info.facts_note')}</p>
        </div>
      </section>
      <ProfileForm profile={profile.data} />
    </div>
  );
}
