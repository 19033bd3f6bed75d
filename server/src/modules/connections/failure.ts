import type { ErrorCode } from '@formwork/contract/errors.ts';
import { OutgoingError } from '../../platform/outbox/outgoing.ts';

/** Why a connection could not be opened, in words for whoever looks after it. */
export class ConnectionFailure extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;

  constructor(code: ErrorCode, data: Record<string, unknown> = {}, cause?: unknown) {
    super(`a connection failed: ${code}`, { cause });
    this.name = 'ConnectionFailure';
    this.code = code;
    this.data = data;
  }
}

const byCode: Record<string, ErrorCode> = {
  ENOTFOUND: 'connections.test.host',
  EAI_AGAIN: 'connections.test.host',
  ECONNREFUSED: 'connections.test.port',
  EHOSTUNREACH: 'connections.test.port',
  ENETUNREACH: 'connections.test.port',
  ETIMEDOUT: 'connections.test.time',
  ETIME: 'connections.test.time',
  ETLS: 'connections.test.tls',
  EAUTH: 'connections.test.login',
  // PostgreSQL
  '28000': 'connections.test.login',
  '28P01': 'connections.test.login',
  '3D000': 'connections.test.database',
  '42501': 'connections.test.rights',
  '57014': 'connections.test.time',
  // MySQL and MariaDB
  ER_ACCESS_DENIED_ERROR: 'connections.test.login',
  // MariaDB asks whoever it does not know in the way of somebody it knows, who may come by the socket of the machine
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'connections.test.login',
  AUTH_SWITCH_PLUGIN_ERROR: 'connections.test.login',
  ER_BAD_DB_ERROR: 'connections.test.database',
  ER_DBACCESS_DENIED_ERROR: 'connections.test.rights',
  ER_TABLEACCESS_DENIED_ERROR: 'connections.test.rights',
  HANDSHAKE_NO_SSL_SUPPORT: 'connections.test.tls',
  HANDSHAKE_SSL_ERROR: 'connections.test.tls',
  // SQL Server
  EENCRYPT: 'connections.test.tls',
  SQLSERVER_18452: 'connections.test.login',
  SQLSERVER_18456: 'connections.test.login',
  SQLSERVER_18470: 'connections.test.login',
  SQLSERVER_4060: 'connections.test.database',
  SQLSERVER_4064: 'connections.test.database',
  SQLSERVER_229: 'connections.test.rights',
  SQLSERVER_230: 'connections.test.rights',
  SQLSERVER_262: 'connections.test.rights',
  SQLSERVER_916: 'connections.test.rights',
  // ClickHouse
  CLICKHOUSE_192: 'connections.test.login',
  CLICKHOUSE_193: 'connections.test.login',
  CLICKHOUSE_194: 'connections.test.login',
  CLICKHOUSE_516: 'connections.test.login',
  CLICKHOUSE_81: 'connections.test.database',
  CLICKHOUSE_164: 'connections.test.rights',
  CLICKHOUSE_291: 'connections.test.rights',
  CLICKHOUSE_497: 'connections.test.rights',
  CLICKHOUSE_159: 'connections.test.time',
};

/** The most telling of an error and its causes. What the other side wrote is shown as it is, without what we sent. */
export function failureOf(error: unknown): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error;
  let outgoing: OutgoingError | undefined;
  let message = '';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingError) outgoing ??= at;
    else message ||= at.message;
    const { code } = at as { code?: unknown };
    const known = typeof code === 'string' ? (byCode[code] ?? tlsCode(code)) : undefined;
    if (known) return new ConnectionFailure(known, { message: shortened(at.message) }, error);
    if (at.name === 'TimeoutError' || /no connection within|timed? ?out/i.test(at.message))
      return new ConnectionFailure('connections.test.time', { message: shortened(at.message) }, error);
    if (/does not support SSL|certificate|\bTLS\b/i.test(at.message))
      return new ConnectionFailure('connections.test.tls', { message: shortened(at.message) }, error);
  }
  if (outgoing?.reason === 'address') return new ConnectionFailure('connections.test.address', {}, error);
  if (outgoing?.reason === 'held') return new ConnectionFailure('connections.test.held', {}, error);
  return new ConnectionFailure('connections.test.broken', { message: shortened(message) }, error);
}

/** Codes of certificates that do not hold, as OpenSSL and Node name them. */
function tlsCode(code: string): ErrorCode | undefined {
  return /CERT|^ERR_(TLS|SSL)|SELF_SIGNED|UNABLE_TO_VERIFY|^EPROTO$/.test(code) ? 'connections.test.tls' : undefined;
}

function shortened(message: string): string {
  return message.slice(0, 300);
}
