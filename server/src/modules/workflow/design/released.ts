import type { Text } from '@formwork/contract/text.ts';
import { indexGraph, type GraphIndex } from '@formwork/process/graph-index.ts';
import { inControl } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';

interface Where {
  platform: Platform;
  spaceId: string;
}

interface Memory {
  /** Graphs of releases: they change only where an option takes another's place. */
  graphs: Map<string, Promise<GraphIndex | undefined>>;
  /** Number of the release that new instances run; null while there is none. */
  current: Map<string, Promise<number | null>>;
}

const mostGraphs = 1_000;

// One memory per platform: tests run several servers in a process.
const memories = new WeakMap<Platform, Memory>();

/** The graph an instance runs, from memory. */
export async function releaseGraph(where: Where, formId: string, number: number): Promise<GraphIndex> {
  const { graphs } = memoryOf(where.platform);
  const key = `${where.spaceId}/${formId}/${number}`;
  const graph = await kept(graphs, key, () => loadGraph(where, formId, number));
  if (!graph) throw notFound('workflow.release.not_found');
  if (graphs.size > mostGraphs) graphs.delete(graphs.keys().next().value!);
  return graph;
}

/** The release that a new instance of the form runs, or null. */
export async function currentRelease(
  where: Where,
  formId: string,
): Promise<{ number: number; index: GraphIndex } | null> {
  const number = await kept(memoryOf(where.platform).current, `${where.spaceId}/${formId}`, () =>
    loadCurrent(where, formId),
  );
  return number === null ? null : { number, index: await releaseGraph(where, formId, number) };
}

/** Nodes of the process that a new instance of the form runs, by what they are called; none where it has no process. */
export async function processSteps(where: Where, formId: string): Promise<{ id: string; name: Text }[]> {
  const current = await currentRelease(where, formId);
  return (current?.index.graph.nodes ?? []).map(({ id, name }) => ({ id, name }));
}

/** Call after the commit. Other processes are told by the bus. */
export function forgetCurrentRelease(platform: Platform, spaceId: string, formId: string): void {
  drop(memoryOf(platform), `${spaceId}/${formId}`);
  platform.bus.publish({ kind: 'workflow.released', spaceId, formId });
}

/** Graphs of releases never change; only tests write one behind the back of a process. */
export function forgetGraphs(platform: Platform): void {
  memoryOf(platform).graphs.clear();
}

/** Once per process. */
export function listenForReleases(platform: Platform): void {
  const memory = memoryOf(platform);
  platform.bus.on('workflow.released', ({ spaceId, formId }) => drop(memory, `${String(spaceId)}/${String(formId)}`));
  platform.bus.on('reconnected', () => {
    memory.current.clear();
    memory.graphs.clear();
  });
}

function drop({ current, graphs }: Memory, form: string): void {
  current.delete(form);
  for (const key of graphs.keys()) if (key.startsWith(`${form}/`)) graphs.delete(key);
}

async function loadGraph(
  { platform, spaceId }: Where,
  formId: string,
  number: number,
): Promise<GraphIndex | undefined> {
  const row = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('workflow.release')
      .select('graph')
      .where('form_id', '=', formId)
      .where('number', '=', number)
      .executeTakeFirst(),
  );
  return row && indexGraph(row.graph);
}

async function loadCurrent({ platform, spaceId }: Where, formId: string): Promise<number | null> {
  const row = await inControl(platform.facts, spaceId, (tx) =>
    tx.selectFrom('workflow.definition').select('released').where('form_id', '=', formId).executeTakeFirst(),
  );
  return row?.released ?? null;
}

async function kept<T>(map: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  let found = map.get(key);
  if (!found) {
    found = load();
    map.set(key, found);
    found.catch(() => {
      if (map.get(key) === found) map.delete(key);
    });
  }
  return found;
}

function memoryOf(platform: Platform): Memory {
  let memory = memories.get(platform);
  if (!memory) memories.set(platform, (memory = { graphs: new Map(), current: new Map() }));
  return memory;
}
