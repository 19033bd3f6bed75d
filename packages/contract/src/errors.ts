import { z } from 'zod';
import { agentsErrorCodes } from './agents/errors.ts';
import { analyticsErrorCodes } from './analytics/errors.ts';
import { assetsErrorCodes } from './assets/errors.ts';
import { basedataErrorCodes } from './basedata/errors.ts';
import { connectionsErrorCodes } from './connections/errors.ts';
import { consoleErrorCodes } from './console/errors.ts';
import { definitionsErrorCodes } from './definitions/errors.ts';
import { developerErrorCodes } from './developer/errors.ts';
import { documentsErrorCodes } from './documents/errors.ts';
import { enterpriseErrorCodes } from './enterprise/errors.ts';
import { etlErrorCodes } from './etl/errors.ts';
import { filesErrorCodes } from './files/errors.ts';
import { formsErrorCodes } from './forms/errors.ts';
import { gatewayErrorCodes } from './gateway/errors.ts';
import { identityErrorCodes } from './identity/errors.ts';
import { iotErrorCodes } from './iot/errors.ts';
import { runErrorCodes } from './runs/errors.ts';
import { joiningErrorCodes } from './joining/errors.ts';
import { operationsErrorCodes } from './operations/errors.ts';
import { orchestrationErrorCodes } from './orchestration/errors.ts';
import { organizationErrorCodes } from './organization/errors.ts';
import { packagesErrorCodes } from './packages/errors.ts';
import { printingErrorCodes } from './printing/errors.ts';
import { profileErrorCodes } from './profile/errors.ts';
import { recordErrorCodes } from './records/errors.ts';
import { reviewErrorCodes } from './review/errors.ts';
import { rulesErrorCodes } from './rules/errors.ts';
import { schedulesErrorCodes } from './schedules/errors.ts';
import { viewsErrorCodes } from './views/errors.ts';
import { visitorsErrorCodes } from './visitors/errors.ts';
import { workflowErrorCodes } from './workflow/errors.ts';

/** Refusals of the platform itself. */
const platformErrorCodes = {
  'platform.invalid_input': 422,
  'platform.bad_body': 400,
  'platform.bad_request': 400,
  'platform.body_too_large': 413,
  'platform.not_signed_in': 401,
  'platform.forbidden': 403,
  'platform.wrong_origin': 403,
  'platform.wrong_host': 421,
  'platform.interface_not_found': 404,
  'platform.not_found': 404,
  'platform.conflict': 409,
  'platform.socket.too_many': 429,
  'platform.socket.too_many_topics': 429,
  'platform.busy': 503,
  'platform.no_database': 503,
  'platform.no_store': 503,
  'platform.restoring': 503,
  'platform.full': 507,
  'platform.too_many_requests': 429,
  'platform.internal': 500,
} as const;

/**
 * Every error code of the house, `module.thing.what`: its HTTP status. The code is also the key of its text in the `errors` dictionaries.
 * Each domain lists its own in `<domain>/errors.ts`.
 */
export const errorCodes = {
  ...platformErrorCodes,
  ...agentsErrorCodes,
  ...analyticsErrorCodes,
  ...assetsErrorCodes,
  ...basedataErrorCodes,
  ...connectionsErrorCodes,
  ...consoleErrorCodes,
  ...definitionsErrorCodes,
  ...developerErrorCodes,
  ...documentsErrorCodes,
  ...enterpriseErrorCodes,
  ...etlErrorCodes,
  ...filesErrorCodes,
  ...formsErrorCodes,
  ...gatewayErrorCodes,
  ...identityErrorCodes,
  ...iotErrorCodes,
  ...runErrorCodes,
  ...joiningErrorCodes,
  ...operationsErrorCodes,
  ...orchestrationErrorCodes,
  ...organizationErrorCodes,
  ...packagesErrorCodes,
  ...printingErrorCodes,
  ...profileErrorCodes,
  ...recordErrorCodes,
  ...reviewErrorCodes,
  ...rulesErrorCodes,
  ...schedulesErrorCodes,
  ...viewsErrorCodes,
  ...visitorsErrorCodes,
  ...workflowErrorCodes,
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
