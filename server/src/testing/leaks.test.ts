import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { lastCode } from './mailbox.ts';
import { testPassword, testSecret } from './people.ts';
import { signIn, startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('no password, code, token or ticket stands in the log, at its loudest', async () => {
  const lines: string[] = [];
  const web = spawn(process.execPath, [path.join(import.meta.dirname, 'web-process.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: server.databaseUrl,
      FORMWORK_ROLE: 'web',
      FORMWORK_DEVELOPMENT: 'true',
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'trace',
      FORMWORK_SECRET: testSecret,
      FORMWORK_DATA: inject('testFolder'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const reader = createInterface({ input: web.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    web.once('exit', () => reject(new Error(`the server ended:\n${lines.join('\n')}`)));
    reader.on('line', (line) => {
      lines.push(line);
      const ready = /^ready (\S+)/.exec(line);
      if (ready) resolve(ready[1]!);
    });
  });

  const secrets = await useSecrets(url).finally(() => web.kill('SIGKILL'));
  await once(reader, 'close');
  const log = lines.join('\n');
  expect(log).toContain('/api/identity/sessions');
  for (const kept of secrets.never) expect(log).not.toContain(kept);
  // a path is logged as it was asked for; what stands behind the question mark is not
  expect(
    log
      .split('\n')
      .filter((line) => line.includes(secrets.ticket) && !line.includes(`/api/identity/sessions/${secrets.ticket}"`)),
  ).toEqual([]);
});

/** Signs in, binds, asks for codes; and sends secrets to where they do not belong. */
async function useSecrets(url: string): Promise<{ never: string[]; ticket: string }> {
  const person = await signIn(url, 'user2');
  const phone = '13500000002';
  await person.ok(accountApi.sendPhoneCode, { body: { phone, password: testPassword } });
  const code = (await lastCode(server, phone))!;
  await person.ok(accountApi.bindPhone, { body: { phone, code } });
  const { recoveryCodes } = await person.ok(accountApi.turnOnSms, { body: { password: testPassword } });
  const { secret } = await person.ok(accountApi.beginTotp, { body: { password: testPassword } });
  const step = (await (
    await fetch(`${url}/api/identity/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'user2', password: testPassword }),
    })
  ).json()) as { ticket: string };
  expect(step.ticket).toHaveLength(43);
  // wrong bodies and secrets in the wrong place are no reason either
  await fetch(`${url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"login":"user2","password":"${testPassword}"`,
  });
  await fetch(`${url}/loginMiddle?code=${step.ticket}&state=${step.ticket}`);
  await fetch(`${url}/api/identity/sessions/${step.ticket}?token=${step.ticket}`);
  await fetch(`${url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${step.ticket}` },
    body: JSON.stringify({ login: testPassword, password: 'x' }),
  });
  return {
    never: [testPassword, code, person.cookie.split('=')[1]!, secret, recoveryCodes[0]!, phone],
    ticket: step.ticket,
  };
}

test('no endpoint of signing in takes a secret from the address', () => {
  const secret = /password|token|code|ticket|secret/i;
  for (const api of [signInApi, accountApi]) {
    for (const { path: address, query, method } of Object.values(api)) {
      const names = [...address.matchAll(/:(\w+)/g)]
        .map(([, name]) => name!)
        .concat(Object.keys((query as { shape?: object } | undefined)?.shape ?? {}));
      expect(
        names.filter((name) => secret.test(name)),
        `${method} ${address}`,
      ).toEqual([]);
    }
  }
});

describe('what stands in an address', () => {
  /** A request as it is, which `fetch` would tidy up first. */
  async function raw(request: string): Promise<{ head: string; body: string }> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`${request}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    const [head = '', ...body] = Buffer.concat(parts).toString().split('\r\n\r\n');
    return { head, body: body.join('\r\n\r\n') };
  }

  test.each([
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets//etc/passwd',
    '/assets/%00',
    '/../../../../etc/passwd',
    '/space-demo/../../package.json',
    '/assets/....//....//package.json',
  ])('%s leads to no file outside', async (address) => {
    const { head, body } = await raw(`GET ${address} HTTP/1.1`);
    expect(head).toMatch(/^HTTP\/1\.1 \d/);
    expect(`${head}\n${body}`).not.toMatch(/"name": "formwork|root:/);
  });

  test.each([
    '/home/user%0d%0aset-cookie:%20a=b',
    '/space-demo/setting/center?x=%0d%0aset-cookie:a=b',
    '/user/workbench?redirect=%0d%0ax-evil:1',
    '/enterprise/organization%0aset-cookie:a=b',
    '/%0d%0aset-cookie:a=b',
  ])('%s writes no header', async (address) => {
    const { head } = await raw(`GET ${address} HTTP/1.1`);
    expect(head).not.toMatch(/^(set-cookie|x-evil):/im);
    const location = /^location: (.*)$/im.exec(head)?.[1];
    if (location !== undefined) expect(location).toMatch(/^\/login\?redirect=[^/]*%2F/);
  });

  test('a visitor is never led to another host', async () => {
    for (const address of [
      '//evil.example/home/user',
      '/\\evil.example',
      '/%5cevil.example',
      'http://evil.example/home/user',
    ]) {
      const { head } = await raw(`GET ${address} HTTP/1.1`);
      expect(/^location: (.*)$/im.exec(head)?.[1] ?? '/').toMatch(/^\/(?!\/)/);
    }
  });
});
