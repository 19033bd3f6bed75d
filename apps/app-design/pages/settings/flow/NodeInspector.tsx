import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import {
  nodeButtons,
  verifications,
  type ApproveNode,
  type ProcessGraph,
  type ProcessNode,
  type Signing,
  type TaskNode,
  type Verification,
} from '@formwork/contract/workflow/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Input, InputNumber, Select, Switch } from 'antd';
import { Line, TextPair } from '../form/inspector-parts.tsx';
import { ExecutorRules } from './ExecutorRules.tsx';
import { FieldRights } from './FieldRights.tsx';
import { AutomaticLines, SubProcessLines, TimerLines } from './StillNodes.tsx';
import { TaskTimes } from './TaskTimes.tsx';
import { Weights } from './Weights.tsx';

interface Props<Node extends ProcessNode = ProcessNode> {
  node: Node;
  graph: ProcessGraph;
  form: FormDefinition;
  onChange: (node: ProcessNode) => void;
}

/** Everything about one node. */
export function NodeInspector(props: Props) {
  const t = useT();
  const { node, onChange } = props;
  return (
    <div className="flow-inspector">
      <h2>{t(`workflow.node.${node.kind}`)}</h2>
      <TextPair
        label={t('flow-design.designer.name')}
        value={node.name}
        onChange={(name) => onChange({ ...node, name: name ?? { zh: '' } })}
      />
      {(node.kind === 'approve' || node.kind === 'fill-in') && <Executors {...props} node={node as ApproveNode} />}
      {node.kind === 'timer' && <TimerLines {...props} node={node} />}
      {node.kind === 'automatic' && <AutomaticLines {...props} node={node} />}
      {node.kind === 'sub-process' && <SubProcessLines {...props} node={node} />}
      {node.kind === 'foreign' && (
        <p className="process-quiet">{t('flow-design.help.foreign', { type: node.type.replace('bpmn:', '') })}</p>
      )}
      {node.kind === 'cc' && <Copies {...props} node={node} />}
      {(node.kind === 'start' || node.kind === 'approve' || node.kind === 'fill-in') && (
        <TaskParts {...props} node={node} />
      )}
      {(node.kind === 'condition' || node.kind === 'inclusive') && (
        <Line
          label={t('flow-design.gateway.empty_otherwise')}
          help={t('flow-design.gateway.empty_otherwise_help')}
          inline
        >
          <Switch
            size="small"
            checked={node.emptyOtherwise ?? false}
            onChange={(on) => onChange({ ...node, emptyOtherwise: on || undefined })}
          />
        </Line>
      )}
      {(node.kind === 'condition' || node.kind === 'inclusive' || node.kind === 'parallel' || node.kind === 'join') && (
        <p className="process-quiet">{t(`flow-design.help.${node.kind}`)}</p>
      )}
    </div>
  );
}

function Executors({ node, graph, form, onChange }: Props<ApproveNode>) {
  const t = useT();
  const { executors, signing } = node;
  const set = (part: Partial<ApproveNode['executors']>) => onChange({ ...node, executors: { ...executors, ...part } });
  const choice = <K extends 'nobody' | 'sameAsPrevious' | 'isInitiator'>(
    key: K,
    values: readonly ApproveNode['executors'][K][],
  ) => (
    <Line label={t(`flow-design.executors.${key}`)}>
      <Select
        value={executors[key]}
        onChange={(value) => set({ [key]: value })}
        options={values.map((value) => ({ value, label: t(`flow-design.executors.${key}_${value}`) }))}
      />
    </Line>
  );
  return (
    <>
      <h3>{t('flow-design.executors.title')}</h3>
      <ExecutorRules
        rules={executors.rules}
        node={node.id}
        graph={graph}
        form={form}
        onChange={(rules) => set({ rules })}
      />
      <SigningLines signing={signing} onChange={(next) => onChange({ ...node, signing: next })} />
      {signing.way === 'ratio' && (
        <Weights rules={executors.rules} signing={signing} onChange={(next) => onChange({ ...node, signing: next })} />
      )}
      {choice('nobody', ['skip', 'administrator', 'refuse'])}
      {choice('sameAsPrevious', ['again', 'pass'])}
      {choice('isInitiator', ['again', 'pass', 'superior'])}
      <TaskTimes node={node} onChange={onChange} />
    </>
  );
}

