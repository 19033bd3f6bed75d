import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { fieldKind, isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { processFields, processTypes } from '@formwork/contract/workflow/process-fields.ts';
import type {
  AutomaticNode,
  ProcessGraph,
  ProcessNode,
  SetField,
  SubProcessNode,
  TimerNode,
} from '@formwork/contract/workflow/graph.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select, Switch } from 'antd';
import { FormulaInput } from '../form/FormulaInput.tsx';
import { useFormOptions, useTargetDefinition } from '../form/configs/linked-forms.ts';
import { Line } from '../form/inspector-parts.tsx';
import { ExecutorRules } from './ExecutorRules.tsx';
import { SpanLine } from './TaskTimes.tsx';

/** Settings of the nodes at which no person acts: waiting, work of the system, another process. */

interface Props<Node> {
  node: Node;
  graph: ProcessGraph;
  form: FormDefinition;
  onChange: (node: ProcessNode) => void;
}

export function TimerLines({ node, form, onChange }: Props<TimerNode>) {
  const t = useT();
  const locale = useLocale();
  const dates = form.fields.filter((field) => ['date', 'dateTime'].includes(fieldKind(field)));
  return (
    <>
      <Line label={t('flow-design.timer.by')}>
        <Select
          value={node.wait.by}
          onChange={(by) =>
            onChange({
              ...node,
              wait: by === 'span' ? { by, span: { minutes: 60, working: false } } : { by, field: dates[0]?.id ?? '' },
            })
          }
          options={(['span', 'field'] as const).map((value) => ({ value, label: t(`flow-design.timer.by_${value}`) }))}
        />
      </Line>
      {node.wait.by === 'span' && (
        <SpanLine
          label={t('flow-design.timer.span')}
          span={node.wait.span}
          onChange={(span) => onChange({ ...node, wait: { by: 'span', span } })}
        />
      )}
      {node.wait.by === 'field' && (
        <Line label={t('flow-design.timer.field')} help={t('flow-design.timer.field_help')}>
          <Select
            value={node.wait.field || undefined}
            onChange={(field: string) => onChange({ ...node, wait: { by: 'field', field } })}
            options={titled(dates, locale)}
          />
        </Line>
      )}
    </>
  );
}

const beginnings = {
  record: { what: 'record', set: [] },
  rule: { what: 'rule', lines: [{ when: '', set: [] }] },
  message: { what: 'message', rules: [], message: '' },
  call: { what: 'call', method: 'POST', url: '', fields: [] },
} as const satisfies Record<string, unknown>;

export function AutomaticLines({ node, graph, form, onChange }: Props<AutomaticNode>) {
  const t = useT();
  const locale = useLocale();
  const { does } = node;
  const set = (next: AutomaticNode['does']) => onChange({ ...node, does: next });
  return (
    <>
      <Line label={t('workflow.automatic.what')} help={t('workflow.automatic.help')}>
        <Select
          value={does.what}
          onChange={(what) => set(structuredClone(beginnings[what]) as unknown as AutomaticNode['does'])}
          options={(Object.keys(beginnings) as (keyof typeof beginnings)[]).map((value) => ({
            value,
            label: t(`workflow.automatic.${value}`),
          }))}
        />
      </Line>
      {does.what === 'record' && (
        <SetFields set={does.set} fields={form.fields} form={form} onChange={(next) => set({ ...does, set: next })} />
      )}
      {does.what === 'rule' && (
        <>
          {does.lines.map((line, at) => (
            <div key={at} className="flow-rule-line">
              <header>
                {t('workflow.automatic.line', { number: at + 1 })}
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('workflow.automatic.remove_line')}
                  onClick={() => set({ ...does, lines: does.lines.filter((_, place) => place !== at) })}
                >
                  <DeleteOutlined />
                </button>
              </header>
              <FormulaInput
                expects="condition"
                label={t('workflow.automatic.when')}
                definition={form}
                table={undefined}
                also={processTypes}
                alsoNamed={processFields}
                value={line.when || undefined}
                onChange={(when) =>
                  set({
                    ...does,
                    lines: does.lines.map((own, place) => (place === at ? { ...own, when: when ?? '' } : own)),
                  })
                }
              />
              <SetFields
                set={line.set}
                fields={form.fields}
                form={form}
                onChange={(next) =>
                  set({ ...does, lines: does.lines.map((own, place) => (place === at ? { ...own, set: next } : own)) })
                }
              />
            </div>
          ))}
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() => set({ ...does, lines: [...does.lines, { when: '', set: [] }] })}
          >
            {t('workflow.automatic.add_line')}
          </Button>
        </>
      )}
      {does.what === 'message' && (
        <>
          <ExecutorRules
            rules={does.rules}
            node={node.id}
            unasked
            graph={graph}
            form={form}
            onChange={(rules) => set({ ...does, rules })}
          />
          <Line label={t('workflow.people.message')}>
            <Input.TextArea
              value={does.message}
              maxLength={60}
              showCount
              rows={2}
              onChange={(event) => set({ ...does, message: event.target.value })}
            />
          </Line>
        </>
      )}
      {does.what === 'call' && (
        <>
          <Line label={t('workflow.automatic.method')}>
            <Select
              value={does.method}
              onChange={(method) => set({ ...does, method })}
              options={(['POST', 'PUT'] as const).map((value) => ({ value, label: value }))}
            />
          </Line>
          <Line label={t('workflow.automatic.url')}>
            <Input
              value={does.url}
              maxLength={2000}
              placeholder="https://"
              onChange={(event) => set({ ...does, url: event.target.value.trim() })}
            />
          </Line>
          <Line label={t('workflow.automatic.fields')} help={t('workflow.automatic.fields_help')}>
            <Select
              mode="multiple"
              value={does.fields}
              onChange={(fields: string[]) => set({ ...does, fields })}
              options={[
                ...titled(form.fields, locale),
                ...form.tables.map((table) => ({ value: table.id, label: textIn(table.title, locale) })),
              ]}
            />
          </Line>
        </>
      )}
    </>
  );
}

