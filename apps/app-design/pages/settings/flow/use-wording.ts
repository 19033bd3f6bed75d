import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ExecutorRule, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { processFields } from '@formwork/contract/workflow/process-fields.ts';
import { conditionText } from '@formwork/records-ui/conditions/condition-text.ts';
import { useWording as useConditionWording } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { Wording } from '@formwork/process-ui/canvas-graph.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formulaWords } from '../releases/words/formula-words.ts';
import { flowFields } from './flow-fields.ts';

/** Names behind the ids of a graph: people, roles, departments, fields; conditions with the titles of fields. */
export function useWording(graph: ProcessGraph, form: FormDefinition, formId?: string): Wording {
  const t = useT();
  const locale = useLocale();
  const rules = rulesIn(graph);
  const person = useNames('people', [
    ...graph.settings.administrators,
    ...rules.flatMap((rule) => (rule.by === 'persons' ? rule.persons : [])),
  ]);
  const department = useNames(
    'departments',
    rules.flatMap((rule) => (rule.by === 'department-head' ? [rule.department] : [])),
  );
  // a rule just added names nobody yet
  const post = useNames(
    'posts',
    rules.flatMap((rule) => (rule.by === 'post' && rule.post !== '' ? [rule.post] : [])),
  );
  const role = useNames(
    'roles',
    rules.flatMap((rule) => (rule.by === 'role' && rule.role !== '' ? [rule.role] : [])),
  );
  // what the form has no more is still called by its name
  const { data: known } = useQuery({
    ...q(formsApi.formUses, { params: { formId: formId ?? '' } }),
    enabled: formId !== undefined,
  });
  const former = useMemo(
    () =>
      (known?.former ?? []).filter(({ whole }) => whole).map(({ id, title }) => newField('text', title, id) as Field),
    [known],
  );
  const clicked = useMemo(
    () =>
      graph.edges.flatMap(({ condition, clicked: tree }) =>
        condition !== undefined && tree ? [{ condition, tree }] : [],
      ),
    [graph.edges],
  );
  const fields = useMemo(() => flowFields(form), [form]);
  const asked = useMemo(() => ({ all: clicked.map(({ tree }) => tree) }), [clicked]);
  const { nameOf: nameAsked } = useConditionWording(asked, fields);
  return useMemo(() => {
    const inWords = new Map(
      clicked.map(({ condition, tree }) => [condition, conditionText(tree, fields, { t, locale, nameOf: nameAsked })]),
    );
    const formula = formulaWords(form, locale, { besides: [...processFields, ...former] });
    const named = [
      ...processFields,
      ...form.fields,
      ...form.tables,
      ...form.tables.flatMap((table) => table.fields),
      ...former,
    ];
    return {
      t,
      locale,
      nameOf: (id) => person(id) ?? role(id) ?? department(id) ?? post(id),
      fieldTitle: (path) =>
        path
          .split('.')
          .flatMap((id) => textIn(named.find((field) => field.id === id)?.title, locale) || [])
          .join(' · ') || undefined,
      condition: (text) => inWords.get(text) ?? formula(text),
    };
  }, [t, locale, form, former, person, department, post, role, clicked, fields, nameAsked]);
}

function rulesIn(graph: ProcessGraph): ExecutorRule[] {
  return [
    ...graph.settings.starters,
    ...graph.nodes.flatMap((node) =>
      node.kind === 'approve' || node.kind === 'fill-in'
        ? node.executors.rules
        : node.kind === 'cc'
          ? node.rules
          : node.kind === 'automatic' && node.does.what === 'message'
            ? node.does.rules
            : [],
    ),
  ];
}
