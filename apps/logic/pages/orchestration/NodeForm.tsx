import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { FlowNode } from '@formwork/contract/rules/flow.ts';
import type { FormulaScope } from '@formwork/formula-ui/formula.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, InputNumber, Select, Switch } from 'antd';
import { ActionForm } from './ActionForm.tsx';
import { DefinitionChoice, FormChoice } from './choices.tsx';
import { Expression } from './Expression.tsx';
import { Line } from './Line.tsx';
import { Mapping } from './Mapping.tsx';
import type { OfferedAction } from './node-types.tsx';

interface Parts {
  node: FlowNode;
  onChange: (node: FlowNode) => void;
  scope: FormulaScope;
  actions: readonly OfferedAction[];
  readOnly: boolean;
}

/** The settings of one node: what it is called, what it does, what becomes of its answer, and what happens when it fails. */
export function NodeForm({ node, onChange, scope, actions, readOnly }: Parts) {
  const t = useT();
  return (
    <>
      <InspectorSection>
        <Line label={t('flows.title_of_node')}>
          <Input
            aria-label={t('flows.title_of_node')}
            value={node.name}
            maxLength={200}
            disabled={readOnly}
            onChange={({ target }) => onChange({ ...node, name: target.value })}
          />
        </Line>
        <Own {...{ node, onChange, scope, actions, readOnly }} />
        {'as' in node || isAsking(node) ? <As node={node} onChange={onChange} readOnly={readOnly} /> : null}
      </InspectorSection>
      {isAsking(node) && <Failures {...{ node, onChange, scope, actions, readOnly }} />}
    </>
  );
}

type Asking = Extract<FlowNode, { retry?: unknown }>;
const isAsking = (node: FlowNode): node is Asking =>
  ['call', 'flow', 'wait', 'message', 'approval', 'callback'].includes(node.kind);