const signings = {
  any: { way: 'any' },
  all: { way: 'all' },
  ratio: { way: 'ratio', percent: 50 },
  serial: { way: 'serial', order: 'chosen' },
} as const satisfies Record<Signing['way'], Signing>;

function SigningLines({ signing, onChange }: { signing: Signing; onChange: (signing: Signing) => void }) {
  const t = useT();
  return (
    <>
      <Line label={t('flow-design.signing.title')}>
        <Select
          value={signing.way}
          onChange={(way) => onChange(signings[way])}
          options={(Object.keys(signings) as Signing['way'][]).map((value) => ({
            value,
            label: t(`flow-design.signing.${value}`),
          }))}
        />
      </Line>
      {signing.way === 'ratio' && (
        <Line label={t('flow-design.signing.percent')}>
          <InputNumber
            min={1}
            max={100}
            value={signing.percent}
            suffix="%"
            onChange={(percent) => onChange({ ...signing, percent: percent ?? 50 })}
          />
        </Line>
      )}
      {signing.way === 'serial' && (
        <Line label={t('flow-design.signing.order')}>
          <Select
            value={signing.order}
            onChange={(order) => onChange({ ...signing, order })}
            options={(['chosen', 'pinyin'] as const).map((value) => ({
              value,
              label: t(`flow-design.signing.order_${value}`),
            }))}
          />
        </Line>
      )}
    </>
  );
}

function Copies({ node, graph, form, onChange }: Props<Extract<ProcessNode, { kind: 'cc' }>>) {
  const t = useT();
  return (
    <>
      <h3>{t('flow-design.designer.recipients')}</h3>
      <ExecutorRules
        rules={node.rules}
        node={node.id}
        unasked
        graph={graph}
        form={form}
        onChange={(rules) => onChange({ ...node, rules })}
      />
      <Line label={t('workflow.people.message')}>
        <Input.TextArea
          value={node.message}
          maxLength={60}
          showCount
          rows={2}
          onChange={(event) => onChange({ ...node, message: event.target.value })}
        />
      </Line>
    </>
  );
}

function TaskParts({ node, form, onChange }: Props<TaskNode>) {
  const t = useT();
  return (
    <>
      <h3>{t('flow-design.rights.title')}</h3>
      <FieldRights node={node} form={form} onChange={onChange} />
      <h3>{t('flow-design.designer.buttons')}</h3>
      <Checkbox.Group
        className="flow-buttons"
        value={node.buttons}
        onChange={(buttons) => onChange({ ...node, buttons: buttons })}
        options={nodeButtons.map((value) => ({
          value,
          label: t(`workflow.action.${value === 'addSigner' || value === 'removeSigner' ? `${value}s` : value}`),
        }))}
      />
      <Line label={t('flow-design.designer.signature_required')} inline>
        <Switch
          size="small"
          checked={node.signatureRequired}
          onChange={(signatureRequired) => onChange({ ...node, signatureRequired })}
        />
      </Line>
      <Line label={t('flow-design.designer.choose_next')} help={t('flow-design.designer.choose_next_help')} inline>
        <Switch
          size="small"
          checked={node.chooseNext ?? false}
          onChange={(chooseNext) => onChange({ ...node, chooseNext: chooseNext || undefined })}
        />
      </Line>
      <Line label={t('flow-design.designer.comment_required')} inline>
        <Switch
          size="small"
          checked={node.commentRequired}
          onChange={(commentRequired) => onChange({ ...node, commentRequired })}
        />
      </Line>
      <Line label={t('flow-design.designer.verification')}>
        <Select<Verification | 'none'>
          value={node.verification ?? 'none'}
          onChange={(verification) =>
            onChange({ ...node, verification: verification === 'none' ? undefined : verification })
          }
          options={(['none', ...verifications] as const).map((value) => ({
            value,
            label: t(`workflow.verification.${value}`),
          }))}
        />
      </Line>
    </>
  );
}
