import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { TypedSearch } from '@formwork/web/typed-search.tsx';
import { AppsFound } from './AppsFound.tsx';
import { DocumentsFound } from './DocumentsFound.tsx';
import { FilesFound } from './FilesFound.tsx';
import { MessagesFound } from './MessagesFound.tsx';
import { PeopleFound } from './PeopleFound.tsx';
import { RecordsFound } from './RecordsFound.tsx';
import './search.css';

const kinds = ['records', 'apps', 'people', 'files', 'documents', 'messages'] as const;
type Kind = (typeof kinds)[number];

/** What a section of results is told. `onAll` is there where only the first are shown. */
export interface FoundProps {
  search: string;
  onAll?: () => void;
}

const sections: Record<Kind, React.ComponentType<FoundProps>> = {
  records: RecordsFound,
  apps: AppsFound,
  people: PeopleFound,
  files: FilesFound,
  documents: DocumentsFound,
  messages: MessagesFound,
};
/** Without it the server would refuse the section. */
const needs: Record<Kind, string> = {
  records: 'records.record.read',
  apps: 'forms.app.read',
  people: 'organization.person.read',
  files: 'records.record.read',
  documents: 'documents.document.read',
  messages: 'messages.own.edit',
};
const shortest = 2;

/** One search through everything that the person may see. */
export default function SearchPage() {
  const t = useT();
  const can = useCan();
  const [search = ''] = useQueryText('search');
  const [asked, setTab] = useQueryText('tab');
  const setQuery = useSetQuery();
  usePageTitle(search === '' ? undefined : search);
  const elements = useElements('search');
  const tabs = elements.arranged(
    'tabs',
    (['all', ...kinds] as const).filter((kind) => kind === 'all' || can(needs[kind] as never)).map((id) => ({ id })),
  );
  const own = tabs.flatMap(({ id }) => (id === 'all' ? [] : [id]));
  const tab = own.find((kind) => kind === asked);
  const shown = tab ? [tab] : own;
  return (
    <Page
      title={t('search.title')}
      tab={tab ?? 'all'}
      onTab={(id) => setTab(id === 'all' ? undefined : id)}
      tabs={tabs.map(({ id }) => ({ id, title: elements.title('tabs', id, t(`search.kind.${id}`)) }))}
    >
      <div className="search-page">
        <TypedSearch
          label={t('search.label')}
          value={search}
          onChange={(text) => setQuery({ search: text || undefined })}
        />
        {search === '' ? (
          <EmptyState title={t('search.start')} hint={t('search.start_hint')} />
        ) : hasSpecialCharacters(search) ? (
          <ErrorState title={t('records.list.special_characters')} hint={t('search.special_hint')} />
        ) : search.length < shortest ? (
          <EmptyState title={t('records.search.too_short')} />
        ) : (
          <>
            {shown.map((kind) => {
              const Section = sections[kind];
              return <Section key={`${kind} ${search}`} search={search} {...(!tab && { onAll: () => setTab(kind) })} />;
            })}
            {!tab && (
              <div className="search-none">
                <EmptyState title={t('search.nothing')} hint={t('search.nothing_hint')} />
              </div>
            )}
          </>
        )}
      </div>
    </Page>
  );
}
