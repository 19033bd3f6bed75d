import { z } from 'zod';
import { DefinitionLevel } from '../definitions/level.ts';
import { endpoint, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

export const connectionStates = ['untested', 'works', 'fails'] as const;
export const ConnectionState = z.enum(connectionStates);

/** Why a test failed: codes with texts of their own, `connections.test.<what>`. */
const TestOutcome = z.object({
  state: ConnectionState,
  at: z.iso.datetime().nullable(),
  code: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

export const Connection = z.object({
  id: uuid,
  kind: z.string(),
  name: z.string(),
  folder: uuid.nullable(),
  settings: z.record(z.string(), z.unknown()),
  /** The names of those that are kept; what they say is never read back. */
  secrets: z.array(z.string()),
  test: TestOutcome,
  version: z.int(),
  changedBy: uuid,
  changedAt: z.iso.datetime(),
  can: z.array(DefinitionLevel),
});
export type Connection = z.infer<typeof Connection>;

/** A kind with its settings and secrets as JSON schemas, from which a page draws its form. */
export const ConnectionKindView = z.object({
  kind: z.string(),
  settings: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.unknown()),
  target: z.array(z.string()),
});
export type ConnectionKindView = z.infer<typeof ConnectionKindView>;

const Uses = z.object({
  uses: z.array(z.object({ kind: z.string(), id: z.string(), name: z.unknown(), of: z.enum(['draft', 'release']) })),
  /** Those the caller may not see. */
  hidden: z.int(),
});

const name = nameText().min(1).max(100);
const Values = z.record(z.string().max(50), z.unknown());
const ofConnection = z.object({ connectionId: uuid });

export const connectionsApi = {
  kinds: endpoint({
    method: 'GET',
    path: '/connections/kinds',
    permission: 'connections.connection.read',
    summary: 'Kinds of connections with what each asks for, as JSON schemas.',
    response: z.array(ConnectionKindView),
  }),
  list: endpoint({
    method: 'GET',
    path: '/connections',
    permission: 'connections.connection.read',
    summary: 'Connections that the caller may see, by name.',
    query: z.object({
      kind: z.string().max(50).optional(),
      search: z.string().trim().max(100).optional(),
      after: z.string().max(400).optional(),
      limit: z.number().int().min(1).max(200).default(100),
    }),
    response: z.object({ rows: z.array(Connection), next: z.string().nullable(), mayCreate: z.boolean() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/connections',
    permission: 'connections.connection.edit',
    summary: 'Adds a connection; its secrets are sealed and never read back.',
    body: z.object({
      kind: z.string().max(50),
      name,
      folder: uuid.nullable().default(null),
      settings: Values,
      secrets: Values.default({}),
    }),
    response: Connection,
  }),
  get: endpoint({
    method: 'GET',
    path: '/connections/:connectionId',
    permission: 'connections.connection.read',
    summary: 'A connection without its secrets.',
    params: ofConnection,
    response: Connection,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/connections/:connectionId',
    permission: 'connections.connection.edit',
    summary: 'Changes a connection; secrets that are not given stay, null takes one away.',
    params: ofConnection,
    body: z.object({
      version: z.int(),
      name: name.optional(),
      folder: uuid.nullable().optional(),
      settings: Values.optional(),
      secrets: Values.optional(),
    }),
    response: Connection,
  }),
  test: endpoint({
    method: 'POST',
    path: '/connections/:connectionId/tests',
    permission: 'connections.connection.read',
    summary: 'Tries a connection and says why it fails.',
    params: ofConnection,
    response: TestOutcome,
  }),
  uses: endpoint({
    method: 'GET',
    path: '/connections/:connectionId/uses',
    permission: 'connections.connection.read',
    summary: 'Who uses a connection.',
    params: ofConnection,
    response: Uses,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/connections/:connectionId',
    permission: 'connections.connection.edit',
    summary: 'Removes a connection that nothing in force uses; drafts that name it need `accept`.',
    params: ofConnection,
    query: z.object({ accept: z.boolean().default(false) }),
    response: z.null(),
  }),
};
export type TestOutcome = z.infer<typeof TestOutcome>;
