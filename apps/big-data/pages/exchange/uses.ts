import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { ExchangeDetail } from '@formwork/contract/etl/exchange.ts';
import { emptyTask, type EtlTask, type TaskNode } from '@formwork/contract/etl/task.ts';
import { emptyApi, exchangeOperations, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';

/** A task that takes what was approved into a form; columns go where a field is called alike. */
export function taskOf(
  { id, title, columns }: ExchangeDetail,
  form: string | null,
  fields: readonly DataColumn[],
): EtlTask {
  const source: TaskNode = {
    id: newGraphId(),
    kind: 'exchangeSource',
    title,
    x: 80,
    y: 120,
    request: id,
    columns,
    watermark: '',
  };
  if (form === null) return { ...emptyTask(), nodes: [source] };
  const mapping = fields
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap((field) => {
      const column = columns.find(({ name }) =>
        [field.name, field.title ?? ''].some((one) => one.toLowerCase() === name.toLowerCase()),
      );
      return column ? [{ id: newGraphId(), column: column.name, field: field.name }] : [];
    });
  const target: TaskNode = {
    id: newGraphId(),
    kind: 'formTarget',
    title: '',
    x: 80,
    y: 280,
    form,
    mode: 'create',
    quick: false,
    key: '',
    mapping,
  };
  const edge = { id: newGraphId(), source: source.id, target: target.id, port: 'out' as const, other: false };
  return { ...emptyTask(), nodes: [source, target], edges: [edge] };
}

/** An API of the own gateway that answers it page by page. */
export function apiOf({ id, title }: ExchangeDetail, basePath: string, person: string): GatewayApi {
  return {
    ...emptyApi(),
    basePath,
    about: title,
    source: { is: 'exchange', request: id, person },
    operations: exchangeOperations(),
  };
}
