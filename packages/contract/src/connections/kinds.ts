import { z } from 'zod';

/** What is asked of a connection, and what of it is kept sealed. Ids of kinds stand in definitions: they never change. */
export interface ConnectionKindSpec {
  settings: z.ZodObject;
  /** Written, never read back. Each may be left out. */
  secrets: z.ZodObject;
  /** Settings that say where the secrets go: whoever changes one of them enters the secrets anew, or they would go to a stranger. */
  target: readonly string[];
}

const host = z
  .string()
  .trim()
  .regex(/^[\w.:[\]-]+$/)
  .max(255);
const port = z.int().min(1).max(65_535);
const word = z.string().trim().min(1).max(255);
/** Certificates of an own authority, as PEM. */
const ca = z.string().trim().startsWith('-----BEGIN CERTIFICATE-----').max(100_000).optional();
const secret = z.string().min(1).max(10_000).optional();
/** A page asks for it where another setting has one of these values. */
export const when = (setting: string, ...values: string[]) => ({ when: { setting, values } });
const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

/** Names between slashes. */
export const folder = z
  .string()
  .trim()
  .max(500)
  .refine((text) => !text.split('/').includes('..'))
  .transform((text) => text.replace(/\/+$/, ''))
  .default('');

/** A database behind a host, a port and a user. */
export const database = (usual: number) =>
  z.object({ host, port: port.default(usual), database: word, user: word, tls: z.boolean().default(false), ca });

/** The kinds of the house; other modules bring theirs. */
export const houseConnections = {
  http: {
    settings: z.object({
      /** What calls name lies below it. */
      url: webAddress,
      auth: z.enum(['none', 'basic', 'bearer', 'oauth2']).default('none'),
      user: word.optional().meta(when('auth', 'basic')),
      tokenUrl: webAddress.optional().meta(when('auth', 'oauth2')),
      clientId: word.optional().meta(when('auth', 'oauth2')),
      scope: z.string().trim().max(1_000).optional().meta(when('auth', 'oauth2')),
      /** What a test asks for. */
      testPath: z.string().max(1_000).optional(),
      ca,
    }),
    secrets: z.object({
      password: secret.meta(when('auth', 'basic')),
      token: secret.meta(when('auth', 'bearer')),
      clientSecret: secret.meta(when('auth', 'oauth2')),
    }),
    target: ['url', 'tokenUrl'],
  },
  smtp: {
    settings: z.object({
      host,
      port: port.default(587),
      security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
      user: word.optional(),
      from: z.string().trim().min(3).max(320),
      ca,
    }),
    secrets: z.object({ password: secret }),
    target: ['host', 'port', 'security'],
  },
  s3: {
    settings: z.object({
      endpoint: webAddress,
      region: word.default('us-east-1'),
      bucket: word,
      accessKey: word,
      /** What stands in front of the names of its files; empty: all of the bucket. */
      folder,
    }),
    secrets: z.object({ secretKey: secret }),
    target: ['endpoint'],
  },
  webhook: { settings: z.object({ url: webAddress, ca }), secrets: z.object({ secret }), target: ['url'] },
  postgres: { settings: database(5432), secrets: z.object({ password: secret }), target: ['host', 'port', 'tls'] },
  mysql: { settings: database(3306), secrets: z.object({ password: secret }), target: ['host', 'port', 'tls'] },
} as const satisfies Record<string, ConnectionKindSpec>;

export type HouseConnection = keyof typeof houseConnections;
export type SettingsOf<K extends HouseConnection> = z.infer<(typeof houseConnections)[K]['settings']>;
export type SecretsOf<K extends HouseConnection> = z.infer<(typeof houseConnections)[K]['secrets']>;
