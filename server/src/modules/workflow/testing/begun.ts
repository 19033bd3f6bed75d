import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { AutomaticNode, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { fireDue } from '../automatic/run-timers.ts';
import { openScene, type Letter, type Scene } from './scene.ts';

/** There from `open` to `close`. */
export let scene: Scene;

/** Timers are fired by hand: by the clock they would be at moments of their own. */
export async function open(): Promise<void> {
  scene = await openScene({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1', FORMWORK_ROLE: 'web' });
}

export function close(): Promise<void> {
  return scene.server.stop();
}

export interface Begun {
  formId: string;
  recordId: string;
}

export async function begun(
  nodes: string,
  edges: string,
  change?: (graph: ProcessGraph) => void,
  values?: Record<string, unknown>,
): Promise<Begun> {
  const formId = await scene.form(nodes, edges, change ? { change } : {});
  const recordId = await scene.record(formId, values);
  await scene.start(formId, recordId);
  return { formId, recordId };
}

/** What the automatic nodes of a drawn graph do. */
export const does =
  (what: AutomaticNode['does']) =>
  (graph: ProcessGraph): void => {
    for (const node of graph.nodes) if (node.kind === 'automatic') node.does = what;
  };

/** Lets so much time go by for all timers, and fires what is due. */
export async function pass(minutes = 0): Promise<void> {
  const { platform, spaceId } = scene.server;
  const table = `${spaceSchema(spaceId)}.workflow_timer`;
  const { rows } = await platform.pool.query<{ id: string; earlier: string }>(
    `select id, (due - make_interval(mins => $1))::text as earlier from ${table} where state = 'waiting'`,
    [minutes],
  );
  await platform.pool.query(
    `update ${table} t set due = v.earlier, leased_until = null from unnest($1::uuid[], $2::timestamptz[]) as v (id, earlier) where t.id = v.id`,
    [rows.map(({ id }) => id), rows.map(({ earlier }) => earlier)],
  );
  await fireDue(platform, spaceId);
}

export async function nodesOf({ formId, recordId }: Begun, letter: Letter = 'ADMIN'): Promise<string[]> {
  const { nodes } = await scene.process(formId, recordId, letter);
  return nodes.filter((node) => node.display === 'current').map((node) => node.node);
}

export async function kindsOf({ formId, recordId }: Begun): Promise<string[]> {
  return (await (await scene.who('ADMIN')).ok(workflowApi.history, { params: { formId, recordId } })).map(
    (event) => event.kind,
  );
}
