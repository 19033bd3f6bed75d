import { randomUUID } from 'node:crypto';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../platform/db.ts';
import { signIn, startTestServer, type Client } from '../../testing/server.ts';
import { testPassword } from '../../testing/people.ts';
import { insertAccount } from '../identity/public.ts';
import { sceneOn, type Scene } from './testing/scene.ts';

const rounds = 200;

let scene: Scene;
let signers: Client[];
beforeAll(async () => {
  const server = await startTestServer();
  const { platform, spaceId, url } = server;
  const logins = Array.from({ length: 20 }, (_, n) => `signer${n}`);
  await inControl(platform.control, spaceId, async (tx) => {
    for (const login of logins) await insertAccount(tx, spaceId, { login, name: login, role: 'user', password: testPassword });
  });
  scene = await sceneOn(server);
  signers = [];
  for (const login of logins) signers.push(await signIn(url, login));
});
afterAll(() => scene.server.stop());

test('20 signers approve one counter-sign node at once, 200 rounds: exactly one advance each', async () => {
  const formId = await scene.form('a:A b:B end', 'start>a a>b b>end', {
    signing: { a: { way: 'all' } },
    change: (graph) => {
      const node = graph.nodes.find((one) => one.id === 'a');
      if (node?.kind === 'approve') node.executors.rules = [{ by: 'persons', persons: signers.map((signer) => signer.id) }];
    },
  });
  for (let round = 0; round < rounds; round++) {
    const recordId = await scene.record(formId);
    await scene.start(formId, recordId);
    const view = await scene.process(formId, recordId);
    const task = view.nodes.find((node) => node.node === 'a')!.tasks[0]!;
    const answers = await Promise.all(signers.map((signer) => signer.call(workflowApi.submit, { params: { taskId: task.id }, body: { commandId: randomUUID(), version: 1 } as never })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(answers.filter((answer) => answer.body.opened.length > 0)).toHaveLength(1);
    const after = await scene.process(formId, recordId);
    expect(after.nodes.flatMap((node) => node.tasks.filter((one) => one.state === 'open').map((one) => `${one.node}${one.round}`))).toEqual(['b1']);
  }
}, 180_000);
