import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import { isFigure, usesOf, type ChartDefinition, type Dashboard } from '@formwork/contract/analytics/definition.ts';
import { chartOfElement, type Screen } from '@formwork/contract/analytics/screen.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { AssetRead, AssetShape } from '../../platform/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import { releasedForm } from '../forms/public.ts';

type At = { platform: Platform; spaceId: string };

/** What a chart draws, and the fields it is worked out from; keys group, conditions filter. */
export async function assetOfChart({ form, where, settings }: ChartDefinition, at: At): Promise<AssetShape> {
  if (form === null) return { columns: [], reads: [] };
  const fields = await fieldsOf(at, form);
  const uses = usesOf(settings);
  const read = (part: string, to: string, how: AssetRead['how']): AssetRead => ({
    from: { kind: 'form', id: form, part: part.startsWith('_') ? '' : part },
    to,
    how,
  });
  const grouped = uses.some(isFigure);
  return {
    columns: uses.map((use) => ({
      key: use.id,
      title: use.title ?? fields.get(use.field)?.title ?? { zh: use.field === '' ? use.id : use.field },
      type: use.calc ? 'number' : (use.fn ?? fields.get(use.field)?.type ?? 'number'),
    })),
    reads: [
      read('', '', 'value'),
      ...uses.flatMap((use): AssetRead[] => [
        ...(use.field === '' || use.calc ? [] : [read(use.field, use.id, 'value')]),
        ...(use.calc?.parts ?? []).map((part) => read(part.field, use.id, 'value')),
        ...(use.sort?.by === 'value' ? [read(use.field, '', 'sort')] : []),
        ...(grouped && !isFigure(use) ? [read(use.field, '', 'group')] : []),
      ]),
      ...(settings.drill ?? []).map(({ field }) => read(field, '', 'group')),
      ...(where ? comparisonsIn(where).map(({ field }) => read(field, '', 'filter')) : []),
    ],
  };
}

/** A dashboard shows charts; its filters narrow them. */
export function assetOfDashboard({ panels, filters }: Dashboard): AssetShape {
  return {
    columns: [],
    reads: [
      ...panels.flatMap((panel): AssetRead[] => (panel.is === 'chart' ? [ofChart(panel.chart)] : [])),
      ...filters.flatMap(({ form, field, same = [] }) =>
        [{ form, field }, ...same].map((one): AssetRead => ({
          from: { kind: 'form', id: one.form, part: one.field.startsWith('_') ? '' : one.field },
          to: '',
          how: 'filter',
        })),
      ),
    ],
  };
}

export function assetOfScreen({ elements }: Screen): AssetShape {
  const charts = elements.flatMap((element) => chartOfElement(element) ?? []);
  return { columns: [], reads: [...new Set(charts)].map(ofChart) };
}

function ofChart(id: string): AssetRead {
  return { from: { kind: 'chart', id, part: '' }, to: '', how: 'value' };
}

async function fieldsOf(at: At, form: string): Promise<Map<string, Field>> {
  const released = await releasedForm(at, form).catch(() => undefined);
  const { fields = [], tables = [] } = released?.definition ?? {};
  return new Map([
    ...fields.map((field): [string, Field] => [field.id, field]),
    ...tables.flatMap((table) => table.fields.map((field): [string, Field] => [`${table.id}.${field.id}`, field])),
  ]);
}
