import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { FlowNode } from '@formwork/contract/etl/flow.ts';
import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { textIn } from '@formwork/contract/text.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { feelLanguage } from '@formwork/code-ui/languages/feel.ts';
import { decisionTypes } from '@formwork/etl/flow/decide.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Select } from 'antd';
import { Line, NotifyLine, Rows, TextLine } from '../tasks/inspector/parts.tsx';

/** Everything about one node of a flow. */
export function FlowNodeSettings({
  node,
  parameters,
  readOnly,
  onChange,
}: {
  node: FlowNode;
  parameters: readonly EtlParameter[];
  readOnly: boolean;
  onChange: (node: FlowNode) => void;
}) {
  const t = useT();
  return (
    <>
      <InspectorTitle>{t(`etltask.flow.node.${node.kind}`)}</InspectorTitle>
      <InspectorSection>
        <fieldset disabled={readOnly} className="etl-settings">
          <Input
            aria-label={t('etltask.node_title')}
            placeholder={t('etltask.node_title')}
            maxLength={200}
            value={node.title}
            onChange={({ target }) => onChange({ ...node, title: target.value })}
          />
          <p className="etl-quiet">{t(`etltask.flow.help.${node.kind}`)}</p>
          <Own node={node} parameters={parameters} onChange={onChange} />
        </fieldset>
      </InspectorSection>
    </>
  );
}

function Own({
  node,
  parameters,
  onChange,
}: {
  node: FlowNode;
  parameters: readonly EtlParameter[];
  onChange: (node: FlowNode) => void;
}) {
  const t = useT();
  switch (node.kind) {
    case 'task':
      return (
        <>
          <DefinitionSelect
            kind="etl_task"
            value={node.task}
            onChange={(task, title) => onChange({ ...node, task, title: node.title || title })}
          />
          <Tries node={node} onChange={onChange} />
        </>
      );
    case 'flow':
      return (
        <>
          <DefinitionSelect
            kind="etl_flow"
            value={node.flow}
            onChange={(flow, title) => onChange({ ...node, flow, title: node.title || title })}
          />
          <Tries node={node} onChange={onChange} />
        </>
      );
    case 'wait':
      return (
        <>
          <DefinitionSelect kind="etl_flow" value={node.flow} onChange={(flow) => onChange({ ...node, flow })} />
          <Line label={t('etltask.flow.minutes')}>
            <InputNumber
              aria-label={t('etltask.flow.minutes')}
              min={1}
              max={10_000}
              precision={0}
              value={node.minutes}
              onChange={(minutes) => onChange({ ...node, minutes: minutes ?? 1 })}
            />
          </Line>
        </>
      );
    case 'decide':
      return (
        <Condition
          label={t('etltask.condition')}
          parameters={parameters}
          value={node.expression}
          onChange={(expression) => onChange({ ...node, expression })}
        />
      );
    case 'switch':
      return (
        <Rows
          label={t('etltask.flow.ways')}
          items={node.ways}
          blank={() => ({ name: '', expression: '' })}
          onChange={(ways) => onChange({ ...node, ways })}
        >
          {(way, set) => (
            <>
              <Input
                aria-label={t('etltask.flow.way_name')}
                placeholder={t('etltask.flow.way_name')}
                maxLength={100}
                value={way.name}
                onChange={({ target }) => set({ name: target.value })}
              />
              <Condition
                label={t('etltask.condition')}
                parameters={parameters}
                value={way.expression}
                onChange={(expression) => set({ expression })}
              />
            </>
          )}
        </Rows>
      );
    case 'message':
      return (
        <>
          <NotifyLine
            label={t('etltask.flow.people')}
            people={node.people}
            ways={node.ways}
            onChange={(part) => onChange({ ...node, ...part })}
          />
          <TextLine label={t('etltask.flow.text')} value={node.text} onChange={(text) => onChange({ ...node, text })} />
        </>
      );
  }
}

/** Over the parameters, the day and what ran just before. */
function Condition({
  label,
  parameters,
  value,
  onChange,
}: {
  label: string;
  parameters: readonly EtlParameter[];
  value: string;
  onChange: (expression: string) => void;
}) {
  const t = useT();
  const names = Object.keys(decisionTypes(parameters));
  return (
    <Line label={label} help={t('etltask.flow.decide_help', { names: names.join(', ') })}>
      <CodeEditor
        label={label}
        value={value}
        language={feelLanguage(
          names,
          names.map((name) => ({ label: name, type: 'variable' })),
        )}
        height={72}
        onChange={onChange}
      />
    </Line>
  );
}

function Tries({
  node,
  onChange,
}: {
  node: Extract<FlowNode, { kind: 'task' | 'flow' }>;
  onChange: (node: FlowNode) => void;
}) {
  const t = useT();
  return (
    <>
      <Line label={t('etltask.settings.retries')}>
        <InputNumber
          aria-label={t('etltask.settings.retries')}
          min={0}
          max={10}
          precision={0}
          value={node.retries}
          onChange={(retries) => onChange({ ...node, retries: retries ?? 0 })}
        />
      </Line>
      <Line label={t('etltask.settings.timeout')} help={t('etltask.settings.timeout_help')}>
        <InputNumber
          aria-label={t('etltask.settings.timeout')}
          min={1}
          max={10_000}
          precision={0}
          value={node.timeout}
          onChange={(timeout) => onChange({ ...node, timeout })}
        />
      </Line>
    </>
  );
}

function DefinitionSelect({
  kind,
  value,
  onChange,
}: {
  kind: 'etl_task' | 'etl_flow';
  value: string | null;
  onChange: (id: string, title: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const list = useQuery(q(definitionsApi.list, { params: { kind }, query: {} }));
  const options = (list.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }));
  return (
    <Line label={t(`resources.kind.${kind}`)}>
      <Select
        aria-label={t(`resources.kind.${kind}`)}
        className="etl-grow"
        showSearch={{ optionFilterProp: 'label' }}
        loading={list.isPending}
        value={value ?? undefined}
        options={options}
        onChange={(id: string) => onChange(id, options.find((one) => one.value === id)?.label ?? '')}
      />
    </Line>
  );
}