function Own({ node, onChange, scope, actions, readOnly }: Parts) {
  const t = useT();
  switch (node.kind) {
    case 'expression':
      return (
        <Line label={t('flows.values')}>
          <Mapping
            label={t('flows.values')}
            rows={node.values}
            scope={scope}
            readOnly={readOnly}
            onChange={(values) => onChange({ ...node, values })}
          />
        </Line>
      );
    case 'join':
      return (
        <Line label={t('flows.join')}>
          <Select
            aria-label={t('flows.join')}
            disabled={readOnly}
            value={node.need === 'all' ? 'all' : node.need === 1 ? 'any' : 'n'}
            options={['all', 'any', 'n'].map((value) => ({ value, label: t(`flows.join_${value}`) }))}
            onChange={(value) => onChange({ ...node, need: value === 'all' ? 'all' : value === 'any' ? 1 : 2 })}
          />
          {typeof node.need === 'number' && node.need > 1 && (
            <InputNumber
              aria-label={t('flows.join_n')}
              min={2}
              max={100}
              value={node.need}
              disabled={readOnly}
              onChange={(need) => onChange({ ...node, need: need ?? 2 })}
            />
          )}
        </Line>
      );
    case 'loop':
      return (
        <Line label={t('flows.while')}>
          <Expression
            label={t('flows.while')}
            expects="condition"
            value={node.condition}
            scope={scope}
            readOnly={readOnly}
            onChange={(condition) => onChange({ ...node, condition })}
          />
        </Line>
      );
    case 'iterate':
      return (
        <>
          <Line label={t('flows.list')}>
            <Expression
              label={t('flows.list')}
              value={node.list}
              scope={scope}
              readOnly={readOnly}
              onChange={(list) => onChange({ ...node, list })}
            />
          </Line>
          <span className="flow-pair">
            <Line label={t('flows.item')}>
              <Input
                aria-label={t('flows.item')}
                value={node.item}
                disabled={readOnly}
                onChange={({ target }) => onChange({ ...node, item: target.value || 'item' })}
              />
            </Line>
            <Line label={t('flows.at_once')}>
              <InputNumber
                aria-label={t('flows.at_once')}
                min={1}
                max={50}
                value={node.atOnce}
                disabled={readOnly}
                onChange={(atOnce) => onChange({ ...node, atOnce: atOnce ?? 1 })}
              />
            </Line>
          </span>
          <Line label={t('flows.result_of_each')}>
            <Expression
              label={t('flows.result_of_each')}
              value={node.result ?? ''}
              scope={scope}
              readOnly={readOnly}
              onChange={(text) => {
                const { result: _, ...rest } = node;
                onChange(text === '' ? rest : { ...rest, result: text });
              }}
            />
          </Line>
        </>
      );
    case 'call':
      return (
        <ActionForm
          action={actions.find(({ name }) => name === node.action)}
          node={node}
          onChange={onChange}
          scope={scope}
          readOnly={readOnly}
        />
      );
    case 'flow':
      return (
        <>
          <Line label={t('flows.node.flow')}>
            <DefinitionChoice
              kind={flowKind.kind}
              label={t('flows.node.flow')}
              value={node.flow}
              onChange={(flow) => onChange({ ...node, flow })}
              readOnly={readOnly}
            />
          </Line>
          <Line label={t('flows.inputs')}>
            <Mapping
              label={t('flows.inputs')}
              rows={node.input}
              scope={scope}
              readOnly={readOnly}
              onChange={(input) => onChange({ ...node, input })}
            />
          </Line>
        </>
      );
    case 'wait':
      return (
        <>
          <Line label={t('flows.until')} hint={t('flows.until_hint')}>
            <Expression
              label={t('flows.until')}
              value={node.until}
              scope={scope}
              readOnly={readOnly}
              onChange={(until) => onChange({ ...node, until })}
            />
          </Line>
          <Line label={t('flows.working')}>
            <span>
              <Switch
                size="small"
                aria-label={t('flows.working')}
                checked={node.working}
                disabled={readOnly}
                onChange={(working) => onChange({ ...node, working })}
              />
            </span>
          </Line>
        </>
      );
    case 'message':
      return (
        <>
          <Line label={t('flows.message_name')}>
            <Input
              aria-label={t('flows.message_name')}
              value={node.message}
              disabled={readOnly}
              onChange={({ target }) => onChange({ ...node, message: target.value })}
            />
          </Line>
          <Line label={t('flows.message_key')} hint={t('flows.message_hint')}>
            <Expression
              label={t('flows.message_key')}
              value={node.key}
              scope={scope}
              readOnly={readOnly}
              onChange={(key) => onChange({ ...node, key })}
            />
          </Line>
        </>
      );
    case 'approval': {
      const formId = textIn(node.input.find(({ name }) => name === 'formId')?.value);
      const record = node.input.find(({ name }) => name === 'recordId')?.value ?? '';
      const put = (form: string, recordId: string) =>
        onChange({
          ...node,
          input: [
            { name: 'formId', value: JSON.stringify(form) },
            { name: 'recordId', value: recordId },
          ],
        });
      return (
        <>
          <Line label={t('flows.part.formId')} hint={t('flows.approval_hint')}>
            <FormChoice
              label={t('flows.part.formId')}
              value={formId}
              onChange={(form) => put(form, record)}
              readOnly={readOnly}
            />
          </Line>
          <Line label={t('flows.part.recordId')}>
            <Expression
              label={t('flows.part.recordId')}
              value={record}
              scope={scope}
              readOnly={readOnly}
              onChange={(text) => put(formId, text)}
            />
          </Line>
        </>
      );
    }
    case 'callback':
      return <p className="flow-hint">{t('flows.callback_hint', { address: `run.callback + "/${node.id}"` })}</p>;
    case 'fail':
      return (
        <Line label={t('flows.text')}>
          <Expression
            label={t('flows.text')}
            value={node.text}
            scope={scope}
            readOnly={readOnly}
            onChange={(text) => onChange({ ...node, text })}
          />
        </Line>
      );
    default:
      return <p className="flow-hint">{t(`flows.hint.${node.kind}`)}</p>;
  }
}

