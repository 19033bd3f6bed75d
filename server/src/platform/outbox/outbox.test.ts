import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { inControl } from '../db/db.ts';
import { isServiceDown, sendMail, sendSms } from './outbox.ts';

interface Sms {
  headers: Record<string, unknown>;
  body: unknown;
}

const mails: { from: string; to: string[]; text: string }[] = [];
const messages: Sms[] = [];
let refuseMails = 0;
let refuseSms = 0;
let smtp: SMTPServer;
let provider: Server;
let server: TestServer;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'sender' && password === 'p@ss' ? null : new Error('refused'), { user: username }),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('unknown') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      void buffer(stream).then((content) => {
        if (refuseMails > 0) {
          refuseMails--;
          return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        }
        mails.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: String(content),
        });
        return done(null);
      });
    },
  });
  const smtpPort = await listening(smtp.listen(0, '127.0.0.1'));
  provider = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (refuseSms > 0) {
        refuseSms--;
        return response.writeHead(503).end('busy');
      }
      messages.push({ headers: request.headers, body: JSON.parse(String(body)) });
      return response.end('{}');
    });
  });
  const smsPort = await listening(provider.listen(0, '127.0.0.1'));
  server = await startTestServer({
    FORMWORK_DEVELOPMENT: 'true',
    FORMWORK_LOG_LEVEL: 'fatal',
    FORMWORK_SMTP_URL: `smtp://sender:p%40ss@127.0.0.1:${smtpPort}`,
    FORMWORK_MAIL_FROM: 'Formwork <no-reply@example.com>',
    FORMWORK_SMS_URL: `http://127.0.0.1:${smsPort}/send`,
    FORMWORK_SMS_TOKEN: 'token-of-the-provider',
  });
});
afterAll(async () => {
  await server.stop();
  provider.close();
  await new Promise<void>((resolve) => {
    smtp.close(() => resolve());
  });
});

test('a mail leaves after the commit, once', async () => {
  await expect(write({ mail: 'never@example.com', fail: true })).rejects.toThrow('rolled back');
  await write({ mail: 'zhang@example.com' });
  await until(() => mails.length === 1);
  expect(mails[0]).toMatchObject({ from: 'no-reply@example.com', to: ['zhang@example.com'] });
  expect(mails[0]!.text).toContain('Subject: =?UTF-8?');
  expect(mails[0]!.text).toMatch(/Message-ID: <[0-9a-f-]{36}@formwork>/i);
  await until(async () => (await states()).includes('sent'));
  await sleep(200);
  expect(mails).toHaveLength(1);
});

test('a mail server that is busy gets it again; a refused recipient does not', async () => {
  const before = mails.length;
  refuseMails = 1;
  await write({ mail: 'later@example.com' });
  await write({ mail: 'unknown@example.com' });
  await until(async () => mails.length === before + 1 && (await states()).includes('failed'), 15_000);
  expect(mails.at(-1)!.to).toEqual(['later@example.com']);
});

test('a short message goes to the provider with its key, again after an error', async () => {
  const isDown = () => isServiceDown({ platform: server.platform, spaceId: 'demo' }, 'sms');
  refuseSms = 1;
  await write({ sms: '13800000000' });
  await until(() => refuseSms === 0);
  // said as soon as it is known, until something goes through again
  await until(isDown);
  expect(await isServiceDown({ platform: server.platform, spaceId: 'demo' }, 'mail')).toBe(false);
  await until(() => messages.length === 1, 15_000);
  await until(async () => !(await isDown()));
  expect(messages[0]!.body).toEqual({ phone: '13800000000', text: '验证码 123456' });
  expect(messages[0]!.headers).toMatchObject({
    authorization: 'Bearer token-of-the-provider',
    'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('without a provider a message is kept, and read at /dev/outbox', async () => {
  const plain = await startTestServer({ FORMWORK_DEVELOPMENT: 'true' });
  try {
    await write({ mail: 'kept@example.com', to: plain });
    await until(async () => (await states(plain)).includes('kept'));
    const response = await fetch(`${plain.url}/dev/outbox`);
    const page = await response.text();
    expect(page).toContain('kept@example.com');
    expect(page).toContain('您好 &#60;b&#62;');
    expect(page).not.toContain('<b>');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<style|style=/);
  } finally {
    await plain.stop();
  }
});

test('/dev/outbox is there in development alone', async () => {
  const plain = await startTestServer();
  try {
    const page = await (await fetch(`${plain.url}/dev/outbox`)).text();
    expect(page).not.toContain('Outbox');
  } finally {
    await plain.stop();
  }
});

async function write({
  mail,
  sms,
  fail,
  to = server,
}: {
  mail?: string;
  sms?: string;
  fail?: boolean;
  to?: TestServer;
}): Promise<void> {
  await inControl(to.platform.control, 'demo', async (tx) => {
    const sender = { platform: to.platform, spaceId: 'demo', requestId: 'test', ip: '127.0.0.1', tx };
    if (mail) await sendMail(sender, { to: mail, subject: '待办提醒', text: '您好 <b>', html: '<p>您好</p>' });
    if (sms) await sendSms(sender, { phone: sms, text: '验证码 123456' });
    if (fail) throw new Error('rolled back');
  });
}

async function states(of = server): Promise<string[]> {
  const rows = await inControl(of.platform.control, 'demo', (tx) =>
    tx.selectFrom('platform.outbox').select('state').execute(),
  );
  return rows.map((row) => row.state);
}

function listening(listener: {
  once(event: 'listening', then: () => void): unknown;
  address(): unknown;
}): Promise<number> {
  return new Promise((resolve) => {
    listener.once('listening', () => resolve((listener.address() as AddressInfo).port));
  });
}

async function until(condition: () => boolean | Promise<boolean>, patienceMs = 5_000): Promise<void> {
  for (const start = Date.now(); !(await condition()); await sleep(25))
    if (Date.now() - start > patienceMs) throw new Error('waited in vain');
}
