import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { install, peerNode, peersDir } from './peer.ts';

/** How a gateway of another maker is started: in a folder of the benches, on the machine's own Node. */
export interface GatewayPeer {
  command: string;
  args: string[];
  cwd: string;
}

/** With the same keys, a limit a key and a line of log a request. */
export function fastifyProxy(port: number, upstream: string, keys: readonly string[]): GatewayPeer {
  const folder = path.join(peersDir, 'fastify-proxy');
  install(folder, ['fastify@5.12.8', '@fastify/http-proxy@11.6.3']);
  writeFileSync(path.join(folder, 'keys.json'), JSON.stringify(keys));
  writeFileSync(
    path.join(folder, 'main.mjs'),
    `import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import proxy from '@fastify/http-proxy';

const keys = new Set(JSON.parse(readFileSync('keys.json', 'utf8')));
const used = new Map();
const app = Fastify({ logger: { level: 'info', file: 'access.log' } });
app.addHook('preHandler', async (request, reply) => {
  const key = request.headers['x-api-key'];
  if (!keys.has(key)) return reply.code(401).send();
  const second = Math.floor(Date.now() / 1000);
  const known = used.get(key);
  if (!known || known.second !== second) used.set(key, { second, count: 1 });
  else if ((known.count += 1) > 100000) return reply.code(429).send();
});
await app.register(proxy, { upstream: '${upstream}', prefix: '/gateway/demo' });
await app.listen({ port: ${port}, host: '127.0.0.1' });
`,
  );
  return { command: peerNode, args: ['main.mjs'], cwd: folder };
}

/** Without key, limit and log: with its own limit it lets a few hundred a second through. */
export function expressGateway(port: number, upstream: string): GatewayPeer {
  const folder = path.join(peersDir, 'express-gateway');
  install(folder, ['express-gateway@1.16.11']);
  mkdirSync(path.join(folder, 'config'), { recursive: true });
  writeFileSync(
    path.join(folder, 'config/gateway.config.yml'),
    `http:
  port: ${port}
  hostname: 127.0.0.1
apiEndpoints:
  all:
    host: '*'
    paths: '/gateway/demo/*'
serviceEndpoints:
  up:
    url: '${upstream}'
policies:
  - proxy
pipelines:
  all:
    apiEndpoints:
      - all
    policies:
      - proxy:
          - action:
              serviceEndpoint: up
              changeOrigin: true
`,
  );
  writeFileSync(
    path.join(folder, 'config/system.config.yml'),
    `db:
  redis:
    emulate: true
    namespace: EG
plugins: {}
crypto:
  cipherKey: sensitiveKey
  algorithm: aes256
  saltRounds: 10
session:
  secret: keyboard cat
  resave: false
  saveUninitialized: false
accessTokens:
  timeToExpiry: 7200000
refreshTokens:
  timeToExpiry: 7200000
authorizationCodes:
  timeToExpiry: 300000
`,
  );
  const own = path.join(folder, 'node_modules/express-gateway/lib/config/models');
  cpSync(own, path.join(folder, 'config/models'), { recursive: true });
  writeFileSync(
    path.join(folder, 'main.cjs'),
    `const path = require('path');\nprocess.env.LOG_LEVEL = 'error';\nrequire('express-gateway')().load(path.join(__dirname, 'config')).run();\n`,
  );
  return { command: peerNode, args: ['main.cjs'], cwd: folder };
}
