import type { ProcessNode, RunnableKind } from '@formwork/contract/workflow/graph.ts';
import { newApprove, startingGraph } from '@formwork/process/starting-graph.ts';
import { bothTexts } from '../form/new-texts.ts';

const place = { id: 'new', x: 0, y: 0 };

/** A node as it comes from the palette; the canvas gives it its id and place. */
export function newNodeOf(kind: ProcessNode['kind']): ProcessNode {
  return (makers[kind as RunnableKind] ?? makers.approve)();
}

const makers = {
  start: () => ({ ...startingGraph().nodes[0]! }),
  approve: () => newApprove('new', 0, 0),
  'fill-in': () => ({ ...newApprove('new', 0, 0), kind: 'fill-in', name: bothTexts('design.node.fill-in') }),
  cc: () => ({ ...place, kind: 'cc', name: bothTexts('design.node.cc'), rules: [], message: '' }),
  condition: () => ({ ...place, kind: 'condition', name: bothTexts('design.node.condition') }),
  parallel: () => ({ ...place, kind: 'parallel', name: bothTexts('design.node.parallel') }),
  inclusive: () => ({ ...place, kind: 'inclusive', name: bothTexts('design.node.inclusive') }),
  join: () => ({ ...place, kind: 'join', name: bothTexts('design.node.join') }),
  timer: () => ({
    ...place,
    kind: 'timer',
    name: bothTexts('design.node.timer'),
    wait: { by: 'span', span: { minutes: 60, working: false } },
  }),
  automatic: () => ({
    ...place,
    kind: 'automatic',
    name: bothTexts('design.node.automatic'),
    does: { what: 'record', set: [] },
  }),
  'sub-process': () => ({
    ...place,
    kind: 'sub-process',
    name: bothTexts('design.node.sub-process'),
    form: '',
    set: [],
    wait: true,
  }),
  end: () => ({ ...place, kind: 'end', name: bothTexts('design.node.end') }),
} satisfies Record<RunnableKind, () => ProcessNode>;
