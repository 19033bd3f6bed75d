import type { ApproveNode, EndNode, ProcessGraph, StartNode } from '@formwork/contract/workflow/graph.ts';

/** What the designer shows of a form without a process: fill in, one approval, end. It misses executors, and says so. */
export function startingGraph(): ProcessGraph {
  return {
    nodes: [newStart('start', 0, 0), newApprove('approve', 0, 120), newEnd('end', 0, 240)],
    edges: [
      { id: 'e1', source: 'start', target: 'approve' },
      { id: 'e2', source: 'approve', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 30 },
  };
}

function newStart(id: string, x: number, y: number): StartNode {
  return {
    id,
    kind: 'start',
    name: { zh: '发起', en: 'Start' },
    x,
    y,
    fields: {},
    slaves: {},
    buttons: ['cc', 'urge', 'retrieve', 'invalidate'],
    commentRequired: false,
    signatureRequired: false,
  };
}

export function newApprove(id: string, x: number, y: number): ApproveNode {
  return {
    id,
    kind: 'approve',
    name: { zh: '审批', en: 'Approval' },
    x,
    y,
    fields: {},
    slaves: {},
    buttons: ['return', 'transfer', 'cc', 'entrust', 'addSigner', 'urge', 'retrieve'],
    commentRequired: false,
    signatureRequired: false,
    executors: { rules: [], nobody: 'administrator', sameAsPrevious: 'again', isInitiator: 'again' },
    signing: { way: 'any' },
  };
}

function newEnd(id: string, x: number, y: number): EndNode {
  return { id, kind: 'end', name: { zh: '结束', en: 'End' }, x, y };
}
