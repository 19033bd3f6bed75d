import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { PersonRef } from '@formwork/contract/workflow/process.ts';
import type { CcRow, HandledRow, StartedRow, TodoRow } from '@formwork/contract/workflow/work-rows.ts';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { StateTagOf } from '@formwork/process-ui/StateTagOf.tsx';
import { Tag } from 'antd';
import { useMemo } from 'react';
import { Bulk } from './Bulk.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { WorkList, type Narrowed } from './WorkList.tsx';

type Locale = ReturnType<typeof useLocale>;
interface Props {
  narrowed: Narrowed;
}

export function TodoList({ narrowed }: Props) {
  const { t, locale } = useWords();
  const columns = useMemo(
    (): ListColumn<TodoRow>[] => [
      titleColumn(t, locale, (row) => (
        <>
          {row.askedBy && <Tag color="purple">{t('workflow.workbench.asks', { name: row.askedBy.name })}</Tag>}
          {row.onBehalfOf && (
            <Tag color="blue">{t('workflow.workbench.on_behalf_of', { name: row.onBehalfOf.name })}</Tag>
          )}
          {row.returned && <Tag color="warning">{t('workflow.workbench.returned')}</Tag>}
          {row.urgedAt && <Tag color="error">{t('workflow.workbench.urged')}</Tag>}
          {isOverdue(row) && <Tag color="error">{t('workflow.workbench.overdue')}</Tag>}
        </>
      )),
      {
        id: 'task',
        title: t('workflow.workbench.column_task'),
        width: 180,
        render: (row) => <StateTag tone="primary">{textIn(row.taskName, locale)}</StateTag>,
      },
      initiatorColumn<TodoRow>(t),
      {
        id: 'received',
        title: t('workflow.workbench.column_received'),
        width: 140,
        render: (row) => (
          <span className="workbench-age" data-old={ageOf(row)}>
            <Time at={row.receivedAt} locale={locale} />
          </span>
        ),
      },
      {
        id: 'due',
        title: t('workflow.workbench.column_due'),
        width: 150,
        render: (row) =>
          row.dueAt ? (
            <span className={isOverdue(row) ? 'workbench-late' : undefined}>
              <Time at={row.dueAt} locale={locale} relative={false} />
            </span>
          ) : null,
      },
    ],
    [t, locale],
  );
  return (
    <WorkList
      label={t('workflow.workbench.todo')}
      kind="todo"
      endpoint={workflowApi.todo}
      narrowed={narrowed}
      columns={columns}
      rowKey={(row) => `${row.taskId} ${row.onBehalfOf?.id ?? ''}`}
      bulk={(rows, done) => <Bulk actions={['approve', 'transfer']} rows={rows} onDone={done} />}
    />
  );
}

/** A to-do that has lain for a day is warm, for three days it is late. */
function ageOf({ receivedAt }: TodoRow): 'day' | 'days' | undefined {
  const hours = (Date.now() - Date.parse(receivedAt)) / 3_600_000;
  return hours >= 72 ? 'days' : hours >= 24 ? 'day' : undefined;
}

function isOverdue({ dueAt }: TodoRow): boolean {
  return dueAt !== null && Date.parse(dueAt) < Date.now();
}

