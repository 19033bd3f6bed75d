import { organizationApi } from '@formwork/contract/organization/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { FoundSection } from './FoundSection.tsx';
import { Marked } from './Marked.tsx';
import type { FoundProps } from './SearchPage.tsx';
import { useFound } from './use-found.ts';

export function PeopleFound({ search, onAll }: FoundProps) {
  const t = useT();
  const { rows, section } = useFound(
    keyOf(organizationApi.listContacts, { query: { search } }),
    async (page) => {
      const { rows: people, total } = await call(organizationApi.listContacts, { query: { search, ...page } });
      return { rows: people, found: total, more: false };
    },
    onAll !== undefined,
  );
  return (
    <FoundSection title={t('search.kind.people')} {...section} onAll={onAll}>
      {rows.map(({ id, name, department, post }) => (
        <li key={id}>
          <Link className="search-hit" href={pathTo('contactCard', { userId: id })}>
            <Avatar name={name} />
            <span className="search-hit-text">
              <span className="search-hit-title">
                <Marked text={name} search={search} />
              </span>
              <span className="search-hit-note">{[department, post].filter(Boolean).join(' · ')}</span>
            </span>
          </Link>
        </li>
      ))}
    </FoundSection>
  );
}
