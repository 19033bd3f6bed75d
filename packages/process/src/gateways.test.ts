import { describe, expect, it } from 'vitest';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { nodeDisplays } from './current.ts';
import { draw, play, type Play } from './testing/play.ts';

const choice = { nodes: 'if a:A b:B end', edges: 'start>if if>a if>b* a>end b>end' };

function begun(graph: ProcessGraph, decide: Play['decide'], choices = {}): Play {
  const game = play(graph);
  game.decide = decide;
  expect(game.do({ kind: 'start', by: 'I', choices }).kind).toBe('done');
  return game;
}

const drawn = ({ nodes, edges } = choice) => draw(nodes, edges);

describe('a condition that cannot be decided', () => {
  it('is not taken for one that does not hold: the process stops for its administrators', () => {
    const game = begun(drawn(), () => null);
    expect(game.open()).toEqual(['if:ADMIN']);
    expect(nodeDisplays(game.index, game.state).get('if')).toBe('current');
  });

  it('stops also where another condition behind it holds', () => {
    const game = begun(draw('if a:A b:B c:C end', 'start>if if>a if>b if>c* a>end b>end c>end'), (edge) =>
      edge === 'e1' ? null : true,
    );
    expect(game.open()).toEqual(['if:ADMIN']);
  });

  it('does not hold up what an earlier condition decides', () => {
    const game = begun(draw('if a:A b:B c:C end', 'start>if if>a if>b if>c* a>end b>end c>end'), (edge) =>
      edge === 'e1' ? true : null,
    );
    expect(game.open()).toEqual(['a:A']);
  });

  it('stops an inclusive gateway even where others hold: one approval more may belong there', () => {
    const game = begun(draw('or a:A b:B join end', 'start>or or>a or>b a>join b>join join>end'), (edge) =>
      edge === 'e1' ? true : null,
    );
    expect(game.open()).toEqual(['or:ADMIN']);
  });

  it('takes the other way where the gateway says that empty does', () => {
    const graph = drawn();
    const nodes = graph.nodes.map((node) => (node.kind === 'condition' ? { ...node, emptyOtherwise: true } : node));
    expect(begun({ ...graph, nodes }, () => null).open()).toEqual(['b:B']);
  });

  it('is decided once more when an administrator submits', () => {
    const game = begun(drawn(), () => null);
    game.decide = () => true;
    expect(game.do({ kind: 'submit', by: 'ADMIN', ...game.task('ADMIN'), comment: 'mended' })).toMatchObject({
      kind: 'done',
      asks: [],
      changes: {
        events: [
          { kind: 'submitted' },
          { kind: 'branched', node: 'if', actor: null, detail: { why: 'condition', taken: ['e1'] } },
          { kind: 'opened' },
        ],
      },
    });
    expect(game.open()).toEqual(['a:A']);
  });

  it('is decided by an administrator with a reason where it stays unclear', () => {
    const game = begun(drawn(), () => null);
    expect(game.do({ kind: 'submit', by: 'ADMIN', ...game.task('ADMIN') })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.comment_required',
    });
    expect(game.do({ kind: 'submit', by: 'ADMIN', ...game.task('ADMIN'), comment: 'so' })).toMatchObject({
      asks: [{ kind: 'edges', node: 'if', edges: ['e1', 'e2'], many: false }],
    });
    game.do({
      kind: 'submit',
      by: 'ADMIN',
      ...game.task('ADMIN'),
      comment: 'too dear',
      choices: { edges: { if: ['e1'] } },
    });
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.state.instance.state).toBe('finished');
  });

  it('is not answered by whoever submits before', () => {
    expect(begun(drawn(), () => null, { edges: { if: ['e2'] } }).open()).toEqual(['if:ADMIN']);
  });

  it('can be retrieved or returned, so that what is missing gets filled in', () => {
    const game = begun(drawn(), () => null);
    const task = [...game.state.tasks.values()].find(({ node }) => node === 'start')!;
    expect(game.do({ kind: 'retrieve', by: 'I', task: task.id })).toMatchObject({ kind: 'done' });
    expect(game.open()).toEqual(['start:I']);
    game.submit('I');
    expect(game.open()).toEqual(['if:ADMIN']);
    expect(game.back('ADMIN', 'start')).toMatchObject({ kind: 'done' });
    game.decide = () => false;
    game.submit('I');
    expect(game.open()).toEqual(['b:B']);
  });

  it('says in the history what was read and what was missing, and which way was taken and why', () => {
    const game = play(drawn());
    game.decide = () => null;
    const world = { values: { total: null }, missing: ['total'] };
    game.reads = () => world;
    expect(game.do({ kind: 'start', by: 'I' })).toMatchObject({
      changes: {
        events: [
          { kind: 'started' },
          {
            kind: 'undecided',
            node: 'if',
            persons: ['ADMIN'],
            detail: { why: 'undecided', taken: [], tried: [{ edge: 'e1', holds: null, ...world }] },
          },
          { kind: 'opened', node: 'if' },
        ],
      },
    });
    const other = play(drawn());
    expect(other.do({ kind: 'start', by: 'I' })).toMatchObject({
      changes: {
        events: [
          { kind: 'started' },
          { kind: 'branched', detail: { why: 'otherwise', taken: ['e2'], tried: [{ edge: 'e1', holds: false }] } },
          { kind: 'opened', node: 'b' },
        ],
      },
    });
  });

  it('stops where no condition holds, there is no other way and nobody is there to be asked', () => {
    const game = begun(draw('wait1 if a:A b:B end', 'start>wait1 wait1>if if>a if>b a>end b>end'), () => false);
    game.tick();
    expect(game.open()).toEqual(['if:ADMIN']);
  });
});
