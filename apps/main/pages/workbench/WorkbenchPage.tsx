import { pathTo } from '@formwork/contract/routes.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { mostCounted, type Counts } from '@formwork/contract/workflow/work-rows.ts';
import { overviewApi } from '@formwork/contract/workflow/overview.ts';
import { workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useParams, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { DraftList, FollowedList } from './OwnRecords.tsx';
import { useFilters } from './Filters.tsx';
import { tabs, type Tab } from './tabs.ts';
import { CopyList, HandledList, StartedList, TodoList } from './WorkLists.tsx';
import './workbench.css';

// For the few who watch over processes.
const Overview = lazy(() => import('@formwork/process-ui/overview/Overview.tsx'));

const lists = {
  todo: TodoList,
  handled: HandledList,
  started: StartedList,
  copies: CopyList,
  drafts: DraftList,
  followed: FollowedList,
};
/** Of copies those not read are counted: the rest needs nobody. */
const countOf = {
  todo: 'todo',
  handled: 'handled',
  started: 'started',
  copies: 'unreadCopies',
  drafts: 'drafts',
  followed: 'followed',
} satisfies Record<Tab, keyof Counts>;

/** What waits for me, what I did, what I began, what I should know; kept up to date while it is open. */
export default function WorkbenchPage() {
  const t = useT();
  const router = useRouter();
  const { id } = useParams();
  const elements = useElements('workbench');
  const shown = elements.arranged(
    'tabs',
    tabs.map((key) => ({ id: key })),
  );
  const tab: Tab = shown.find((candidate) => candidate.id === id)?.id ?? 'todo';
  const counts = useQuery(q(workflowApi.counts)).data;
  const { narrowed, bar } = useFilters(tab);
  const watched = useQuery(q(overviewApi.forms));
  const watches = (watched.data?.forms.length ?? 0) > 0;
  // whoever comes for the overview sees nothing else before it
  const overview = id === 'overview' && (watches || watched.isPending || watched.isError);
  useLive(
    'workflow.',
    () =>
      void refresh(
        workflowApi.counts,
        workflowApi.todo,
        workflowApi.handled,
        workflowApi.started,
        workflowApi.copies,
        workbenchApi.drafts,
      ),
  );
  useLive('records.notice', () => void refresh(talkApi.followed));
  const List = lists[tab];
  const countText = (key: Tab) => {
    const count = counts?.[countOf[key]] ?? 0;
    return count >= mostCounted ? t('workflow.workbench.more_than', { count: mostCounted - 1 }) : count;
  };
  return (
    <Page
      fill
      title={t('workflow.workbench.title')}
      tab={overview ? 'overview' : tab}
      onTab={(next) => void router.go(pathTo('workbench', next === 'todo' ? {} : { id: next }), { replace: true })}
      tabs={[
        ...shown.map(({ id: key }) => ({
          id: key,
          title: (
            <>
              {elements.title('tabs', key, t(`workflow.workbench.${key}`))}
              {countText(key) !== 0 && (
                <span className="workbench-count" data-urgent={key === 'todo' || undefined}>
                  {countText(key)}
                </span>
              )}
            </>
          ),
        })),
        ...(watches || overview ? [{ id: 'overview', title: t('workflow.workbench.overview') }] : []),
      ]}
    >
      {overview ? (
        <Suspense fallback={<SkeletonRows rows={6} columns={4} />}>
          <Overview />
        </Suspense>
      ) : (
        bar
      )}
      {!overview && <List key={`${tab} ${JSON.stringify(narrowed)}`} narrowed={narrowed} />}
    </Page>
  );
}
