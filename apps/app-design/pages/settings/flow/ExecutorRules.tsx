import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ExecutorRule, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { PostPicker } from '@formwork/web/pickers/PostPicker.tsx';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { Button, InputNumber, Select } from 'antd';

interface Props {
  rules: ExecutorRule[];
  /** The node they belong to; it cannot name itself. Undefined for the starters of a process, who need rules without one. */
  node?: string;
  /** Nobody is asked there whom to choose. */
  unasked?: boolean;
  graph: ProcessGraph;
  form?: FormDefinition;
  onChange: (rules: ExecutorRule[]) => void;
}

type By = ExecutorRule['by'];
const beginnings = {
  persons: { by: 'persons', persons: [] },
  role: { by: 'role', role: '' },
  post: { by: 'post', post: '' },
  'department-head': { by: 'department-head', department: '' },
  initiator: { by: 'initiator' },
  'initiator-superior': { by: 'initiator-superior', levels: 1 },
  'initiator-department-head': { by: 'initiator-department-head' },
  'initiator-upper-head': { by: 'initiator-upper-head', levels: 1 },
  'member-field': { by: 'member-field', field: '' },
  node: { by: 'node', node: '' },
  previous: { by: 'previous' },
} as const satisfies Partial<Record<By, ExecutorRule>>;
type Offered = keyof typeof beginnings;
const withoutProcess: Offered[] = ['persons', 'role', 'post', 'department-head'];

/** Ways to find people; their answers are joined. */
export function ExecutorRules({ rules, node, unasked = false, graph, form, onChange }: Props) {
  const t = useT();
  const offered = (Object.keys(beginnings) as Offered[]).filter((by) =>
    node === undefined ? withoutProcess.includes(by) : by !== 'previous' || !unasked,
  );
  const set = (at: number, rule: ExecutorRule) => onChange(rules.map((own, place) => (place === at ? rule : own)));
  return (
    <div className="flow-rules">
      {rules.map((rule, at) => (
        <div key={at} className="flow-rule">
          <Select
            value={rule.by}
            listHeight={384}
            aria-label={t('workflow.rule.by')}
            onChange={(by) => set(at, structuredClone(beginnings[by]) as ExecutorRule)}
            options={offered.map((value) => ({ value, label: t(`flow-design.by.${value}`) }))}
          />
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('workflow.rule.remove')}
            onClick={() => onChange(rules.filter((_, place) => place !== at))}
          >
            <DeleteOutlined />
          </button>
          <RuleOperand rule={rule} node={node} graph={graph} form={form} onChange={(next) => set(at, next)} />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...rules, { by: 'persons', persons: [] }])}>
        {t('workflow.rule.add')}
      </Button>
    </div>
  );
}

function RuleOperand({
  rule,
  node,
  graph,
  form,
  onChange,
}: {
  rule: ExecutorRule;
  node: string | undefined;
  graph: ProcessGraph;
  form: FormDefinition | undefined;
  onChange: (rule: ExecutorRule) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const label = t(`flow-design.by.${rule.by}`);
  if (rule.by === 'persons')
    return (
      <PersonPicker
        multiple
        aria-label={label}
        value={rule.persons}
        onChange={(persons) => onChange({ ...rule, persons })}
      />
    );
  if (rule.by === 'role')
    return (
      <RolePicker
        aria-label={label}
        value={rule.role === '' ? [] : [rule.role]}
        onChange={([role]) => onChange({ ...rule, role: role ?? '' })}
      />
    );
  if (rule.by === 'post')
    return (
      <PostPicker
        aria-label={label}
        value={rule.post === '' ? [] : [rule.post]}
        onChange={([post]) => onChange({ ...rule, post: post ?? '' })}
      />
    );
  if (rule.by === 'department-head')
    return (
      <DepartmentPicker
        aria-label={label}
        value={rule.department === '' ? [] : [rule.department]}
        onChange={([department]) => onChange({ ...rule, department: department ?? '' })}
      />
    );
  if (rule.by === 'initiator-superior' || rule.by === 'initiator-upper-head')
    return (
      <InputNumber
        aria-label={label}
        min={1}
        max={20}
        value={rule.levels}
        suffix={t('workflow.rule.levels')}
        onChange={(levels) => onChange({ ...rule, levels: levels ?? 1 })}
      />
    );
  if (rule.by === 'member-field') {
    const fields = form?.fields.filter(({ type }) => type === 'member') ?? [];
    return (
      <Select
        aria-label={label}
        value={rule.field || undefined}
        placeholder={t('workflow.rule.choose_field')}
        onChange={(field: string) => onChange({ ...rule, field })}
        options={fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
      />
    );
  }
  if (rule.by === 'node') {
    const nodes = graph.nodes.filter((own) => own.id !== node && (own.kind === 'approve' || own.kind === 'fill-in'));
    return (
      <Select
        aria-label={label}
        value={rule.node || undefined}
        placeholder={t('workflow.rule.choose_node')}
        onChange={(id: string) => onChange({ ...rule, node: id })}
        options={nodes.map((own) => ({ value: own.id, label: textIn(own.name, locale) }))}
      />
    );
  }
  return null;
}
