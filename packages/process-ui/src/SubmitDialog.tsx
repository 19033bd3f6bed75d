import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { Proof } from '@formwork/contract/workflow/verification.ts';
import type {
  Ask,
  CommandAnswer,
  MyTask,
  ProcessView,
  SubmissionPreview,
} from '@formwork/contract/workflow/process.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Alert, Checkbox, Input, Modal, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { missingIn } from './branch-words.ts';
import { ExecutorChoice } from './ExecutorChoice.tsx';
import type { ProcessPanelProps, RecordChange } from './ProcessPanel.tsx';
import { ProofInput } from './ProofInput.tsx';
import { SignatureInput } from './SignedBy.tsx';

interface Props extends ProcessPanelProps {
  process: ProcessView;
  /** The task to submit; the start of the process without it. */
  task: MyTask | undefined;
  onClose: () => void;
  onDone: (ended: boolean) => void;
}

interface Choices {
  executors: Record<string, string[]>;
  edges: Record<string, string[]>;
}

/** Shows the next step and its executors before it happens, asks for what cannot be decided, then submits. */
export function SubmitDialog({ formId, recordId, getValues, beforeSubmit, process, task, onClose, onDone }: Props) {
  const t = useT();
  const [change, setChange] = useState<RecordChange>();
  const [preview, setPreview] = useState<SubmissionPreview>();
  const [problem, setProblem] = useState<string>();
  const [choices, setChoices] = useState<Choices>({ executors: {}, edges: {} });
  const [comment, setComment] = useState('');
  const [signature, setSignature] = useState<string>();
  const [proof, setProof] = useState<Proof>();
  const demands = task ?? startDemands(process);
  const asked = useRef(0);
  const finish = (answer: CommandAnswer) => onDone(answer.instance.state === 'finished');
  const start = useCommand(workflowApi.start, { failed: 'workflow.submit.failed', quiet: true, onDone: finish });
  const submit = useCommand(workflowApi.submit, { failed: 'workflow.submit.failed', quiet: true, onDone: finish });
  const latest = useRef({ getValues, onClose });
  latest.current = { getValues, onClose };

  // What is shown and what is sent is the form as it was when the dialog opened.
  useEffect(() => {
    const values = latest.current.getValues();
    if (values) setChange(values);
    else latest.current.onClose();
  }, []);
  useEffect(() => {
    if (!change) return;
    const turn = ++asked.current;
    call(workflowApi.preview, {
      params: { formId, recordId },
      body: { ...(task ? { taskId: task.id } : {}), values: change.values, slaves: change.slaves, ...filled(choices) },
    })
      .then((next) => {
        if (turn === asked.current) {
          setPreview(next);
          setProblem(undefined);
        }
      })
      .catch((error: unknown) => {
        if (turn === asked.current) setProblem(errorText(error));
      });
  }, [change, choices, formId, recordId, task]);

  // What was answered stays: there may be more people to choose, or another order.
  const asks = preview ? [...preview.answered, ...preview.asks] : [];
  const open = asks.filter((ask) => !isAnswered(ask, choices));
  const incomplete =
    (demands.commentRequired && comment.trim() === '') ||
    (demands.signatureRequired && signature === undefined) ||
    (demands.verification !== null && proof === undefined);
  const send = () => {
    if (!change) return;
    const body = {
      values: change.values,
      slaves: change.slaves,
      recordVersion: change.version,
      ...filled(choices),
      ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      ...(signature === undefined ? {} : { signature }),
      ...(proof === undefined ? {} : { verification: proof }),
    };
    void (task
      ? submit.run({ params: { taskId: task.id }, body: { ...body, version: task.version } })
      : start.run({ params: { formId, recordId }, body }));
  };
  const failure = start.errorText ?? submit.errorText;
  return (
    <Modal
      open
      title={t(
        task?.undecided ? 'workflow.action.decide' : task ? 'workflow.submit.title' : 'workflow.submit.title_start',
      )}
      okText={t('workflow.action.submit')}
      cancelText={t('workflow.action.cancel')}
      confirmLoading={start.pending || submit.pending}
      okButtonProps={{ disabled: !preview || problem !== undefined || open.length > 0 || incomplete }}
      onOk={send}
      onCancel={onClose}
    >
      {problem ? (
        <ErrorState small title={problem} />
      ) : !preview ? (
        <SkeletonRows rows={3} columns={1} />
      ) : (
        <div className="process-dialog">
          {beforeSubmit}
          {/* what changes with each choice stands below it: an open list would not follow its input */}
          {asks.length > 0 && <p className="process-quiet">{t('workflow.submit.asks')}</p>}
          {asks.map((ask) => (
            <AskFor key={`${ask.kind} ${ask.node}`} ask={ask} choices={choices} onChoices={setChoices} />
          ))}
          {preview.stops.map((stop) => (
            <Stops key={stop.node} stop={stop} />
          ))}
          <NextSteps preview={preview} />
          <label className="process-field">
            {t(
              task?.undecided
                ? 'workflow.submit.reason'
                : demands.commentRequired
                  ? 'workflow.submit.comment_required'
                  : 'workflow.submit.comment',
            )}
            <Input.TextArea
              value={comment}
              maxLength={1000}
              rows={3}
              onChange={(event) => setComment(event.target.value)}
            />
          </label>
          {demands.signatureRequired && <SignatureInput file={signature} required onFile={setSignature} />}
          {demands.verification && <ProofInput demanded={demands.verification} onProof={setProof} />}
        </div>
      )}
      {failure && <Alert type="error" showIcon title={failure} />}
    </Modal>
  );
}

