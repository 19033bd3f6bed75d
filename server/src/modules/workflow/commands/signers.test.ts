import { randomUUID } from 'node:crypto';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { signIn, startTestServer, type Client } from '../../../testing/server.ts';
import { testPassword } from '../../../testing/people.ts';
import { insertAccount } from '../../identity/public.ts';
import { sceneOn, type Scene } from '../testing/scene.ts';

const rounds = 200;

let scene: Scene;
let signers: Client[];
beforeAll(async () => {
  const server = await startTestServer();
  const { platform, spaceId, url } = server;
  const logins = Array.from({ length: 20 }, (_, n) => `signer${n}`);
  await inControl(platform.control, spaceId, async (tx) => {
    for (const login of logins)
      await insertAccount(tx, spaceId, { login, name: login, role: 'user', password: testPassword });
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
      if (node?.kind === 'approve')
        node.executors.rules = [{ by: 'persons', persons: signers.map((signer) => signer.id) }];
    },
  });
  const { pool } = scene.server.platform;
  for (let round = 0; round < rounds; round++) {
    const recordId = await scene.record(formId);
    await scene.start(formId, recordId);
    const { rows } = await pool.query<{ id: string }>(
      `select t.id from space_demo.workflow_task t join space_demo.workflow_instance i on i.id = t.instance_id where i.record_id = $1 and t.state = 'open'`,
      [recordId],
    );
    const answers = await Promise.all(
      signers.map((signer) =>
        signer.call(workflowApi.submit, {
          params: { taskId: rows[0]!.id },
          body: { commandId: randomUUID(), version: 1 },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(answers.filter((answer) => answer.body.opened.length > 0)).toHaveLength(1);
  }
  const { rows } = await pool.query<{ version: number; open: string[]; instances: number }>(
    `select i.version, array_agg(t.node || t.round) as open, count(distinct i.id)::int as instances
    from space_demo.workflow_instance i join space_demo.workflow_task t on t.instance_id = i.id and t.state = 'open' where i.form_id = $1 group by i.version`,
    [formId],
  );
  expect(rows).toEqual([{ version: 21, open: Array.from({ length: rounds }, () => 'b1'), instances: rounds }]);
}, 600_000);
