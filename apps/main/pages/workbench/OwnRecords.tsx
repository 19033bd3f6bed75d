import { pathTo } from '@formwork/contract/routes.ts';
import { talkApi, type FollowedRecord } from '@formwork/contract/records/talk.ts';
import { textIn } from '@formwork/contract/text.ts';
import { workbenchApi, type DraftRow } from '@formwork/contract/workflow/workbench.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';
import { WorkList, type Narrowed } from './WorkList.tsx';

/** Records that I saved and have not handed in. */
export function DraftList({ narrowed }: { narrowed: Narrowed }) {
  const t = useT();
  const locale = useLocale();
  const columns = useMemo(
    (): ListColumn<DraftRow>[] => [
      {
        id: 'title',
        title: t('workflow.workbench.column_title'),
        width: 280,
        value: (row) => row.recordTitle || t('workflow.workbench.untitled'),
      },
      {
        id: 'form',
        title: t('workflow.workbench.column_form'),
        width: 260,
        value: (row) => `${textIn(row.appTitle, locale)} / ${textIn(row.formTitle, locale)}`,
      },
      {
        id: 'saved',
        title: t('workflow.workbench.column_saved'),
        width: 160,
        render: (row) => <Time at={row.savedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
  return (
    <WorkList
      label={t('workflow.workbench.drafts')}
      kind="drafts"
      endpoint={workbenchApi.drafts}
      narrowed={narrowed}
      columns={columns}
      rowKey={(row) => row.recordId}
    />
  );
}

/** Records that I follow, the latest followed first. */
export function FollowedList() {
  const t = useT();
  const locale = useLocale();
  const { rows, ...list } = useCursorPages(keyOf(talkApi.followed), (after) =>
    call(talkApi.followed, { query: after }),
  );
  const columns = useMemo(
    (): ListColumn<FollowedRecord>[] => [
      {
        id: 'title',
        title: t('workflow.workbench.column_title'),
        width: 280,
        value: (row) => row.title || t('workflow.workbench.untitled'),
      },
      {
        id: 'form',
        title: t('workflow.workbench.column_form'),
        width: 260,
        value: (row) => textIn(row.formTitle, locale),
      },
      {
        id: 'modified',
        title: t('workflow.workbench.column_modified'),
        width: 160,
        render: (row) => (row.modifiedAt ? <Time at={row.modifiedAt} locale={locale} /> : null),
      },
      {
        id: 'since',
        title: t('workflow.workbench.column_followed'),
        width: 160,
        render: (row) => <Time at={row.since} locale={locale} />,
      },
    ],
    [t, locale],
  );
  return (
    <DataList
      label={t('workflow.workbench.followed')}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.recordId}
      {...list}
      rowHref={(row) => pathTo('recordDetail', { app: row.appId, form: row.formId }, { record: row.recordId })}
      empty={
        <EmptyState title={t('workflow.workbench.empty_followed')} hint={t('workflow.workbench.empty_followed_hint')} />
      }
    />
  );
}
