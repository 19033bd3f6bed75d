import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { addressesIn, type Addresses } from './address-settings.ts';
import { databaseUrlOf } from './database-url.ts';
import { secretOf } from './secret-file.ts';
import { namedFolders, type NamedFolder } from './named-folders.ts';
import { signInProvidersOf, type SignInProviders } from './sign-in-settings.ts';
import { isRange } from './http/addresses.ts';

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const port = z.coerce.number().int().min(0).max(65_535);
const address = z.union([z.literal(''), z.url()]);

/** Every setting, by its environment variable. `docs/operations.md` lists the same names. */
const settings = z.object({
  FORMWORK_PORT: port.default(8080).describe('Port of the web server; 0 takes a free one.'),
  FORMWORK_HOST: z.string().default('0.0.0.0').describe('Address the web server listens on.'),
  FORMWORK_DATA: z
    .string()
    .optional()
    .describe('Folder of the embedded database, files and keys. Default ./data, as root /var/lib/formwork.'),
  FORMWORK_ROLE: z
    .enum(['all', 'web', 'worker', 'gateway'])
    .default('all')
    .describe(
      'What this process does: serve pages and calls, run jobs and the event dispatcher, both and the data gateway, or take calls of the gateway alone.',
    ),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('Owner connection of an own PostgreSQL 16 or newer. Default: the embedded one.'),
  DATABASE_APP_URL: z
    .string()
    .optional()
    .describe('Connection of the unprivileged role that serves requests. Default: a role made from DATABASE_URL.'),
  FORMWORK_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Seals what customers keep secret, signs tickets, and makes the password of the database role; the same on every process. Default: made once in the data folder.',
    ),
  FORMWORK_SECRET_OLD: z
    .string()
    .default('')
    .describe(
      'The secret that FORMWORK_SECRET was before, or a JSON list of several: they open what they sealed until all of it is sealed anew (`npm run reseal`).',
    ),
  FORMWORK_DEMO_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe('Password of the demo accounts on the embedded database. Default: random, printed once.'),
  FORMWORK_DEVELOPMENT: flag
    .default(false)
    .describe(
      'Shows the outbox of mails and messages at /dev/outbox and the components at /dev/gallery, and builds the front end unminified.',
    ),
  FORMWORK_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Smallest level that is logged; debug logs every request.'),
  FORMWORK_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(12)
    .describe('Database connections of one process.'),
  FORMWORK_TRUST_PROXY: z
    .string()
    .default('false')
    .describe(
      'Whose X-Forwarded-For is believed: the number of proxies in front (`true` is one), or their addresses and ranges, separated by commas. The caller is whom the outermost of them saw; what stands before it anybody may have written.',
    ),
  FORMWORK_PUBLIC_URL: address
    .default('')
    .describe('Address under which people reach the product; decides secure cookies and which origin is our own.'),
  FORMWORK_SESSION_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(24 * 90)
    .default(12)
    .describe('How long a session lives without use.'),
  FORMWORK_LOCK_AFTER: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('Wrong passwords or codes in a row after which an account waits, so that even the right one is refused.'),
  FORMWORK_LOCK_MINUTES: z.coerce
    .number()
    .min(1)
    .max(1440)
    .default(1)
    .describe(
      'Minutes that an account, or an address, then waits. For the whole installation: waits that differ by enterprise would tell strangers which accounts there are.',
    ),
  FORMWORK_WRONG_ENTRIES_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(3)
    .max(10_000)
    .default(20)
    .describe(
      'Accounts with wrong passwords or codes from one address (IPv6: from one /64) within ten minutes, after which it waits as long as an account (FORMWORK_LOCK_MINUTES). While it waits, accounts that have not failed are let in with the right password.',
    ),
  FORMWORK_BODY_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('How long the body of a call may take to arrive; an upload sixty times as long.'),
  FORMWORK_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Calls of one person in a minute that each process answers; 0 sets no limit.'),
  FORMWORK_SIGN_IN_PROVIDERS: z
    .string()
    .default('{}')
    .describe(
      'JSON object of third parties to sign in with: wechat, qq, weibo, dingtalk, feishu, wecom, oidc, each with clientId and clientSecret; wecom also agentId, oidc issuer and name; endpoints replaces documented addresses.',
    ),
  FORMWORK_ETL_FOLDERS: z
    .string()
    .default('')
    .describe(
      'Folders of this machine that data tasks may read and write, each under a name that enterprises choose it by, separated by commas: plant=/srv/plant; for one enterprise alone plant@its-id=/srv/plant. Nothing outside of them is reached. Processes on several machines need the same folders.',
    ),
  FORMWORK_ENGINE_CLICKHOUSE: address
    .default('')
    .describe(
      'ClickHouse (25 or newer) beside the embedded engine, as http(s)://user:password@host:8123/?rows=100000: where rows of data sets are asked by all processes together, and where data tasks work out what needs all of their rows (joins, groups, windows, orders), of so many rows and more. Its user may make and drop databases. Empty: each process does so by itself.',
    ),
  FORMWORK_ETL_RANGE_ROWS: z.coerce
    .number()
    .int()
    .min(100)
    .max(100_000_000)
    .default(250_000)
    .describe(
      'Data tasks read a table of more than twice as many rows in ranges of its key with about so many rows each, and keep each of them: a run that lost its process goes on behind the last.',
    ),
  FORMWORK_ETL_PART_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(16)
    .describe('Data tasks fetch larger files in parts of about so many megabytes, for a run to go on behind them.'),
  FORMWORK_OUTGOING_ALLOWED: z
    .string()
    .default('')
    .describe(
      'Private addresses and ranges that outgoing calls may reach, separated by commas, as in 10.1.0.0/16,192.168.3.7. Default: public addresses alone.',
    ),
  FORMWORK_EVENT_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe(
      'How many days behind the slowest of their readers events are kept, by whole weeks. The audit trail stays.',
    ),
  FORMWORK_MAX_UPLOAD_MB: z.coerce.number().int().min(1).max(10_240).default(200).describe('Largest uploaded file.'),
  FORMWORK_CLAMD: z
    .union([z.literal(''), z.string().regex(/^(\[[0-9a-fA-F:]+\]|[^:\s]+):\d{1,5}$/)])
    .default('')
    .describe(
      'host:port of a clamd that scans every upload for viruses (its StreamMaxLength must allow the largest upload); empty scans nothing.',
    ),
  FORMWORK_BREACHED_PASSWORDS: z
    .string()
    .refine((file) => file === '' || existsSync(file), 'there is no such file')
    .default('')
    .describe(
      'File of passwords that were breached, which nobody may choose: a line for each SHA-1 in capitals, in order (a count behind a colon may follow), as Pwned Passwords is offered for download; empty looks up nothing.',
    ),
  FORMWORK_FILES: z.enum(['disk', 's3']).default('disk').describe('Where files are kept.'),
  FORMWORK_S3_ENDPOINT: address.default('').describe('S3 API address, when FORMWORK_FILES is s3.'),
  FORMWORK_S3_REGION: z.string().default('us-east-1').describe('S3 region.'),
  FORMWORK_S3_BUCKET: z.string().default('').describe('S3 bucket.'),
  FORMWORK_S3_ACCESS_KEY: z.string().default('').describe('S3 access key id.'),
  FORMWORK_S3_SECRET_KEY: z.string().default('').describe('S3 secret access key.'),
  FORMWORK_SMTP_URL: z
    .string()
    .default('')
    .describe('smtp:// or smtps:// address with credentials; empty keeps mails in the outbox.'),
  FORMWORK_MAIL_FROM: z.string().default('Formwork <no-reply@localhost>').describe('Sender of mails.'),
  FORMWORK_SMS_URL: address
    .default('')
    .describe('HTTP address which receives {phone, text} as JSON; empty keeps messages in the outbox.'),
  FORMWORK_SMS_TOKEN: z.string().default('').describe('Bearer token for FORMWORK_SMS_URL.'),
  FORMWORK_METRICS_TOKEN: z
    .string()
    .default('')
    .describe(
      '/metrics asks for it as a bearer token. Without one it answers calls from this machine alone, and none that a proxy passes on.',
    ),
  FORMWORK_BACKUP_CONTINUOUS: z
    .string()
    .default('')
    .describe(
      'Folder or s3://bucket/prefix of a continuous backup of the embedded database, made by the process that starts it. Sealed where FORMWORK_BACKUP_PHRASE gives a pass phrase.',
    ),
  FORMWORK_BACKUP_CONTINUOUS_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(2)
    .describe('How many bases of the continuous backup are kept, each with its log; one is taken a week.'),
  FORMWORK_PLATFORM: z
    .enum(['qpaas', 'qycloud'])
    .default('qpaas')
    .describe('Edition: pages of the other edition do not exist.'),
  FORMWORK_RULE_VERSION: z.string().default('20201130').describe('Version of the rules, as the pages are told it.'),
  FORMWORK_BASE_ADDRESSES: z
    .string()
    .default('{}')
    .describe(
      'JSON object of addresses of services, to which pages then send what they ask of them: web, static, fileIo, socket, preview, bi, iot, etl, gateway; storeView, openPlatform and ai are told to pages and asked by nothing yet. See "Addresses".',
    ),
  FORMWORK_APPLICATION_ADDRESSES: z
    .string()
    .default('{}')
    .describe(
      'JSON object of addresses of applications that live on host names of their own, by the names of their folders (main, app-design, ...); the others live at FORMWORK_PUBLIC_URL. See "Addresses".',
    ),
  FORMWORK_SOCKET_PROJECT_ID: z.string().default('formwork').describe('Project id sent with the socket greeting.'),
  FORMWORK_PREVIEW_PORT: port.default(8012).describe('Port of an external document preview server.'),
  FORMWORK_PREVIEW_SERVER: address
    .default('')
    .describe('Address of an external document preview server; empty when there is none.'),
  FORMWORK_GATEWAY_PATH: z
    .string()
    .regex(/^(\/[\w.~-]+)+$/)
    .default('/gateway')
    .describe('Path of the data gateway.'),
  FORMWORK_GATEWAY_PORT: port
    .default(0)
    .describe('Port of the data gateway by itself; 0: behind the web server alone, at FORMWORK_GATEWAY_PATH.'),
  FORMWORK_GATEWAY_DATA: z
    .string()
    .default('')
    .describe(
      'Folder of what the gateway starts with when there is no database, and of the sockets by which it and the web server speak. Default: gateway, beside the data.',
    ),
  FORMWORK_GATEWAY_THREADS: z.coerce
    .number()
    .int()
    .min(0)
    .max(256)
    .default(0)
    .describe('Threads of the gateway; 0: one a core as a process of its own, one beside the product.'),
  FORMWORK_GATEWAY_MACHINES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(1)
    .describe('How many gateway processes share every limit and quota, as they are called.'),
  FORMWORK_GATEWAY_LOOP: z
    .enum(['net', 'http'])
    .default('net')
    .describe('Loop of the gateway: its own, or that of the platform with undici.'),
  FORMWORK_GATEWAY_CERTIFICATE_HEADER: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('X-Client-Cert')
    .describe(
      'Header in which a proxy that FORMWORK_TRUST_PROXY names says the certificate of a caller of the gateway: PEM in the writing of addresses, or DER between colons.',
    ),
  FORMWORK_GATEWAY_METRICS_PORT: port
    .default(0)
    .describe('Port at which a gateway process of its own answers /metrics (with FORMWORK_METRICS_TOKEN); 0: nowhere.'),
  FORMWORK_GATEWAY_TLS: z
    .string()
    .default('')
    .describe('Files of certificate and key of the gateway, separated by a comma; empty: no TLS on its own port.'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  role: 'all' | 'web' | 'worker' | 'gateway';
  databaseUrl: string | undefined;
  databaseAppUrl: string | undefined;
  secret: string;
  secretOld: string[];
  demoPassword: string | undefined;
  development: boolean;
  logLevel: z.infer<typeof settings>['FORMWORK_LOG_LEVEL'];
  poolSize: number;
  /** How many proxies stand in front, or which. */
  trustProxy: number | string[];
  publicUrl: string;
  sessionHours: number;
  lockAfter: number;
  lockMinutes: number;
  wrongEntriesPerAddress: number;
  bodySeconds: number;
  callsPerMinute: number;
  engineClickhouse: string;
  outgoingAllowed: string[];
  etlFolders: NamedFolder[];
  etlRangeRows: number;
  etlPartBytes: number;
  signInProviders: SignInProviders;
  eventDays: number;
  maxUploadBytes: number;
  clamd: string;
  breachedPasswords: string;
  files:
    | { kind: 'disk' }
    | { kind: 's3'; endpoint: string; region: string; bucket: string; accessKey: string; secretKey: string };
  smtpUrl: string;
  mailFrom: string;
  smsUrl: string;
  smsToken: string;
  metricsToken: string;
  /** Where the continuous backup goes, and how many bases of it are kept; empty where there is none. */
  backupContinuous: { to: string; keep: number };
  platform: 'qpaas' | 'qycloud';
  ruleVersion: string;
  baseAddresses: Addresses['baseAddresses'];
  applicationAddresses: Addresses['applicationAddresses'];
  socketProjectId: string;
  previewPort: number;
  previewServer: string;
  gatewayPath: string;
  gateway: {
    port: number;
    dataDir: string;
    threads: number;
    machines: number;
    loop: 'net' | 'http';
    certificateHeader: string;
    metricsPort: number;
    tls: { cert: string; key: string } | undefined;
  };
}

/** What every setting means and is when it is not given, for the operations guide and its check. */
export const settingDescriptions: Record<string, { meaning: string; byDefault: unknown }> = Object.fromEntries(
  Object.entries(settings.shape).map(([name, schema]) => [
    name,
    { meaning: schema.description ?? '', byDefault: schema.parse(undefined) },
  ]),
);

/** Reads the environment; throws one readable error that names every wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = settings.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Settings that do not hold:\n${lines.join('\n')}`);
  }
  const s = result.data;
  if (s.DATABASE_URL !== undefined && s.FORMWORK_BACKUP_CONTINUOUS !== '')
    throw new Error(
      'Settings that do not hold:\n  FORMWORK_BACKUP_CONTINUOUS: is for the embedded database alone; with DATABASE_URL the log is archived by its own server',
    );
  const dataDir = dataDirOf(s);
  return {
    port: s.FORMWORK_PORT,
    host: s.FORMWORK_HOST,
    dataDir,
    role: s.FORMWORK_ROLE,
    databaseUrl: databaseUrlOf('DATABASE_URL', s.DATABASE_URL),
    databaseAppUrl: databaseUrlOf('DATABASE_APP_URL', s.DATABASE_APP_URL),
    secret: s.FORMWORK_SECRET ?? secretOf(dataDir),
    secretOld: secretsIn(s.FORMWORK_SECRET_OLD),
    demoPassword: s.FORMWORK_DEMO_PASSWORD,
    development: s.FORMWORK_DEVELOPMENT,
    logLevel: s.FORMWORK_LOG_LEVEL,
    poolSize: s.FORMWORK_POOL_SIZE,
    trustProxy: proxiesOf(s.FORMWORK_TRUST_PROXY),
    publicUrl: s.FORMWORK_PUBLIC_URL,
    sessionHours: s.FORMWORK_SESSION_HOURS,
    bodySeconds: s.FORMWORK_BODY_SECONDS,
    callsPerMinute: s.FORMWORK_CALLS_PER_MINUTE,
    lockAfter: s.FORMWORK_LOCK_AFTER,
    lockMinutes: s.FORMWORK_LOCK_MINUTES,
    wrongEntriesPerAddress: s.FORMWORK_WRONG_ENTRIES_PER_ADDRESS,
    signInProviders: signInProvidersOf(s.FORMWORK_SIGN_IN_PROVIDERS),
    etlFolders: namedFolders('FORMWORK_ETL_FOLDERS', s.FORMWORK_ETL_FOLDERS),
    engineClickhouse: s.FORMWORK_ENGINE_CLICKHOUSE,
    etlRangeRows: s.FORMWORK_ETL_RANGE_ROWS,
    etlPartBytes: s.FORMWORK_ETL_PART_MB * 1024 * 1024,
    outgoingAllowed: rangeTextsOf('FORMWORK_OUTGOING_ALLOWED', s.FORMWORK_OUTGOING_ALLOWED),
    eventDays: s.FORMWORK_EVENT_DAYS,
    maxUploadBytes: s.FORMWORK_MAX_UPLOAD_MB * 1024 * 1024,
    clamd: s.FORMWORK_CLAMD,
    breachedPasswords: s.FORMWORK_BREACHED_PASSWORDS,
    files: filesOf(s),
    smtpUrl: s.FORMWORK_SMTP_URL,
    mailFrom: s.FORMWORK_MAIL_FROM,
    smsUrl: s.FORMWORK_SMS_URL,
    smsToken: s.FORMWORK_SMS_TOKEN,
    metricsToken: s.FORMWORK_METRICS_TOKEN,
    backupContinuous: { to: s.FORMWORK_BACKUP_CONTINUOUS, keep: s.FORMWORK_BACKUP_CONTINUOUS_KEEP },
    platform: s.FORMWORK_PLATFORM,
    ruleVersion: s.FORMWORK_RULE_VERSION,
    ...addressesIn(s.FORMWORK_BASE_ADDRESSES, s.FORMWORK_APPLICATION_ADDRESSES, s.FORMWORK_PUBLIC_URL),
    socketProjectId: s.FORMWORK_SOCKET_PROJECT_ID,
    previewPort: s.FORMWORK_PREVIEW_PORT,
    previewServer: s.FORMWORK_PREVIEW_SERVER,
    gatewayPath: s.FORMWORK_GATEWAY_PATH,
    gateway: {
      port: s.FORMWORK_GATEWAY_PORT,
      dataDir: path.resolve(s.FORMWORK_GATEWAY_DATA || path.join(dataDir, 'gateway')),
      threads: s.FORMWORK_GATEWAY_THREADS,
      machines: s.FORMWORK_GATEWAY_MACHINES,
      loop: s.FORMWORK_GATEWAY_LOOP,
      certificateHeader: s.FORMWORK_GATEWAY_CERTIFICATE_HEADER,
      metricsPort: s.FORMWORK_GATEWAY_METRICS_PORT,
      tls: tlsFilesOf(s.FORMWORK_GATEWAY_TLS),
    },
  };
}

/** Where the embedded database, files and keys are. */
export function dataDirOf({ FORMWORK_DATA: given }: { FORMWORK_DATA?: string | undefined }): string {
  return path.resolve(given || (process.getuid?.() === 0 ? '/var/lib/formwork' : './data'));
}

function filesOf(s: z.infer<typeof settings>): Config['files'] {
  if (s.FORMWORK_FILES === 'disk') return { kind: 'disk' };
  const missing = (
    ['FORMWORK_S3_ENDPOINT', 'FORMWORK_S3_BUCKET', 'FORMWORK_S3_ACCESS_KEY', 'FORMWORK_S3_SECRET_KEY'] as const
  ).filter((name) => s[name] === '');
  if (missing.length > 0)
    throw new Error(`Settings that do not hold:\n  FORMWORK_FILES=s3 also needs ${missing.join(', ')}`);
  return {
    kind: 's3',
    endpoint: s.FORMWORK_S3_ENDPOINT,
    region: s.FORMWORK_S3_REGION,
    bucket: s.FORMWORK_S3_BUCKET,
    accessKey: s.FORMWORK_S3_ACCESS_KEY,
    secretKey: s.FORMWORK_S3_SECRET_KEY,
  };
}

/** A flag, a number of hops, or the proxies themselves. */
function proxiesOf(text: string): number | string[] {
  if (text === 'false') return 0;
  if (text === 'true') return 1;
  return /^\d{1,2}$/.test(text) ? Number(text) : rangeTextsOf('FORMWORK_TRUST_PROXY', text);
}

function tlsFilesOf(text: string): Config['gateway']['tls'] {
  if (text === '') return undefined;
  const [cert, key] = textsOf(text);
  if (cert === undefined || key === undefined || !existsSync(cert) || !existsSync(key))
    throw new Error('Settings that do not hold:\n  FORMWORK_GATEWAY_TLS: two files that are there are expected');
  return { cert, key };
}

function rangeTextsOf(setting: string, text: string): string[] {
  const texts = textsOf(text);
  const wrong = texts.filter((one) => !isRange(one));
  if (wrong.length > 0)
    throw new Error(`Settings that do not hold:\n  ${setting}: ${wrong.join(', ')} is no address or range`);
  return texts;
}

/** One secret as it stands, whatever signs are in it, or a JSON list of them. */
export function secretsIn(text: string): string[] {
  if (!text.startsWith('[')) return text === '' ? [] : [text];
  const parsed = z.array(z.string().min(1)).safeParse(jsonOr(text));
  if (!parsed.success)
    throw new Error(
      'Settings that do not hold:\n  FORMWORK_SECRET_OLD: one secret or a JSON list of texts is expected',
    );
  return parsed.data;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsOf(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
