import { z } from 'zod';
import { database, folder, houseConnections, when, type ConnectionKindSpec } from './kinds.ts';

const { http, smtp } = houseConnections;
/** Of a query: a name without signs that a query gives a meaning. */
const parameter = z
  .string()
  .trim()
  .regex(/^[\w.[\]-]*$/)
  .max(100);
const paged = ['page', 'offset', 'cursor', 'link'];
/** Names between dots, as `data.items`. */
const place = z.string().trim().max(200).default('');

/** Kinds of connections that data comes from, beside the databases of the house. */
export const dataConnections = {
  /** By its HTTP interface. */
  clickhouse: {
    settings: database(8123),
    secrets: houseConnections.postgres.secrets,
    target: houseConnections.postgres.target,
  },
  sqlserver: {
    settings: database(1433),
    secrets: houseConnections.postgres.secrets,
    target: houseConnections.postgres.target,
  },
  /** Rows that a service answers page by page. */
  rest: {
    settings: http.settings.omit({ testPath: true }).extend({
      /** Below the address, with what is always asked: `orders?state=open`. */
      path: z.string().trim().max(1_000).default(''),
      table: z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N} _-]+$/u)
        .max(100)
        .default('rows'),
      /** Pages of JSON or CSV; the others are one answer, read as a file. */
      format: z.enum(['json', 'csv', 'lines', 'excel', 'parquet']).default('json'),
      /** Where the rows stand in an answer; empty: it is a list itself. */
      rowsAt: place.meta(when('format', 'json')),
      paging: z
        .enum(['none', 'page', 'offset', 'cursor', 'link'])
        .default('none')
        .meta(when('format', 'json', 'csv')),
      pageParam: parameter.default('page').meta(when('paging', 'page', 'offset', 'cursor')),
      firstNumber: z.int().min(0).max(1).default(1).meta(when('paging', 'page')),
      sizeParam: parameter.default('').meta(when('paging', ...paged)),
      pageSize: z
        .int()
        .min(1)
        .max(100_000)
        .default(100)
        .meta(when('paging', ...paged)),
      /** Where an answer says how it goes on; of `link` empty is the head `Link`. */
      nextAt: place.meta(when('paging', 'cursor', 'link')),
      mostPages: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(10_000)
        .meta(when('paging', ...paged)),
      perSecond: z.number().min(0.01).max(1_000).optional(),
    }),
    secrets: http.secrets,
    target: http.target,
  },
  /** Files of a server, by SSH. */
  sftp: {
    settings: z.object({
      host: smtp.settings.shape.host,
      port: z.int().min(1).max(65_535).default(22),
      user: z.string().trim().min(1).max(255),
      /** SHA256 of the server's key, as `ssh-keygen -l` shows it: another server is refused. */
      hostKey: z
        .string()
        .trim()
        .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/)
        .optional(),
      folder,
    }),
    secrets: z.object({
      password: z.string().min(1).max(10_000).optional(),
      privateKey: z.string().min(1).max(20_000).optional(),
      passphrase: z.string().min(1).max(1_000).optional(),
    }),
    target: ['host', 'port', 'hostKey'],
  },
  /** Files of a server that speaks WebDAV, below the address. */
  webdav: { settings: http.settings.omit({ testPath: true }), secrets: http.secrets, target: http.target },
  /** A folder of the server that the operator has named. */
  disk: { settings: z.object({ place: z.string().trim().min(1).max(100), folder }), secrets: z.object({}), target: [] },
  /** A broker of messages, by MQTT 3.1.1. */
  mqtt: {
    settings: z.object({
      host: smtp.settings.shape.host,
      port: z.int().min(1).max(65_535).default(1883),
      tls: z.boolean().default(false),
      user: z.string().trim().min(1).max(255).optional(),
      ca: http.settings.shape.ca,
    }),
    secrets: houseConnections.postgres.secrets,
    target: houseConnections.postgres.target,
  },
  /** Files that were uploaded: CSV in any encoding, workbooks, JSON, Parquet. Each is a table. */
  files: { settings: z.object({ files: z.array(z.uuid()).min(1).max(50) }), secrets: z.object({}), target: [] },
} as const satisfies Record<string, ConnectionKindSpec>;
