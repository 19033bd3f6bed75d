import { verificationApi } from '@formwork/contract/workflow/verification.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('an installation that sends no SMS says so in place of waiting for a code', async () => {
  const a = await server.as('user');
  await server.platform.control
    .updateTable('identity.account')
    .set({ phone: '13800001111' })
    .where('id', '=', a.id)
    .execute();
  expect(await a.call(verificationApi.sendCode)).toMatchObject({
    status: 409,
    body: { code: 'workflow.verification.no_sms' },
  });
});
