import { CheckCircleOutlined } from '@ant-design/icons';
import type { App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { TodoRow } from '@formwork/contract/workflow/work-rows.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { FaceOf } from '@formwork/web/apps/face.tsx';
import { actFor } from '@formwork/web/http/acting-for.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Nothing, Panel } from './Panel.tsx';

/** What waits for me, the latest first; all of it is at the workbench. */
export function Todos({ rows, apps }: { rows: readonly TodoRow[]; apps: readonly App[] | undefined }) {
  const t = useT();
  return (
    <Panel title={t('home.start.todo')} more={{ href: pathTo('workbench'), text: t('home.start.workbench') }}>
      <ul className="start-todos">
        {rows.map((row) => (
          <Todo key={row.taskId} row={row} app={apps?.find(({ id }) => id === row.appId)} />
        ))}
        {rows.length === 0 && (
          <Nothing icon={<CheckCircleOutlined />} title={t('home.start.no_todo')} hint={t('home.start.no_todo_hint')} />
        )}
      </ul>
    </Panel>
  );
}

function Todo({ row, app }: { row: TodoRow; app: App | undefined }) {
  const t = useT();
  const locale = useLocale();
  const late = row.dueAt !== null && Date.parse(row.dueAt) < Date.now();
  const mark = late ? 'late' : row.urgedAt !== null ? 'urged' : row.returned ? 'returned' : undefined;
  const form = textIn(row.formTitle, locale);
  const href = pathTo('recordDetail', { app: row.appId, form: row.formId }, { record: row.recordId });
  return (
    <li>
      <Link href={actFor(href, row.onBehalfOf?.id)}>
        {app && <FaceOf app={app} size={32} />}
        <span className="start-todo-text">
          <strong>{row.recordTitle || form}</strong>
          <span>{[form, textIn(row.taskName, locale), row.initiator.name].join(' · ')}</span>
        </span>
        {mark && (
          <span className="start-mark" data-tone={mark === 'returned' ? 'warning' : 'error'}>
            {t(`home.start.${mark}`)}
          </span>
        )}
        <span className="start-time">
          <Time at={row.receivedAt} locale={locale} />
        </span>
      </Link>
    </li>
  );
}
