import { z } from 'zod';

/**
 * Every error code of the platform: its HTTP status. The code is also the key of its text in the `errors` dictionaries.
 * Each area adds its own block; codes are `module.thing.what`.
 */
export const errorCodes = {
  // platform
  'platform.invalid_input': 422,
  'platform.bad_body': 400,
  'platform.body_too_large': 413,
  'platform.not_signed_in': 401,
  'platform.forbidden': 403,
  'platform.wrong_origin': 403,
  'platform.interface_not_found': 404,
  'platform.not_found': 404,
  'platform.conflict': 409,
  'platform.busy': 503,
  'platform.too_many_requests': 429,
  'platform.internal': 500,

  // identity
  'identity.session.wrong_password': 401,
  'identity.session.locked': 429,
  'identity.account.disabled': 403,
  'identity.password.wrong_current': 422,
  'identity.password.too_short': 422,
  'identity.password.too_weak': 422,
  'identity.password.same_as_old': 422,
  'identity.space.not_a_member': 404,
  'identity.account.login_taken': 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorCodes;

/** One refused field of the input: where, why, and what the text needs. */
export const FieldError = z.object({
  path: z.string(),
  code: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type FieldError = z.infer<typeof FieldError>;

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  code: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  fields: z.array(FieldError).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
