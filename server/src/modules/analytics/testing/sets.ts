import { randomUUID } from 'node:crypto';
import { analyticsApi, type ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartKind, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyDataSet, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { Client } from '../../../testing/server.ts';

// Data sets and charts as tests make, release and ask them.

type Kind = 'dataset' | 'chart' | 'dashboard' | 'screen';

export async function uploaded(who: Client, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const answer = (await (await who.fetch('/api/files', { method: 'POST', body: form })).json()) as { id: string }[];
  return answer[0]!.id;
}

export async function begun(who: Client, kind: Kind, draft: unknown): Promise<string> {
  const { id } = await who.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: '数据', en: 'Data' }, draft },
  });
  return id;
}

export async function released(who: Client, kind: Kind, id: string): Promise<string> {
  const { version } = await who.ok(definitionsApi.get, { params: { kind, id } });
  await who.ok(definitionsApi.release, { params: { kind, id }, body: { version } });
  return id;
}

export async function writeSet(who: Client, id: string, body: Partial<DataSet>): Promise<void> {
  const ops = Object.entries(body).map(([key, value]) => ({ do: 'set' as const, at: [key], value }));
  await who.ok(definitionsApi.change, { params: { kind: 'dataset', id }, body: { client: randomUUID(), seq: 1, ops } });
}

/** A released data set of a file of its own. */
export async function fileSet(who: Client, csv: string, more: Partial<DataSet>): Promise<string> {
  const file = await uploaded(who, 'hours.csv', csv);
  const id = await begun(who, 'dataset', emptyDataSet());
  const { name } = await who.ok(setsApi.file, { params: { datasetId: id }, body: { file } });
  await writeSet(who, id, { source: { is: 'file', file, name, table: '' }, ...more });
  return released(who, 'dataset', id);
}

export async function shownTo(
  admin: Client,
  kind: Kind,
  id: string,
  level: 'see' | 'use',
  ...who: Client[]
): Promise<void> {
  await admin.ok(definitionsApi.putAccess, {
    params: { kind, id },
    body: { rules: who.map((one) => ({ subject: { kind: 'person' as const, id: one.id }, level })) },
  });
}

type Uses = Partial<Record<ChartSlot, (Partial<ChartUse> & { field: string })[]>>;

export function setChart(
  dataset: string,
  slots: Uses,
  { where = null, kind = 'bar' }: { where?: Condition | null; kind?: ChartKind } = {},
): ChartDefinition {
  const named = Object.fromEntries(
    Object.entries(slots).map(([slot, uses]) => [slot, uses.map((use, at) => ({ id: `${slot}${at}`, ...use }))]),
  );
  return { form: sourceOfSet(dataset), where, settings: { ...emptyChart().settings, kind, slots: named } };
}

export const ask = (who: Client, chart: ChartDefinition) =>
  who.call(analyticsApi.query, { body: { chart, picks: [] } });

export const rowsOf = async (who: Client, chart: ChartDefinition): Promise<ChartResult['rows']> =>
  (await who.ok(analyticsApi.query, { body: { chart, picks: [] } })).rows;
