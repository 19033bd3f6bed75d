import type { Ctx } from '../platform/context.ts';
import type { Client, TestServer } from './server.ts';

/** What a handler is given when somebody of the first enterprise calls, for tests of what lies below the calls. */
export const ctxOf = ({ platform, spaceId }: TestServer, { id }: Client): Ctx => ({
  platform,
  requestId: 'test',
  ip: '127.0.0.1',
  userAgent: '',
  locale: 'en',
  spaceId,
  user: { id, name: 'x', login: 'x', role: 'admin', homeSpaceId: spaceId, sessionId: '' },
});