/** The way on cannot be decided: with what is missing filled in it could be, without it the administrators of the process decide. */
function Stops({ stop: { name, branch } }: { stop: SubmissionPreview['stops'][number] }) {
  const t = useT();
  const locale = useLocale();
  const fields = missingIn(branch, { t, locale });
  return (
    <Alert
      type="warning"
      showIcon
      title={t('workflow.submit.stops', { node: textIn(name, locale) })}
      description={fields && t('workflow.submit.stops_missing', { fields })}
    />
  );
}

function NextSteps({ preview }: { preview: SubmissionPreview }) {
  const t = useT();
  const locale = useLocale();
  const names = (people: { name: string }[]) => people.map(({ name }) => name).join(locale === 'zh-CN' ? '、' : ', ');
  if (preview.waitsFor.length > 0)
    return <Alert type="info" showIcon title={t('workflow.submit.waits_for', { people: names(preview.waitsFor) })} />;
  if (preview.lastStep) return <Alert type="info" showIcon title={t('workflow.submit.last_step')} />;
  return (
    <dl className="process-next">
      {preview.next.map((step) => (
        <div key={step.node}>
          <dt>{t('workflow.submit.next', { name: textIn(step.name, locale) })}</dt>
          <dd>
            {step.executors.length > 0
              ? [names(step.executors), ...step.later.map(({ name }) => name)].join(' → ')
              : t('workflow.submit.nobody_yet')}
          </dd>
        </div>
      ))}
      {preview.skipped.map((step) => (
        <div key={step.node}>
          <dt>{textIn(step.name, locale)}</dt>
          <dd className="process-quiet">{t(`workflow.submit.skipped_${step.why}`)}</dd>
        </div>
      ))}
      {preview.copies.length > 0 && (
        <div>
          <dt>{t('workflow.submit.copies')}</dt>
          <dd>{names(preview.copies)}</dd>
        </div>
      )}
    </dl>
  );
}

function AskFor({ ask, choices, onChoices }: { ask: Ask; choices: Choices; onChoices: (choices: Choices) => void }) {
  const t = useT();
  const locale = useLocale();
  const name = textIn(ask.name, locale);
  if (ask.kind === 'executors') {
    return (
      <ExecutorChoice
        label={t('workflow.submit.choose_executors', { name })}
        signing={ask.signing}
        people={choices.executors[ask.node] ?? []}
        onPeople={(people) => onChoices({ ...choices, executors: { ...choices.executors, [ask.node]: people } })}
      />
    );
  }
  const options = ask.edges.map((edge) => ({ value: edge.edge, label: textIn(edge.name, locale) || edge.edge }));
  const set = (edges: string[]) => onChoices({ ...choices, edges: { ...choices.edges, [ask.node]: edges } });
  return (
    <fieldset className="process-field">
      <legend>{t('workflow.submit.choose_branch', { name })}</legend>
      {ask.many ? (
        <Checkbox.Group options={options} value={choices.edges[ask.node] ?? []} onChange={set} />
      ) : (
        <Radio.Group
          options={options}
          value={choices.edges[ask.node]?.[0]}
          onChange={(event) => set([event.target.value as string])}
        />
      )}
    </fieldset>
  );
}

/** What the start asks of whoever submits it: there is no task yet that says so. */
function startDemands({ graph }: ProcessView): Pick<MyTask, 'commentRequired' | 'signatureRequired' | 'verification'> {
  const start = graph?.nodes.find((node) => node.kind === 'start');
  return {
    commentRequired: start?.commentRequired ?? false,
    signatureRequired: start?.signatureRequired ?? false,
    verification: start?.verification ?? null,
  };
}

function isAnswered(ask: Ask, { executors, edges }: Choices): boolean {
  return ((ask.kind === 'executors' ? executors : edges)[ask.node]?.length ?? 0) > 0;
}

/** Empty answers are left out: the server takes none for "not chosen yet". */
function filled({ executors, edges }: Choices): Partial<Choices> {
  const given = (answers: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(answers).filter(([, list]) => list.length > 0));
  return { executors: given(executors), edges: given(edges) };
}
