import type { FieldError } from '@formwork/contract/errors.ts';

export type ErrorKind = 'refused' | 'prepared' | 'network' | 'timeout' | 'cancelled' | 'status';

/**
 * What a call fails with. `message` is technical (`Network Error`, `timeout of 1000ms exceeded`, `Request failed with status
 * code 500`); people read `errorText` of it.
 */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly status: number | undefined;
  /** The server's error code, the key of its text; empty where the server did not answer with one. */
  readonly code: string;
  readonly data: Record<string, unknown>;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;

  constructor(
    message: string,
    told: {
      kind: ErrorKind;
      status?: number | undefined;
      code?: string | undefined;
      data?: Record<string, unknown> | undefined;
      fields?: FieldError[] | undefined;
      requestId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: told.cause });
    this.name = 'ApiError';
    this.kind = told.kind;
    this.status = told.status;
    this.code = told.code ?? '';
    this.data = told.data ?? {};
    this.fields = told.fields ?? [];
    this.requestId = told.requestId;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** What an address names is not there, is not for this person, or cannot be at all: trying again would change nothing. */
export function isGone(error: unknown): boolean {
  return isApiError(error) && error.kind === 'refused' && [403, 404, 422].includes(error.status ?? 0);
}

/** An answer that says the call was taken down and waits for somebody's release: no success, and no failure either. */
export function preparedOf(status: number, data: unknown): ApiError | undefined {
  const body = status === 202 ? bodyOf(data) : undefined;
  return typeof body?.code === 'string'
    ? new ApiError(body.code, { kind: 'prepared', status, code: body.code, data: body.data, requestId: body.requestId })
    : undefined;
}

/** An answer that says quietly what is not there: see `quietlyGoneHeader`. */
export function goneOf(status: unknown, data: unknown): ApiError | undefined {
  const body = status === undefined ? undefined : bodyOf(data);
  return typeof body?.code === 'string'
    ? new ApiError(body.code, {
        kind: 'refused',
        status: Number(status),
        code: body.code,
        data: body.data,
        fields: body.fields,
        requestId: body.requestId,
      })
    : undefined;
}

/** What an answer says that is no success; the body is ours when it carries a code. */
export function failureOf(status: number, data: unknown): ApiError {
  const message = `Request failed with status code ${status}`;
  const body = bodyOf(data);
  if (typeof body?.code !== 'string')
    return new ApiError(message, { kind: 'status', status, requestId: body?.requestId, data: { status } });
  return new ApiError(message, { ...body, kind: 'refused', status });
}

function bodyOf(
  data: unknown,
): { code?: string; data?: Record<string, unknown>; fields?: FieldError[]; requestId?: string } | undefined {
  if (typeof data === 'object' && data !== null) return data;
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data) as object;
  } catch {
    return undefined;
  }
}
