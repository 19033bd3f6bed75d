import { talkApi } from '@formwork/contract/records/talk.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';

/** Who is told when the record changes. */
export function FollowersPanel({ formId, recordId }: { formId: string; recordId: string }) {
  const t = useT();
  const locale = useLocale();
  const found = useQuery(q(talkApi.followers, { params: { formId, recordId } }));
  const followers = found.data?.followers ?? [];
  const nameOf = useNames(
    'people',
    followers.map(({ person }) => person),
  );
  if (found.isPending) return <SkeletonRows rows={3} columns={1} />;
  if (found.isError) return <ErrorState small onRetry={() => void found.refetch()} />;
  if (followers.length === 0)
    return <EmptyState small title={t('records.follow.nobody')} hint={t('records.follow.nobody_hint')} />;
  return (
    <ul className="fw-followers">
      {followers.map(({ person, since }) => (
        <li key={person}>
          <Person name={nameOf(person) ?? '…'} />
          <span className="fw-field-note">
            <Time at={since} locale={locale} />
          </span>
        </li>
      ))}
    </ul>
  );
}
