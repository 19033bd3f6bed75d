import { emptyRule, settleRule, type RuleDocument } from '@formwork/contract/rules/document.ts';
import { clipOf, insertedOnEdge, readClip } from '@formwork/ui/canvas/graph.ts';
import { expect, test } from 'vitest';
import { fromCanvas, toCanvas, type RuleCanvas } from './canvas-graph.ts';
import { newStatement } from './statements.ts';

const t = (key: string) => key;
const empty = emptyRule();
const document: RuleDocument = {
  ...empty,
  rule: { ...empty.rule, body: [newStatement('let', 'a'), newStatement('let', 'b')] },
};
const drawn = toCanvas(document.rule, String, t);
const bodyOf = (canvas: RuleCanvas) =>
  settleRule(fromCanvas(canvas, document)).rule.body.map(({ id, kind }) => [id, kind]);

test('a statement put on a line comes between those it joined, under the name the canvas knows it by', () => {
  const next = insertedOnEdge(drawn, 'a>b', {
    id: 'n1',
    type: 'set',
    x: 0,
    y: 0,
    title: '',
    data: { statement: newStatement('set') as never },
  });
  expect(bodyOf(next)).toEqual([
    ['a', 'let'],
    ['n1', 'set'],
    ['b', 'let'],
  ]);
});

test('what is pasted is there besides', () => {
  const clip = clipOf(drawn, new Set(['a', 'b']), 'rule')!;
  const part = readClip(clip, 'rule', () => true) as RuleCanvas;
  const [c, d] = part.nodes.map(({ id }) => id);
  expect(bodyOf({ nodes: [...drawn.nodes, ...part.nodes], edges: [...drawn.edges, ...part.edges] })).toEqual([
    ['a', 'let'],
    ['b', 'let'],
    [c, 'let'],
    [d, 'let'],
  ]);
});
