import { assetsApi } from '@formwork/contract/assets/api.ts';
import {
  assetKinds,
  certifications,
  ruleFields,
  sensitivities,
  type RuleField,
} from '@formwork/contract/assets/asset.ts';
import type { Condition, ConditionValue } from '@formwork/contract/condition/condition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';
import {
  conditionFields,
  type ConditionFields,
  type OwnOperandProps,
} from '@formwork/records-ui/conditions/condition-fields.ts';
import { ConditionEditor } from '@formwork/records-ui/conditions/ConditionEditor.tsx';
import { asGroup, settled } from '@formwork/records-ui/conditions/edit.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { assetKindName } from './kind.tsx';
import { WordChoice, WordsChoice } from './WordChoice.tsx';

/** By what assets come into a category: the one editor of conditions, over what is known of an asset. */
export function CategoryRule({
  rule,
  onChange,
}: {
  rule: Condition | null;
  onChange: (rule: Condition | null) => void;
}) {
  const t = useT();
  const fields = useMemo(() => ruleConditionFields(t), [t]);
  const [group, setGroup] = useState(() => asGroup(rule ?? undefined));
  return (
    <ConditionEditor
      fields={fields}
      value={group}
      onChange={(next) => {
        setGroup(next);
        onChange(settled(next, fields.kindOf) ?? null);
      }}
    />
  );
}

interface Choice {
  id: string;
  label: Text;
}

function ruleConditionFields(t: Translate): ConditionFields {
  const choices: Partial<Record<RuleField, Choice[]>> = {
    kind: assetKinds.map((id) => ({ id, label: said(assetKindName(id, t)) })),
    certified: certifications.map((id) => ({ id, label: said(t(`assets.certified.${id}`)) })),
    sensitivity: sensitivities.map((id) => ({ id, label: said(t(`assets.sensitivity.${id}`)) })),
    // found as they are chosen
    domain: [],
    tags: [],
  };
  return { ...conditionFields(ruleFields.map((field) => fieldOf(field, choices[field], t))), operands };
}

const operands = { tags: TagsOperand, domain: DomainOperand };

/** Tags that assets bear, and any other that somebody types: a rule may wait for what nothing bears yet. */
function TagsOperand({ label, value, onChange }: OwnOperandProps) {
  const tags = useQuery(q(assetsApi.facets, { query: {} })).data?.tag ?? [];
  return (
    <Select
      mode="tags"
      aria-label={label}
      tokenSeparators={[',', '，', '、', ';', '；']}
      value={listOf(value)}
      options={tags.map((one) => ({ value: one.value, label: one.value }))}
      onChange={(next: string[]) => onChange(next.map((tag) => tag.trim().slice(0, 40)).filter((tag) => tag !== ''))}
    />
  );
}

function DomainOperand({ label, shape, value, onChange }: OwnOperandProps) {
  if (shape === 'list') return <WordsChoice kind="domain" label={label} value={listOf(value)} onChange={onChange} />;
  return (
    <WordChoice
      kind="domain"
      label={label}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

const listOf = (value: ConditionValue | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

const titles: Readonly<Record<RuleField, string>> = {
  kind: 'assets.column.kind',
  name: 'assets.column.title',
  tags: 'assets.tags',
  place: 'assets.column.place',
  domain: 'assets.domain',
  sensitivity: 'assets.column.sensitivity',
  certified: 'assets.certification',
};

function fieldOf(id: RuleField, options: Choice[] | undefined, t: Translate): Field {
  const title = said(t(titles[id]));
  if (!options) return newField('text', title, id);
  const field = id === 'tags' ? newField('multiSelect', title, id) : newField('singleSelect', title, id);
  return { ...field, config: { ...field.config, options } } as Field;
}

/** In the language of the page already. */
const said = (text: string): Text => ({ zh: text, en: text });