export function SubProcessLines({ node, form, onChange }: Props<SubProcessNode>) {
  const t = useT();
  const forms = useFormOptions();
  const target = useTargetDefinition(node.form, form);
  return (
    <>
      <Line label={t('flow-design.child.form')} help={t('flow-design.child.form_help')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={node.form || undefined}
          onChange={(next: string) => onChange({ ...node, form: next, set: [] })}
          options={forms}
        />
      </Line>
      <Line label={t('flow-design.child.wait')} inline>
        <Switch size="small" checked={node.wait} onChange={(wait) => onChange({ ...node, wait })} />
      </Line>
      {target && (
        <SetFields set={node.set} fields={target.fields} form={form} onChange={(set) => onChange({ ...node, set })} />
      )}
    </>
  );
}

/** Fields and the formulas of this form's fields that give them their values. */
function SetFields({
  set,
  fields,
  form,
  onChange,
}: {
  set: SetField[];
  fields: readonly Field[];
  form: FormDefinition;
  onChange: (set: SetField[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const free = fields.filter((field) => !isComputed(field));
  const change = (at: number, one: SetField) => onChange(set.map((own, place) => (place === at ? one : own)));
  return (
    <div className="flow-rules">
      {set.map((one, at) => (
        <div key={at} className="flow-rule">
          <Select
            aria-label={t('flow-design.set.field')}
            value={one.field || undefined}
            placeholder={t('flow-design.set.field')}
            onChange={(field: string) => change(at, { ...one, field })}
            options={titled(
              free.filter(({ id }) => id === one.field || !set.some((own) => own.field === id)),
              locale,
            )}
          />
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('flow-design.set.remove')}
            onClick={() => onChange(set.filter((_, place) => place !== at))}
          >
            <DeleteOutlined />
          </button>
          <FormulaInput
            label={t('flow-design.set.value')}
            definition={form}
            table={undefined}
            also={processTypes}
            alsoNamed={processFields}
            value={one.value || undefined}
            onChange={(value) => change(at, { ...one, value: value ?? '' })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={set.length >= free.length}
        onClick={() =>
          onChange([
            ...set,
            { field: free.find(({ id }) => !set.some((own) => own.field === id))?.id ?? '', value: '' },
          ])
        }
      >
        {t('flow-design.set.add')}
      </Button>
    </div>
  );
}

function titled(fields: readonly Field[], locale: string): { value: string; label: string }[] {
  return fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }));
}
