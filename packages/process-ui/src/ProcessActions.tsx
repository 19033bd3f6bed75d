import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import type { MyTask, ProcessView } from '@formwork/contract/workflow/process.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { MenuButton, type MenuAction } from '@formwork/ui/frame/menu.tsx';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { CommentDialog } from './CommentDialog.tsx';
import { PeopleDialog, type PeopleAction } from './PeopleDialog.tsx';
import type { ProcessPanelProps } from './ProcessPanel.tsx';
import { remarkTitle } from './remarks.ts';
import { ReasonDialog, type ReasonAction } from './ReasonDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { StateTagOf } from './StateTagOf.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';

type Open =
  | { kind: 'comment' }
  | { kind: 'submit'; task?: MyTask }
  | { kind: 'return'; task: MyTask }
  | { kind: 'reason'; action: ReasonAction; task?: MyTask }
  | { kind: 'people'; action: PeopleAction; task?: MyTask };

/** The buttons of a process: one to submit, one to return, the rest in a menu. */
export function ProcessActions(props: ProcessPanelProps & { process: ProcessView }) {
  const t = useT();
  const locale = useLocale();
  const { message, modal } = App.useApp();
  const [open, setOpen] = useState<Open>();
  const { process, onChanged } = props;
  const { instance, myTasks, can, retrievable } = process;
  const task = myTasks[0];
  const done = (text: string) => {
    setOpen(undefined);
    void message.success(text);
    void refresh(
      workflowApi.process,
      workflowApi.history,
      workflowApi.todo,
      workflowApi.handled,
      workflowApi.started,
      workflowApi.counts,
      workbenchApi.drafts,
    );
    onChanged();
  };
  const draft = useCommand(workflowApi.saveTaskDraft, { onDone: () => done(t('workflow.done.draft')) });
  const retrieve = useCommand(workflowApi.retrieve, { onDone: () => done(t('workflow.done.retrieve')) });
  const accept = useCommand(workflowApi.answerEntrusted, { onDone: () => done(t('workflow.done.acceptEntrusted')) });
  const takeBack = useCommand(workflowApi.cancelEntrusted, { onDone: () => done(t('workflow.done.cancelEntrusted')) });
  const retry = useCommand(workflowApi.retry, { onDone: () => done(t('workflow.done.retry')) });
  const params = { instanceId: instance?.id ?? '' };
  const nodeName = (id: string) => textIn(process.graph?.nodes.find((node) => node.id === id)?.name, locale);

  // what was handed on is called back from those who have it already: a slip of the hand does not do that
  const askToRetrieve = (taskId: string) =>
    void modal.confirm({
      title: t('workflow.retrieve.title'),
      content: t('workflow.retrieve.hint'),
      okText: t('workflow.action.retrieve'),
      onOk: () => retrieve.run({ params, body: { taskId } }),
    });

  const saveDraft = () => {
    const change = props.getValues();
    if (task && change)
      void draft.run({
        params: { taskId: task.id },
        body: { version: task.version, values: change.values, slaves: change.slaves, recordVersion: change.version },
      });
  };
  const more: (MenuAction | false | undefined)[] = [
    task?.submits && { id: 'draft', title: t('workflow.action.draft'), onSelect: saveDraft },
    task?.buttons.includes('transfer') && {
      id: 'transfer',
      title: t('workflow.action.transfer'),
      onSelect: () => setOpen({ kind: 'people', action: 'transfer', task }),
    },
    task?.buttons.includes('entrust') && {
      id: 'entrust',
      title: t('workflow.action.entrust'),
      onSelect: () => setOpen({ kind: 'people', action: 'entrust', task }),
    },
    process.entrusted.length > 0 && {
      id: 'cancelEntrusted',
      title: t('workflow.action.cancelEntrusted'),
      onSelect: () => void takeBack.run({ params: { taskId: process.entrusted[0]! }, body: {} }),
    },
    task?.buttons.includes('addSigner') && {
      id: 'addSigners',
      title: t('workflow.action.addSigners'),
      onSelect: () => setOpen({ kind: 'people', action: 'addSigners', task }),
    },
    task?.buttons.includes('removeSigner') &&
      task.removable.length > 0 && {
        id: 'removeSigners',
        title: t('workflow.action.removeSigners'),
        onSelect: () => setOpen({ kind: 'people', action: 'removeSigners', task }),
      },
    can.cc && { id: 'cc', title: t('workflow.action.cc'), onSelect: () => setOpen({ kind: 'people', action: 'cc' }) },
    can.comment && { id: 'comment', title: t('workflow.action.comment'), onSelect: () => setOpen({ kind: 'comment' }) },
    can.urge && {
      id: 'urge',
      title: t('workflow.action.urge'),
      onSelect: () => setOpen({ kind: 'reason', action: 'urge' }),
    },
    can.retrieve &&
      retrievable !== null && {
        id: 'retrieve',
        title: t('workflow.action.retrieve'),
        onSelect: () => askToRetrieve(retrievable),
      },
    can.interrupt && {
      id: 'interrupt',
      title: t('workflow.action.interrupt'),
      onSelect: () => setOpen({ kind: 'reason', action: 'interrupt' }),
    },
    can.recover && {
      id: 'recover',
      title: t('workflow.action.recover'),
      onSelect: () => setOpen({ kind: 'reason', action: 'recover' }),
    },
    can.invalidate && {
      id: 'invalidate',
      title: t('workflow.action.invalidate'),
      danger: true,
      onSelect: () => setOpen({ kind: 'reason', action: 'invalidate' }),
    },
  ];
  const items = more.filter((item): item is MenuAction => Boolean(item));
  if (!instance && !can.start) return null;
  const mayPress = can.start || task !== undefined;

  return (
    <div className="process-head">
      {instance && (
        <div className="process-state">
          <StateTagOf state={instance.state} />{' '}
          {task && <span>{t('workflow.panel.my_task', { name: textIn(task.name, locale) })}</span>}
        </div>
      )}
      <Stopped process={process} />
      {task?.returned && (
        <Alert
          type="warning"
          showIcon
          title={t('workflow.panel.returned', { name: task.returned.by.name })}
          description={task.returned.reason}
        />
      )}
      {task?.entrustedBy && task.toAnswer && (
        <Alert
          type="info"
          showIcon
          title={t('workflow.panel.entrusted', { name: task.entrustedBy.name })}
          action={
            <span className="process-buttons">
              <Button
                size="small"
                loading={accept.pending}
                onClick={() => void accept.run({ params: { taskId: task.id }, body: { version: task.version } })}
              >
                {t('workflow.action.acceptEntrusted')}
              </Button>
              <Button size="small" onClick={() => setOpen({ kind: 'reason', action: 'refuseEntrusted', task })}>
                {t('workflow.action.refuseEntrusted')}
              </Button>
            </span>
          }
        />
      )}
      {task?.dueAt && (
        <small className="process-quiet">{t('workflow.panel.due', { time: formatTime(task.dueAt, locale) })}</small>
      )}
      {process.failed.map((node) => (
        <Alert
          key={node}
          type="error"
          showIcon
          title={t('workflow.panel.failed', { node: nodeName(node) })}
          action={
            <Button size="small" loading={retry.pending} onClick={() => void retry.run({ params, body: { node } })}>
              {t('workflow.action.retry')}
            </Button>
          }
        />
      ))}
      {/* alone the menu is drawn beside the state, but stands where it is: one that moves while it is open would close */}
      {(mayPress || items.length > 0) && (
        <div className="process-buttons" data-alone={!mayPress || undefined}>
          {can.start && (
            <Button type="primary" onClick={() => setOpen({ kind: 'submit' })}>
              {t('workflow.action.start')}
            </Button>
          )}
          {task?.submits && (
            <Button type="primary" onClick={() => setOpen({ kind: 'submit', task })}>
              {t(
                task.kind === 'approve'
                  ? 'workflow.action.approve'
                  : task.undecided
                    ? 'workflow.action.decide'
                    : 'workflow.action.submit',
              )}
            </Button>
          )}
          {task && task.buttons.includes('return') && task.returnTargets.length > 0 && (
            <Button onClick={() => setOpen({ kind: 'return', task })}>{t('workflow.action.return')}</Button>
          )}
          {items.length > 0 && <MenuButton label={t('workflow.action.more')} items={items} />}
        </div>
      )}
      {open?.kind === 'submit' && (
        <SubmitDialog
          {...props}
          task={open.task}
          onClose={() => setOpen(undefined)}
          onDone={(ended) => done(t(ended ? 'workflow.done.ended' : 'workflow.done.submit'))}
        />
      )}
      {open?.kind === 'return' && (
        <ReturnDialog
          task={open.task}
          onClose={() => setOpen(undefined)}
          onDone={() => done(t('workflow.done.return'))}
        />
      )}
      {open?.kind === 'reason' && (
        <ReasonDialog
          action={open.action}
          instanceId={params.instanceId}
          task={open.task}
          onClose={() => setOpen(undefined)}
          onDone={() => done(t(`workflow.done.${open.action}`))}
        />
      )}
      {open?.kind === 'comment' && (
        <CommentDialog
          instanceId={params.instanceId}
          onClose={() => setOpen(undefined)}
          onDone={() => done(t('workflow.done.comment'))}
        />
      )}
      {open?.kind === 'people' && (
        <PeopleDialog
          action={open.action}
          instanceId={params.instanceId}
          task={open.task}
          onClose={() => setOpen(undefined)}
          onDone={() => done(t(`workflow.done.${open.action}`))}
        />
      )}
    </div>
  );
}

/** Why nobody can act in it now: who stopped it, and what for. */
function Stopped({ process: { instance, remarks } }: { process: ProcessView }) {
  const t = useT();
  const last =
    instance?.state === 'interrupted' || instance?.state === 'invalid'
      ? remarks.findLast(({ kind }) => kind !== 'commented')
      : undefined;
  if (!last) return null;
  return <Alert type="warning" showIcon title={remarkTitle(last, t)} description={last.text} />;
}
