import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountApi } from '@formwork/contract/identity/account-security.ts';
import { signInApi, type ProviderId } from '@formwork/contract/identity/sign-in.ts';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPassword } from '../../../testing/people.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

const password = testPassword;
const clientSecret = 'a secret of the client, long enough for any algorithm';
let server: TestServer;
let oidcServer: Server;
let network: Server;
/** Requests that the played networks got: path and body. */
const asked: { path: string; body: string; headers: IncomingMessage['headers'] }[] = [];

beforeAll(async () => {
  oidcServer = createServer().listen(0, '127.0.0.1');
  network = createServer(playNetworks).listen(0, '127.0.0.1');
  await Promise.all([once(oidcServer, 'listening'), once(network, 'listening')]);
  const issuer = `http://127.0.0.1:${(oidcServer.address() as AddressInfo).port}`;
  const played = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
  const own = (id: string, ...names: string[]) => ({
    clientId: `${id}-client`,
    clientSecret,
    agentId: '1000002',
    endpoints: Object.fromEntries(names.map((name) => [name, `${played}/${id}/${name}`])),
  });
  server = await startTestServer({
    FORMWORK_OUTGOING_ALLOWED: '127.0.0.1',
    FORMWORK_PUBLIC_URL: 'http://formwork.example',
    FORMWORK_SIGN_IN_PROVIDERS: JSON.stringify({
      oidc: { clientId: 'formwork', clientSecret, issuer, name: '统一认证' },
      wechat: own('wechat', 'token', 'user'),
      qq: own('qq', 'token', 'me', 'user'),
      weibo: own('weibo', 'token', 'user'),
      dingtalk: own('dingtalk', 'token', 'user'),
      feishu: own('feishu', 'token', 'user'),
      wecom: own('wecom', 'token', 'user'),
    }),
  });
  const answer = oidcProvider(issuer).callback();
  oidcServer.on('request', (request, response) => void answer(request, response));
});
afterAll(async () => {
  await server.stop();
  for (const one of [oidcServer, network]) {
    one.closeAllConnections();
    one.close();
  }
});

/** A real OpenID Connect server; people sign in there by its development pages. */
function oidcProvider(issuer: string): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'formwork',
        client_secret: clientSecret,
        redirect_uris: ['http://formwork.example/loginMiddle'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['a key of this test'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: `${id} at the server` }) }),
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
  });
  provider.on('server_error', (_ctx, error) => console.error(error));
  return provider;
}

