export { mayUseConnection, seenConnections, usableConnections } from './access.ts';
export { connectionNames, requireUsable } from './names.ts';
export { databasePlaces, type DatabasePlace } from './places.ts';
export { openConnection, openConnectionOf, type OpenedConnections, type UsedBy } from './open.ts';
export { fileAnswer, type FileBehind, type OpenedFile } from './kinds/file-answer.ts';
export { httpKind, type HttpClient } from './kinds/http.ts';
export type { MysqlClient } from './kinds/mysql.ts';
export type { PostgresClient } from './kinds/postgres.ts';
export type { ReadingClient, ReadLimits, ReadResult } from './kinds/reading.ts';
/** @public For kinds that other modules bring. */
export { ConnectionFailure, failureOf } from './failure.ts';
export type { Webhook } from './kinds/webhook.ts';
export { registerConnections } from './registry.ts';
export { xmlOf } from './kinds/xml.ts';
