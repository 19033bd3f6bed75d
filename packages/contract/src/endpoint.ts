import { z } from 'zod';
import type { DelegatedPart } from './delegated.ts';
import type { EndpointPermission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `read` comes with any permission of an agent, `todo` with those for to-dos. */
export type AgentNeed = 'read' | 'todo' | 'create' | 'edit' | 'return';

/** The header of a call that an agent makes for somebody: the id of that person. */
export const onBehalfOfHeader = 'x-on-behalf-of';

/** The header in which a page says whose it is: a call for somebody else than who is signed in by now is refused. */
export const signedInAsHeader = 'x-signed-in-as';

/**
 * Who sends it is told by an ordinary answer that something is not there, no longer, or behind another password: browsers write every failed call to
 * the console, and a dead link is no failure of the page that shows it. The body is the refusal's, its status stands in the
 * other header.
 */
export const quietlyGoneHeader = 'x-quietly-gone';
export const refusedStatusHeader = 'x-refused-status';

export interface EndpointSpec<Params, Query, Body, Response> {
  method: Method;
  /** Below `/api`, parameters as `:name`. */
  path: `/${string}`;
  permission: EndpointPermission;
  /** One sentence for the API reference. */
  summary: string;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  response: z.ZodType<Response>;
  /**
   * `multipart`: the body is a file stream, read by the handler itself; `stream`: the answer is written by the handler
   * (files, exports). JSON both ways when left out.
   */
  transfer?: 'multipart' | 'stream';
  /** The status of what went well, where it is no 200: what was asked for is begun, and not done yet. */
  status?: 202;
  /** The handler gets the JSON text as it was sent as well: who sends it signs it. */
  signed?: true;
  /** The largest body, where it is more than others may send: records with their rows, definitions, models. */
  bodyBytes?: number;
  /** What an agent needs to call it for the one they act for; without it nobody calls it for somebody else. */
  agents?: AgentNeed;
  /** Not even the trustee of a hosted account may do it: what the account's own security hangs on, and what would lead from one trust into the next. */
  inPerson?: true;
  /** Out of a session alone, as whatever is done in person is too: the token of a program does not reach what belongs to the account itself. */
  inSession?: true;
  /** Whoever looks after one of these for a department calls it as well: the handler sees no more than that department. */
  delegable?: readonly DelegatedPart[];
  /** It changes what somebody may do, always or with such an input: under three-admin management it waits for the security reviewer. */
  rights?: true | { when(input: { params: Params; query: Query; body: Body }): boolean };
}

export type Endpoint<Params = unknown, Query = unknown, Body = unknown, Response = unknown> = EndpointSpec<
  Params,
  Query,
  Body,
  Response
>;

/** As much of a schema as types are read from: compared with all of `z.ZodType`, each endpoint costs the type check half a second. */
interface Outputs<Value> {
  readonly _zod: { readonly output: Value };
}

type GivenSpec<Params, Query, Body, Response> = Omit<
  EndpointSpec<Params, Query, Body, Response>,
  'params' | 'query' | 'body' | 'response'
> & { params?: Outputs<Params>; query?: Outputs<Query>; body?: Outputs<Body>; response: Outputs<Response> };

/** One value per endpoint: route, types, validation, permission, client and OpenAPI are all read from it. */
export function endpoint<
  Params = Record<string, never>,
  Query = Record<string, never>,
  Body = undefined,
  Response = unknown,
>(spec: GivenSpec<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return spec as Endpoint<Params, Query, Body, Response>;
}

/** What a visitor may send at most. */
export const visitorBodyBytes = 64 * 1024;
/** For bodies that hold a whole record with its rows, or a whole definition. */
export const largeBodyBytes = 8 * 1024 * 1024;
const usualBodyBytes = 1024 * 1024;

/** The largest body that an endpoint reads. */
export function bodyBytesOf({
  bodyBytes,
  permission,
  body,
}: Pick<Endpoint, 'bodyBytes' | 'permission' | 'body'>): number {
  return bodyBytes ?? (permission === 'anyone' || body === undefined ? visitorBodyBytes : usualBodyBytes);
}

/** A command whose calls carry an id, so that one that is sent twice takes effect once. */
export function takesCommandId({ body }: { body?: unknown }): boolean {
  const schema = body as { shape?: object; options?: { shape?: object }[] } | undefined;
  return [schema, ...(schema?.options ?? [])].some((each) => each?.shape !== undefined && 'commandId' in each.shape);
}

/** What a handler receives and a caller sends: only the parts the endpoint has. */
export type InputOf<E> =
  E extends EndpointSpec<infer P, infer Q, infer B, unknown> ? { params: P; query: Q; body: B } : never;

export type ResponseOf<E> =
  E extends EndpointSpec<never, never, never, infer R>
    ? R
    : E extends Endpoint<infer _P, infer _Q, infer _B, infer R>
      ? R
      : never;

/** A response without content. */
export const nothing = z.null();

/** Ids of people, records and everything in the data plane. */
export const uuid = z.uuid();

/**
 * A list in an address. Brackets hold twenty, so a longer one comes as one text with commas; for ids and codes, which have
 * none themselves.
 */
export function listInQuery<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess((value) => {
    const list: unknown[] | undefined = typeof value === 'string' ? [value] : Array.isArray(value) ? value : undefined;
    return list ? list.flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])) : value;
  }, z.array(item).max(most));
}

/** Short ids of spaces, apps, forms and fields: they stand in URLs and in SQL names. */
export const shortId = z.string().regex(/^[a-z][a-z0-9]{1,31}$/);
