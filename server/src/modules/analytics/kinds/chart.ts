import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { chartDocument, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { incompleteSlots } from '@formwork/chart/draw.ts';
import { compiledFigure } from '../calculated.ts';
import { nameOfSource, renamedSource } from '../source-reference.ts';
import { assetOfChart } from '../assets.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

/** A chart: anybody of an enterprise makes them, and each sees them by their own right on the records. */
export const chartKind: DefinitionKind<ChartDefinition, ChartDefinition> = {
  ...chartDocument,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'user', 'safe', 'audit'], create: ['admin', 'user'] },
  problems,
  references,
  parts: () => [],
  rename: (body, ids) => (body.form === null ? body : { ...body, form: renamedSource(body.form, ids) }),
  compile: (body) => body,
  asset: assetOfChart,
  words: (before, after) =>
    before && JSON.stringify(before) !== JSON.stringify(after)
      ? [{ code: 'analytics.words.changed', at: ['settings'] }]
      : [],
};

function problems({ form, settings }: ChartDefinition): DefinitionProblem[] {
  if (form === null) return [{ code: 'analytics.chart.no_form', level: 'error', at: ['form'] }];
  const slots = incompleteSlots(settings);
  const wrong = usesOf(settings).filter(({ calc }) => calc && !compiledFigure(calc).ok);
  return [
    ...(slots.length === 0
      ? []
      : [{ code: 'analytics.chart.incomplete', level: 'error' as const, at: ['settings', 'slots'], data: { slots } }]),
    ...wrong.map(({ id }) => ({
      code: 'analytics.calc.wrong',
      level: 'error' as const,
      at: ['settings', 'slots'],
      data: { id },
    })),
  ];
}

/** What it is of and what it shows; without a field it shows less. */
function references({ form, where, settings }: ChartDefinition): DefinitionReference[] {
  if (form === null) return [];
  const fields = new Set([
    ...usesOf(settings).flatMap(({ field, calc }) => [field, ...(calc?.parts ?? []).map((one) => one.field)]),
    ...(settings.drill ?? []).map(({ field }) => field),
    ...(where ? comparisonsIn(where).map(({ field }) => field) : []),
  ]);
  const named = [...fields].filter((field) => field !== '' && !field.startsWith('_'));
  return [
    { part: '', to: { ...nameOfSource(form), part: '' }, how: 'warn' },
    ...named.map((part): DefinitionReference => ({ part, to: { ...nameOfSource(form), part }, how: 'warn' })),
  ];
}