/** A form is named as a text of the expression language. */
function textIn(value: string | undefined): string {
  try {
    return String(JSON.parse(value ?? '""'));
  } catch {
    return '';
  }
}

function As({ node, onChange, readOnly }: Pick<Parts, 'node' | 'onChange' | 'readOnly'>) {
  const t = useT();
  const named = node as Asking;
  return (
    <Line label={t('flows.as')} hint={t('flows.as_hint')}>
      <Input
        aria-label={t('flows.as')}
        value={named.as ?? ''}
        disabled={readOnly}
        onChange={({ target }) => {
          const { as: _, ...rest } = named;
          onChange(target.value === '' ? rest : { ...rest, as: target.value });
        }}
      />
    </Line>
  );
}

const usualRetry = { times: 3, first: 1, factor: 2, most: 60 };

function Failures({ node, onChange, scope, actions, readOnly }: Omit<Parts, 'node'> & { node: Asking }) {
  const t = useT();
  const { retry, timeout, undo } = node;
  const without = <K extends 'retry' | 'timeout' | 'undo'>(name: K) => {
    const { [name]: _, ...rest } = node;
    onChange(rest as FlowNode);
  };
  return (
    <InspectorSection title={t('flows.when_it_fails')}>
      <Line label={t('flows.retry')}>
        <span>
          <Switch
            size="small"
            aria-label={t('flows.retry')}
            checked={retry !== undefined}
            disabled={readOnly}
            onChange={(on) => (on ? onChange({ ...node, retry: usualRetry }) : without('retry'))}
          />
        </span>
      </Line>
      {retry && (
        <span className="flow-pair">
          <Line label={t('flows.retry_times')}>
            <InputNumber
              aria-label={t('flows.retry_times')}
              min={1}
              max={20}
              value={retry.times}
              disabled={readOnly}
              onChange={(times) => onChange({ ...node, retry: { ...retry, times: times ?? 1 } })}
            />
          </Line>
          <Line label={t('flows.retry_first')}>
            <InputNumber
              aria-label={t('flows.retry_first')}
              min={0}
              max={86_400}
              value={retry.first}
              disabled={readOnly}
              onChange={(first) => onChange({ ...node, retry: { ...retry, first: first ?? 0 } })}
            />
          </Line>
          <Line label={t('flows.retry_factor')}>
            <InputNumber
              aria-label={t('flows.retry_factor')}
              min={1}
              max={10}
              value={retry.factor}
              disabled={readOnly}
              onChange={(factor) => onChange({ ...node, retry: { ...retry, factor: factor ?? 1 } })}
            />
          </Line>
        </span>
      )}
      <Line label={t('flows.time_limit')}>
        <InputNumber
          aria-label={t('flows.time_limit')}
          min={0.1}
          max={31_622_400}
          value={timeout ?? null}
          disabled={readOnly}
          onChange={(seconds) => (seconds === null ? without('timeout') : onChange({ ...node, timeout: seconds }))}
        />
      </Line>
      <Line label={t('flows.undo')} hint={t('flows.undo_hint')}>
        <Select
          aria-label={t('flows.undo')}
          allowClear
          disabled={readOnly}
          value={undo?.action}
          options={actions.map(({ name }) => ({ value: name, label: name }))}
          onChange={(action: string | undefined) =>
            action === undefined ? without('undo') : onChange({ ...node, undo: { action, input: undo?.input ?? [] } })
          }
        />
      </Line>
      {undo && (
        <Mapping
          label={t('flows.undo')}
          rows={undo.input}
          scope={scope}
          readOnly={readOnly}
          onChange={(input) => onChange({ ...node, undo: { ...undo, input } })}
        />
      )}
    </InspectorSection>
  );
}
