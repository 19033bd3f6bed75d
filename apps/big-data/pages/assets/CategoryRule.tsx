import { assetsApi } from '@formwork/contract/assets/api.ts';
import {
  assetKinds,
  certifications,
  ruleFields,
  sensitivities,
  type RuleField,
} from '@formwork/contract/assets/asset.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';
import { conditionFields, type ConditionFields } from '@formwork/records-ui/conditions/condition-fields.ts';
import { ConditionEditor } from '@formwork/records-ui/conditions/ConditionEditor.tsx';
import { asGroup, childrenOf, isGroup, settled } from '@formwork/records-ui/conditions/edit.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { assetKindName } from './kind.tsx';

/** By what assets come into a category: the one editor of conditions, over what is known of an asset. */
export function CategoryRule({
  rule,
  onChange,
}: {
  rule: Condition | null;
  onChange: (rule: Condition | null) => void;
}) {
  const fields = useRuleFields(rule);
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

function useRuleFields(rule: Condition | null): ConditionFields {
  const t = useT();
  const domains = useQuery(q(assetsApi.words, { query: { kind: 'domain', limit: 200 } })).data?.rows;
  // beyond those, the ones that the rule names
  const [ids] = useState(() => (rule ? namedIn(rule, 'domain') : []));
  const others = useQuery({
    ...q(assetsApi.words, { query: { kind: 'domain', ids, limit: 200 } }),
    enabled: ids.length > 0,
  }).data?.rows;
  const tags = useQuery(q(assetsApi.facets, { query: {} })).data?.tag;
  // tags that the rule names and nothing bears any more
  const [named] = useState(() => (rule ? namedIn(rule, 'tags') : []));
  return useMemo(() => {
    const known = new Set([...named, ...(tags ?? []).map(({ value }) => value)]);
    const choices: Partial<Record<RuleField, Choice[]>> = {
      kind: assetKinds.map((id) => ({ id, label: said(assetKindName(id, t)) })),
      certified: certifications.map((id) => ({ id, label: said(t(`assets.certified.${id}`)) })),
      sensitivity: sensitivities.map((id) => ({ id, label: said(t(`assets.sensitivity.${id}`)) })),
      domain: [...new Map([...(domains ?? []), ...(others ?? [])].map(({ id, name }) => [id, name]))].map(
        ([id, label]) => ({ id, label }),
      ),
      tags: [...known].map((id) => ({ id, label: said(id) })),
    };
    return conditionFields(ruleFields.map((field) => fieldOf(field, choices[field], t)));
  }, [t, domains, others, tags, named]);
}

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

/** The values that a rule asks of a field. */
function namedIn(rule: Condition, field: RuleField): string[] {
  if (isGroup(rule)) return childrenOf(rule).flatMap((child) => namedIn(child, field));
  if (!('field' in rule) || rule.field !== field || rule.value === undefined) return [];
  return (Array.isArray(rule.value) ? rule.value : [rule.value]).map(String);
}
