import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useNames } from '@formwork/web/fields/names.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { ChangeList } from './ChangeList.tsx';

/** Every release, who made it, and what it changed. */
export function ReleaseList({ formId, definition }: { formId: string; definition: FormDefinition }) {
  const t = useT();
  const locale = useLocale();
  const { data, isPending, isError, refetch } = useQuery(q(formsApi.listReleases, { params: { formId } }));
  const nameOf = useNames('people', data?.releases.map(({ releasedBy }) => releasedBy) ?? []);
  if (isPending) return <SkeletonRows rows={4} columns={2} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (data.releases.length === 0) return <EmptyState title={t('design.release.empty')} hint={t('design.release.empty_hint')} />;
  return (
    <ol className="release-list">
      {data.releases.map((release) => (
        <li key={release.number}>
          <header><b>{t('design.release.number', { number: release.number })}</b> {nameOf(release.releasedBy)} <Time at={release.releasedAt} locale={locale} /></header>
          {release.note && <p>{release.note}</p>}
          <ChangeList changes={release.changes} definition={definition} />
        </li>
      ))}
    </ol>
  );
}