export function HandledList({ narrowed }: Props) {
  const { t, locale } = useWords();
  const columns = useMemo(
    (): ListColumn<HandledRow>[] => [
      titleColumn(t, locale, (row) => (
        <>
          {row.onBehalfOf && (
            <Tag color="blue">{t('workflow.workbench.on_behalf_of', { name: row.onBehalfOf.name })}</Tag>
          )}
          {row.deputy && <Tag color="blue">{t('workflow.workbench.by_deputy', { name: row.deputy.name })}</Tag>}
        </>
      )),
      {
        id: 'task',
        title: t('workflow.workbench.column_task'),
        width: 220,
        value: (row) => textIn(row.taskName, locale),
      },
      initiatorColumn<HandledRow>(t),
      stateColumn<HandledRow>(t),
      {
        id: 'acted',
        title: t('workflow.workbench.column_acted'),
        width: 160,
        render: (row) => <Time at={row.actedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
  return (
    <WorkList
      label={t('workflow.workbench.handled')}
      kind="handled"
      endpoint={workflowApi.handled}
      narrowed={narrowed}
      columns={columns}
      rowKey={(row) => `${row.taskId} ${row.actedAt}`}
    />
  );
}

export function StartedList({ narrowed }: Props) {
  const { t, locale } = useWords();
  const columns = useMemo(
    (): ListColumn<StartedRow>[] => [
      titleColumn(t, locale),
      stateColumn<StartedRow>(t),
      {
        id: 'current',
        title: t('workflow.workbench.column_current'),
        width: 180,
        value: (row) => names(row.executors, locale),
      },
      {
        id: 'started',
        title: t('workflow.workbench.column_started'),
        width: 160,
        render: (row) => <Time at={row.startedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
  return (
    <WorkList
      label={t('workflow.workbench.started')}
      kind="started"
      endpoint={workflowApi.started}
      narrowed={narrowed}
      columns={columns}
      rowKey={(row) => row.instanceId}
      bulk={(rows, done) => <Bulk actions={['urge']} rows={rows} onDone={done} />}
    />
  );
}

export function CopyList({ narrowed }: Props) {
  const { t, locale } = useWords();
  const columns = useMemo(
    (): ListColumn<CcRow>[] => [
      titleColumn(
        t,
        locale,
        (row) => row.readAt === null && <Tag color="processing">{t('workflow.workbench.unread')}</Tag>,
      ),
      { id: 'from', title: t('workflow.workbench.column_from'), width: 120, value: (row) => row.from?.name ?? '' },
      { id: 'message', title: t('workflow.workbench.column_message'), width: 220, value: (row) => row.message },
      {
        id: 'copied',
        title: t('workflow.workbench.column_copied'),
        width: 160,
        render: (row) => <Time at={row.copiedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
  const read = (row: CcRow) => {
    if (row.readAt === null)
      void call(workflowApi.readCopy, { params: { copyId: row.copyId } }).then(() =>
        refresh(workflowApi.copies, workflowApi.counts),
      );
  };
  return (
    <WorkList
      label={t('workflow.workbench.copies')}
      kind="copies"
      endpoint={workflowApi.copies}
      narrowed={narrowed}
      columns={columns}
      rowKey={(row) => row.copyId}
      onOpened={read}
    />
  );
}

type Row = Pick<TodoRow, 'recordTitle' | 'formTitle' | 'appTitle' | 'initiator' | 'state' | 'formId' | 'recordId'> &
  Partial<Pick<TodoRow, 'onBehalfOf'>>;

/** On two lines: what it is about, and below it the form, its application and what the record says. */
function titleColumn<R extends Row>(t: Translate, locale: Locale, tags?: (row: R) => React.ReactNode): ListColumn<R> {
  return {
    id: 'title',
    title: t('workflow.workbench.column_title'),
    width: 320,
    grow: true,
    render: (row) => (
      <span className="workbench-title">
        <span>
          <span className="workbench-tags">{tags?.(row)}</span>
          {row.recordTitle || t('workflow.workbench.untitled')}
        </span>
        <small>
          <span>{formOf(row, locale)}</span>
          {/* what one may see for somebody else is not asked for here */}
          {!row.onBehalfOf && <RecordFacts formId={row.formId} recordId={row.recordId} />}
        </small>
      </span>
    ),
  };
}

function initiatorColumn<R extends Row>(t: Translate): ListColumn<R> {
  return {
    id: 'initiator',
    title: t('workflow.workbench.column_initiator'),
    width: 160,
    render: (row) => <Person name={row.initiator.name} size={20} />,
  };
}

function stateColumn<R extends Row>(t: Translate): ListColumn<R> {
  return {
    id: 'state',
    title: t('workflow.workbench.column_state'),
    width: 110,
    render: (row) => <StateTagOf state={row.state} />,
  };
}

function formOf(row: Row, locale: Locale): string {
  return `${textIn(row.appTitle, locale)} / ${textIn(row.formTitle, locale)}`;
}

function names(people: PersonRef[], locale: Locale): string {
  return people.map(({ name }) => name).join(locale === 'zh-CN' ? '、' : ', ');
}

function useWords(): { t: Translate; locale: Locale } {
  return { t: useT(), locale: useLocale() };
}
