import { onBehalfOfHeader } from '@formwork/contract/endpoint.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { reasonMax } from '@formwork/contract/workflow/process.ts';
import { type TodoRow } from '@formwork/contract/workflow/work-rows.ts';
import { mostInBatch, workbenchApi, type BatchItem } from '@formwork/contract/workflow/workbench.ts';
import { callWith, newCommandId } from '@formwork/web/http/call.ts';
import { errorText, refusalText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import '@formwork/process-ui/process.css';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';

export type BatchAction = 'approve' | 'transfer' | 'urge';
type Row = Pick<TodoRow, 'instanceId' | 'recordTitle'> &
  Partial<Pick<TodoRow, 'taskId' | 'version' | 'onBehalfOf' | 'askedBy'>>;

interface Props {
  action: BatchAction;
  rows: Row[];
  /** `done`: something was carried out, and the selection is old. */
  onClose: (done: boolean) => void;
}

const changed = [workflowApi.todo, workflowApi.handled, workflowApi.started, workflowApi.counts, talkApi.followed];

/** The same done with several: first the words that go with each, then what became of each. */
export function BatchDialog({ action, rows: selected, onClose }: Props) {
  const t = useT();
  const [words, setWords] = useState('');
  const [person, setPerson] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [results, setResults] = useState<(BatchItem & { title: string })[]>();
  const able = selected.filter((row) => !row.askedBy && !(action === 'transfer' && row.onBehalfOf));
  const rows = able.slice(0, mostInBatch);
  // Ids of their own from the first try: sent again after a lost answer, nothing is done twice.
  const [ids] = useState(() => new Map(rows.map((row) => [row, newCommandId()])));

  const run = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      const answers = await Promise.all(
        [...Map.groupBy(rows, (row) => row.onBehalfOf?.id)].map(([principal, own]) =>
          send(action, own, (row) => ids.get(row)!, words.trim(), person[0], principal),
        ),
      );
      const titles = new Map(rows.map((row) => [action === 'urge' ? row.instanceId : row.taskId!, row.recordTitle]));
      setResults(
        answers.flat().map((item) => ({ ...item, title: titles.get(item.id) || t('workflow.workbench.untitled') })),
      );
      await refresh(...changed);
    } catch (error) {
      setFailure(errorText(error, t));
    } finally {
      setPending(false);
    }
  };
  const title = t(`workflow.batch.title_${action}`, { count: rows.length });
  if (results)
    return (
      <Modal
        open
        title={title}
        onCancel={() => onClose(true)}
        footer={
          <Button type="primary" onClick={() => onClose(true)}>
            {t('workflow.batch.close')}
          </Button>
        }
      >
        <Results results={results} />
      </Modal>
    );
  const label = t(
    action === 'approve'
      ? 'workflow.batch.comment'
      : action === 'urge'
        ? 'workflow.batch.message'
        : 'workflow.people.reason',
  );
  return (
    <Modal
      open
      title={title}
      okText={t(`workflow.action.${action}`)}
      cancelText={t('workflow.action.cancel')}
      confirmLoading={pending}
      okButtonProps={{ disabled: rows.length === 0 || (action === 'transfer' && person.length === 0) }}
      onCancel={() => onClose(false)}
      onOk={() => void run()}
    >
      <div className="process-dialog">
        {action === 'transfer' && (
          <label className="process-field">
            {t('workflow.people.transfer')}
            <PersonPicker value={person} onChange={setPerson} />
          </label>
        )}
        <label className="process-field">
          {label}
          <Input.TextArea
            value={words}
            maxLength={action === 'approve' ? 1000 : reasonMax}
            showCount
            rows={3}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        {able.length < selected.length && <Alert type="info" showIcon title={t('workflow.batch.skipped')} />}
        {able.length > rows.length && (
          <Alert type="info" showIcon title={t('workflow.batch.most', { count: mostInBatch })} />
        )}
        {failure && <Alert type="error" showIcon title={failure} />}
      </div>
    </Modal>
  );
}

async function send(
  action: BatchAction,
  rows: Row[],
  commandId: (row: Row) => string,
  words: string,
  person: string | undefined,
  principal: string | undefined,
): Promise<BatchItem[]> {
  const options = principal === undefined ? {} : { headers: { [onBehalfOfHeader]: principal } };
  const tasks = () => rows.map((row) => ({ taskId: row.taskId!, version: row.version!, commandId: commandId(row) }));
  switch (action) {
    case 'approve':
      return (
        await callWith(workbenchApi.approve, { body: { items: tasks(), ...(words && { comment: words }) } }, options)
      ).results;
    case 'transfer':
      return (
        await callWith(
          workbenchApi.transfer,
          { body: { items: tasks(), person: person!, ...(words && { reason: words }) } },
          options,
        )
      ).results;
    case 'urge':
      return (
        await callWith(
          workbenchApi.urge,
          {
            body: {
              items: rows.map((row) => ({ instanceId: row.instanceId, commandId: commandId(row) })),
              ...(words && { message: words }),
            },
          },
          options,
        )
      ).results;
  }
}

function Results({ results }: { results: (BatchItem & { title: string })[] }) {
  const t = useT();
  const refused = results.filter((item) => item.refused !== null);
  const done = results.length - refused.length;
  return (
    <div className="process-dialog">
      {done > 0 && <Alert type="success" showIcon title={t('workflow.batch.done', { done })} />}
      {refused.length > 0 && (
        <Alert type="warning" showIcon title={t('workflow.batch.refused', { count: refused.length })} />
      )}
      {refused.length > 0 && (
        <ul className="workbench-results">
          {refused.map((item) => (
            <li key={item.id}>
              <b>{item.title}</b> {refusalText(item.refused!, t) ?? t('shell.error.failed')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
