import { errorCodes, type ErrorCode, type FieldError } from '@formwork/contract/errors.ts';

/** A refusal that the caller may see: a code (which is the key of its text), data for the text, refused fields. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: Record<string, unknown> | undefined;
  readonly fields: FieldError[] | undefined;

  constructor(code: ErrorCode, data?: Record<string, unknown>, fields?: FieldError[]) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.status = errorCodes[code];
    this.data = data;
    this.fields = fields;
  }
}

/** Any refusal: the status comes from the code's entry in the contract. */
export function refuse(code: ErrorCode, data?: Record<string, unknown>): AppError {
  return new AppError(code, data);
}

export function notFound(code: ErrorCode = 'platform.not_found', data?: Record<string, unknown>): AppError {
  return new AppError(code, data);
}

export function conflict(code: ErrorCode, data?: Record<string, unknown>): AppError {
  return new AppError(code, data);
}

export function forbidden(code: ErrorCode = 'platform.forbidden', data?: Record<string, unknown>): AppError {
  return new AppError(code, data);
}

/** Input that does not hold; `fields` say where, and the page shows each at its field. */
export function invalid(code: ErrorCode, fields?: FieldError[], data?: Record<string, unknown>): AppError {
  return new AppError(code, data, fields);
}
