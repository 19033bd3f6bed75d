import { rulesApi, type RuleFacts } from '@formwork/contract/rules/api.ts';
import { formOfRule } from '@formwork/contract/rules/document.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import { textIn } from '@formwork/contract/text.ts';
import { readType } from '@formwork/feel/type-text.ts';
import { any, contextOf, string, type FeelType } from '@formwork/feel/types.ts';
import type { ActionFacts, Facts } from '@formwork/logic/facts.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

const nothing: RuleFacts = { forms: [], fields: [], steps: [], actions: [], rules: [], scripts: [], mayBind: false };

export interface KnownFacts {
  known: RuleFacts;
  /** As the language checks with them. */
  facts: Facts;
  /** Ids by what they are called: forms, fields, rules, scripts. */
  nameOf: (id: string) => string;
}

/** What the rule may name, as the caller sees it. */
export function useFacts(rule: Pick<Rule, 'starts' | 'at'>): KnownFacts {
  const locale = useLocale();
  const form = formOfRule(rule);
  const query = useQuery({
    ...q(rulesApi.facts, form === undefined ? {} : { query: { form } }),
    placeholderData: keepPreviousData,
  });
  const known = query.data ?? nothing;
  return useMemo(() => {
    const types: Record<string, FeelType> = {};
    for (const { id, type } of known.fields) types[id] = readType(type) ?? any;
    // before a save nothing but the record itself is at hand
    if (rule.at === 'before') for (const { id, form: to } of known.fields) if (to !== undefined) types[id] = any;
    const actions = new Map<string, ActionFacts>(
      known.actions.map(({ name, effect }) => [
        name,
        { effect, output: name === 'records.create' ? contextOf({ id: string }) : any },
      ]),
    );
    const names = new Map([
      ...known.forms.map(({ id, title }) => [id, textIn(title, locale)] as const),
      ...known.fields.map(({ id, title }) => [id, textIn(title, locale)] as const),
      ...known.steps.map(({ id, name }) => [id, textIn(name, locale)] as const),
      ...[...known.rules, ...known.scripts].map(({ id, name }) => [id, textIn(name, locale)] as const),
      ...known.actions.map(({ name, title }) => [name, textIn(title, locale)] as const),
    ]);
    const facts: Facts = {
      types,
      writable: new Set(known.fields.filter(({ writable }) => writable).map(({ id }) => id)),
      actions,
      empties: 'null',
    };
    return { known, facts, nameOf: (id: string) => names.get(id) ?? id };
  }, [known, rule.at, locale]);
}
