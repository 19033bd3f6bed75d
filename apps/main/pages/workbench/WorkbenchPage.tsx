import { pathTo } from '@formwork/contract/routes.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { Page } from '@formwork/ui/page.tsx';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useParams, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { CopyList, HandledList, StartedList, TodoList } from './WorkLists.tsx';
import './workbench.css';

const tabs = ['todo', 'handled', 'started', 'copies'] as const;
type Tab = (typeof tabs)[number];

/** What waits for me, what I did, what I began, what I should know; kept up to date while it is open. */
export default function WorkbenchPage() {
  const t = useT();
  const router = useRouter();
  const { id } = useParams();
  const tab: Tab = tabs.find((candidate) => candidate === id) ?? 'todo';
  const [search, setSearch] = useQueryText('search');
  const counts = useQuery(q(workflowApi.counts));
  useLive('workflow.', () => void refresh(workflowApi.counts, workflowApi.todo, workflowApi.handled, workflowApi.started, workflowApi.copies));
  const countOf = { todo: counts.data?.todo, handled: undefined, started: undefined, copies: counts.data?.unreadCopies } satisfies Record<Tab, number | undefined>;
  const List = { todo: TodoList, handled: HandledList, started: StartedList, copies: CopyList }[tab];
  return (
    <Page
      fill title={t('workflow.workbench.title')} tab={tab} onTab={(next) => void router.go(pathTo('workbench', next === 'todo' ? {} : { id: next }), { replace: true })}
      tabs={tabs.map((key) => ({ id: key, title: t(`workflow.workbench.${key}`), ...(countOf[key] ? { count: countOf[key] } : {}) }))}
      actions={<input type="search" className="workbench-search" placeholder={t('workflow.workbench.search')} aria-label={t('workflow.workbench.search')} defaultValue={search ?? ''} onChange={(event) => setSearch(event.target.value.trim() || undefined)} />}
    >
      <List search={search} />
    </Page>
  );
}
