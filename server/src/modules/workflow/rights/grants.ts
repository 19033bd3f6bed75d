import { isTaskNode, type GraphIndex } from '@formwork/process/graph-index.ts';
import { hiddenAt } from '@formwork/process/rights.ts';
import type { Changes, ProcessState } from '@formwork/process/state.ts';
import type { RecordGrant } from '../../records/public.ts';
import type { Subject } from '../commands/subject.ts';

/** Somebody who may act in a task. */
export interface Turn {
  task: string;
  node: string;
  person: string;
}

type Grant = Pick<RecordGrant, 'users' | 'level' | 'origin' | 'hidden'>;

/**
 * Who reads the record from this step on. A grant belongs to a node and leaves out what the node hides; whoever takes part
 * in several sees what any of them shows.
 */
export function grantsOf(
  { index, instanceId }: Subject,
  before: ProcessState,
  have: readonly Turn[],
  { copies, instance }: Changes,
  started: boolean,
  copiesHide: readonly string[],
): Grant[] {
  const origin = `process:${instanceId}`;
  const known = knownAt(before);
  // Whoever waits for a turn that comes later reads from then on.
  const readers = Map.groupBy(
    have.filter(({ node, person }) => !known.has(`${node} ${person}`)),
    ({ node }) => node,
  );
  const grants: Grant[] = [...readers].map(([node, turns]) => ({
    users: turns.map(({ person }) => person),
    level: 'view',
    origin: `${origin}/${node}`,
    hidden: hiddenOf(index, node),
  }));
  for (const [way, sent] of Map.groupBy(copies, ({ node, from }) => (node === null ? `:copy:${from}` : `/${node}`))) {
    // A copy node shows everything; a person passes on no more than they see.
    grants.push({
      users: sent.map(({ person }) => person),
      level: 'view',
      origin: origin + way,
      hidden: sent[0]?.node === null ? copiesHide : [],
    });
  }
  if (!started) return grants;
  grants.push({
    users: [instance.initiator],
    level: 'view',
    origin: `${origin}/${index.start.id}`,
    hidden: hiddenOf(index, index.start.id),
  });
  // Those the process names watch over every instance; the space's administrators see all records anyway.
  const { administrators } = index.graph.settings;
  if (administrators.length > 0)
    grants.push({ users: administrators, level: 'monitor', origin: `${origin}:oversight` });
  return grants;
}

/** `<node> <person>` of everybody whose turn has come before. */
function knownAt({ actors, tasks }: ProcessState): Set<string> {
  const received = [...actors.values()].filter((actor) => actor.receivedAt !== null);
  return new Set(received.map((actor) => `${tasks.get(actor.task)?.node ?? ''} ${actor.person}`));
}

function hiddenOf(index: GraphIndex, id: string): string[] {
  const node = index.nodes.get(id);
  return isTaskNode(node) ? hiddenAt(node) : [];
}
