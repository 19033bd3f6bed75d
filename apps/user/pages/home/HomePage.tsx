import { organizationApi } from '@formwork/contract/organization/api.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { addressOf } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { useQuery } from '@tanstack/react-query';
import { positionsOf } from '../positions.ts';
import './home.css';

const recent = 10;

/** Who one is here, and what one did last. */
export default function HomePage() {
  const t = useT();
  const elements = useElements('myHome');
  const sections = elements.arranged('sections', [{ id: 'card' }, { id: 'work' }]);
  return (
    <Page
      title={t('personal.home.title')}
      width="form"
      actions={
        elements.shows('tools', 'edit') && (
          <Link href={pathTo('personalCentre')}>{elements.title('tools', 'edit', t('personal.home.edit'))}</Link>
        )
      }
    >
      <div className="my-home">
        {sections.map(({ id }) =>
          id === 'card' ? (
            <Card key={id} />
          ) : (
            <section key={id}>
              <h2>{elements.title('sections', 'work', t('personal.home.work'))}</h2>
              <RecentWork />
            </section>
          ),
        )}
      </div>
    </Page>
  );
}

function Card() {
  const t = useT();
  const me = useMe();
  const profile = useQuery(q(profileApi.get));
  const person = useQuery(q(organizationApi.getPerson, { params: { personId: me.id } }));
  const portrait = profile.data?.portrait;
  const facts: [label: string, value: string | undefined][] = [
    ...positionsOf(person.data, t),
    [t('personal.info.roles'), person.data?.roles.map(({ name }) => name).join(', ')],
    [t('personal.info.superior'), person.data?.superior?.name],
  ];
  return (
    <section className="my-home-card">
      <Avatar
        name={me.name}
        size={72}
        src={portrait ? addressOf(filesApi.open, { params: { fileId: portrait }, query: { inline: '1' } }) : undefined}
      />
      <div>
        <h2>{me.name}</h2>
        {profile.data?.signature && <p>{profile.data.signature}</p>}
        <dl>
          {facts.map(([label, value], at) => (
            <div key={at}>
              <dt>{label}</dt>
              <dd>{value || t('personal.info.none')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function RecentWork() {
  const t = useT();
  const locale = useLocale();
  const handled = useQuery(q(workflowApi.handled, { query: { limit: recent } }));
  if (handled.error) return <ErrorState small onRetry={() => void handled.refetch()} />;
  if (!handled.data) return <SkeletonRows rows={5} columns={2} />;
  const { items } = handled.data;
  if (items.length === 0)
    return <EmptyState small title={t('personal.home.none')} hint={t('personal.home.none_hint')} />;
  return (
    <ul className="my-home-work">
      {items.map((item) => (
        <li key={`${item.taskId} ${item.actedAt}`}>
          <Link href={pathTo('recordDetail', { app: item.appId, form: item.formId }, { record: item.recordId })}>
            {item.recordTitle || textIn(item.formTitle, locale)}
          </Link>
          <span>{textIn(item.taskName, locale)}</span>
          <Time at={item.actedAt} locale={locale} />
        </li>
      ))}
    </ul>
  );
}
