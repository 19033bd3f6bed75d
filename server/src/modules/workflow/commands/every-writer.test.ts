import { afterAll, beforeAll, test } from 'vitest';
import { watchWrites, type WriteWatch } from '../../../testing/writes.ts';
import { close, does, open, pass, scene } from '../testing/begun.ts';

/** As of whatever writes records by itself: what processes write wakes readers of the event log, and leaves no total as it was. */

let watch: WriteWatch;

beforeAll(async () => {
  await open();
  watch = watchWrites(scene.server, { sum: 'total', by: '_processState' });
});
afterAll(close);

test('a process that begins, is decided, and writes into its record', async () => {
  const initiator = await scene.who('I');
  const formId = await scene.form('auto1 f:A auto2 end', 'start>auto1 auto1>f f>auto2 auto2>end', {
    change: (graph) => {
      does({ what: 'rule', lines: [{ when: '', set: [{ field: 'remark', value: '"已登记"' }] }] })(graph);
      for (const node of graph.nodes)
        if (node.kind === 'fill-in') node.fields = { ...node.fields, main: { name: 'edit' } as never };
    },
  });
  const recordId = await scene.record(formId, { name: '水泵' });
  await watch.after(initiator, [formId], () => scene.start(formId, recordId));
  await watch.after(initiator, [formId], () => pass());
  await watch.after(initiator, [formId], () => scene.submit(formId, recordId, 'A'));
  await watch.after(initiator, [formId], () => pass());
});