/** Walks through the server's pages as a browser would, up to the address that leads back to us. */
async function walkThrough(address: string, login: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 15; steps++) {
    if (url.hostname === 'formwork.example') return Object.fromEntries(url.searchParams);
    const cookie = Array.from(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    });
    for (const given of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
      cookies.set(name!, value!);
    }
    form = undefined;
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    const page = await response.text();
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    if (action === undefined) throw new Error(`a page without a form: ${page}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)![1]!;
    url = new URL(action, url);
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('the server never led back');
}

interface Visit {
  address: string;
  cookie: string;
}

async function visitOf(answer: { status: number; body: unknown; headers: Headers }): Promise<Visit> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return {
    address: (answer.body as { address: string }).address,
    cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!,
  };
}

async function comeBack(cookie: string, answer: Record<string, string>) {
  const response = await fetch(`${server.url}/api/identity/providers/return`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ answer }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const visit = async (provider: ProviderId) =>
  visitOf(await server.visitor.call(signInApi.visitProvider, { params: { provider } }));
const visitToBind = async (person: Client, provider: ProviderId) =>
  visitOf(await person.call(signInApi.visitProviderToBind, { params: { provider }, body: { password } }));

describe('an OpenID Connect server', () => {
  test('signs in whoever has bound it, and nobody else', async () => {
    const stranger = await visit('oidc');
    expect(stranger.address).toMatch(/code_challenge_method=S256/);
    expect(await comeBack(stranger.cookie, await walkThrough(stranger.address, 'zhang'))).toEqual({
      status: 200,
      body: { next: 'not_bound', provider: 'oidc' },
    });

    const person = await signIn(server.url, 'user2');
    const binding = await visitToBind(person, 'oidc');
    expect(await comeBack(`${person.cookie}; ${binding.cookie}`, await walkThrough(binding.address, 'zhang'))).toEqual({
      status: 200,
      body: { next: 'bound', provider: 'oidc' },
    });
    expect((await person.ok(accountApi.security)).providers.find(({ id }) => id === 'oidc')).toEqual({
      id: 'oidc',
      name: '统一认证',
      account: 'zhang at the server',
    });

    const now = await visit('oidc');
    expect(await comeBack(now.cookie, await walkThrough(now.address, 'zhang'))).toMatchObject({
      status: 200,
      body: { login: 'user2' },
    });
  });

  test('is bound to one account alone, until it is unbound with the password', async () => {
    const other = await signIn(server.url, 'user3');
    const binding = await visitToBind(other, 'oidc');
    expect(
      await comeBack(`${other.cookie}; ${binding.cookie}`, await walkThrough(binding.address, 'zhang')),
    ).toMatchObject({ status: 409, body: { code: 'identity.provider.bound' } });
    const person = await signIn(server.url, 'user2');
    expect(
      (await person.call(signInApi.forget, { params: { provider: 'oidc' }, body: { password: 'wrong' } })).status,
    ).toBe(422);
    await person.ok(signInApi.forget, { params: { provider: 'oidc' }, body: { password } });
    expect((await person.ok(accountApi.security)).providers.find(({ id }) => id === 'oidc')?.account).toBeNull();
  });

  test('an answer is good once, in the browser that asked, for the person who asked, and as the server gave it', async () => {
    const [one, two] = [await visit('oidc'), await visit('oidc')];
    const answer = await walkThrough(one.address, 'li');
    const refused = { status: 400, body: { code: 'identity.provider.other_browser' } };
    expect(await comeBack('', answer)).toMatchObject(refused);
    const three = await visit('oidc');
    expect(await comeBack(two.cookie, await walkThrough(three.address, 'li'))).toMatchObject(refused);
    const four = await visit('oidc');
    const good = await walkThrough(four.address, 'li');
    expect(await comeBack(four.cookie, { ...good, code: `${good.code}x` })).toMatchObject({
      status: 400,
      body: { code: 'identity.provider.failed' },
    });
    expect(await comeBack(four.cookie, good)).toMatchObject(refused);
    const five = await visit('oidc');
    const fifth = await walkThrough(five.address, 'li');
    expect(await comeBack(five.cookie, { ...fifth, iss: 'http://evil.example' })).toMatchObject({ status: 400 });

    const person = await signIn(server.url, 'user4');
    const binding = await visitToBind(person, 'oidc');
    const forPerson = await walkThrough(binding.address, 'li');
    const other = await signIn(server.url, 'user5');
    expect(await comeBack(`${other.cookie}; ${binding.cookie}`, forPerson)).toMatchObject(refused);
  });
});

describe('the networks by their documented protocols', () => {
  const expected: Record<Exclude<ProviderId, 'oidc'>, { authorize: RegExp; asked: RegExp[]; account: string }> = {
    wechat: {
      authorize:
        /^https:\/\/open\.weixin\.qq\.com\/connect\/qrconnect\?appid=wechat-client&.*scope=snsapi_login.*#wechat_redirect$/,
      asked: [
        /^\/wechat\/token\?appid=wechat-client&secret=.*&code=code-1&grant_type=authorization_code/,
        /^\/wechat\/user\?access_token=token-1&openid=open-1/,
      ],
      account: '王五',
    },
    qq: {
      authorize: /^https:\/\/graph\.qq\.com\/oauth2\.0\/authorize\?response_type=code&client_id=qq-client/,
      asked: [
        /^\/qq\/token\?grant_type=authorization_code&client_id=qq-client/,
        /^\/qq\/me\?access_token=token-1&fmt=json/,
        /^\/qq\/user\?access_token=token-1&oauth_consumer_key=qq-client&openid=open-1/,
      ],
      account: '王五',
    },
    weibo: {
      authorize: /^https:\/\/api\.weibo\.com\/oauth2\/authorize\?client_id=weibo-client/,
      asked: [/^\/weibo\/token$/, /^\/weibo\/user\?access_token=token-1&uid=42/],
      account: '王五',
    },
    dingtalk: {
      authorize: /^https:\/\/login\.dingtalk\.com\/oauth2\/auth\?.*client_id=dingtalk-client&scope=openid/,
      asked: [/^\/dingtalk\/token$/, /^\/dingtalk\/user$/],
      account: '王五',
    },
    feishu: {
      authorize: /^https:\/\/accounts\.feishu\.cn\/open-apis\/authen\/v1\/authorize\?client_id=feishu-client/,
      asked: [/^\/feishu\/token$/, /^\/feishu\/user$/],
      account: '王五',
    },
    wecom: {
      authorize:
        /^https:\/\/login\.work\.weixin\.qq\.com\/wwlogin\/sso\/login\?login_type=CorpApp&appid=wecom-client&agentid=1000002/,
      asked: [/^\/wecom\/token\?corpid=wecom-client&corpsecret=/, /^\/wecom\/user\?access_token=token-1&code=code-1/],
      account: 'wangwu',
    },
  };

  test.each(Object.entries(expected))('%s', async (id, { authorize, asked: paths, account }) => {
    const provider = id as ProviderId;
    const person = await signIn(server.url, 'user6');
    const binding = await visitToBind(person, provider);
    expect(binding.address).toMatch(authorize);
    const back = (one: Visit) => ({ state: new URL(one.address).searchParams.get('state')!, code: 'code-1' });
    asked.length = 0;
    expect(await comeBack(`${person.cookie}; ${binding.cookie}`, back(binding))).toMatchObject({
      body: { next: 'bound' },
    });
    expect(asked.map(({ path }) => path)).toEqual(paths.map((path) => expect.stringMatching(path) as string));
    expect((await person.ok(accountApi.security)).providers.find((one) => one.id === provider)?.account).toBe(account);
    const now = await visit(provider);
    expect(await comeBack(now.cookie, back(now))).toMatchObject({ status: 200, body: { login: 'user6' } });
  });

  test('a refusal in the answer is no sign-in', async () => {
    const one = await visit('wechat');
    const state = new URL(one.address).searchParams.get('state')!;
    expect(await comeBack(one.cookie, { state, code: 'refuse' })).toMatchObject({
      status: 400,
      body: { code: 'identity.provider.failed' },
    });
  });
});

test('only what is configured is offered, and what is not does not exist', async () => {
  expect((await server.visitor.ok(signInApi.ways)).providers.map(({ id }) => id)).toEqual([
    'wechat',
    'qq',
    'weibo',
    'dingtalk',
    'feishu',
    'wecom',
    'oidc',
  ]);
  const bare = await startTestServer();
  expect(await bare.visitor.ok(signInApi.ways)).toEqual({ sms: false, providers: [] });
  expect((await bare.visitor.call(signInApi.visitProvider, { params: { provider: 'wechat' } })).status).toBe(404);
  await bare.stop();
});

/** What the networks answer, in their documented shapes. */
const answers: Record<string, unknown> = {
  '/wechat/token': { access_token: 'token-1', expires_in: 7200, openid: 'open-1', scope: 'snsapi_login' },
  '/wechat/user': { openid: 'open-1', nickname: '王五', unionid: 'union-1' },
  '/qq/token': { access_token: 'token-1', expires_in: '7776000', refresh_token: 'r' },
  '/qq/me': { client_id: 'qq-client', openid: 'open-1' },
  '/qq/user': { ret: 0, msg: '', nickname: '王五' },
  '/weibo/token': { access_token: 'token-1', expires_in: 1234, uid: '42' },
  '/weibo/user': { id: 42, screen_name: '王五' },
  '/dingtalk/token': { accessToken: 'token-1', refreshToken: 'r', expireIn: 7200 },
  '/dingtalk/user': { nick: '王五', unionId: 'union-1', openId: 'open-1' },
  '/feishu/token': { code: 0, access_token: 'token-1', expires_in: 7200, token_type: 'Bearer' },
  '/feishu/user': { code: 0, msg: 'success', data: { name: '王五', open_id: 'open-1', union_id: 'union-1' } },
  '/wecom/token': { errcode: 0, errmsg: 'ok', access_token: 'token-1', expires_in: 7200 },
  '/wecom/user': { errcode: 0, errmsg: 'ok', userid: 'wangwu' },
};

const playNetworks: Parameters<typeof createServer>[1] = (request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part.toString();
  });
  request.on('end', () => {
    const path = request.url!;
    asked.push({ path, body, headers: request.headers });
    const answer = path.includes('code=refuse')
      ? { errcode: 40029, errmsg: 'invalid code' }
      : answers[path.split('?')[0]!];
    response
      .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}));
  });
};
