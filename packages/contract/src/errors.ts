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

  // forms
  'forms.system.not_found': 404,
  'forms.app.not_found': 404,
  'forms.form.not_found': 404,
  'forms.release.not_found': 404,
  'forms.draft.version_conflict': 409,
  'forms.release.problems': 422,
  'forms.release.loses_data': 409,
  'forms.release.unchanged': 409,
  'forms.release.busy': 503,
  'forms.release.values_not_unique': 409,

  // records
  'records.record.not_found': 404,
  'records.record.invalid': 422,
  'records.record.no_create': 403,
  'records.record.no_edit': 403,
  'records.record.no_delete': 403,
  'records.record.no_import': 403,
  'records.record.version_conflict': 409,
  'records.record.in_process': 409,
  'records.record.value_taken': 409,
  'records.list.bad_filter': 422,
  'records.list.bad_sort': 422,
  'records.list.bad_cursor': 422,
  'records.sheet.not_found': 404,
  'records.sheet.not_recognised': 422,
  'records.sheet.empty': 422,
  'records.sheet.no_file': 422,
  'records.sheet.bad_columns': 422,
  'records.import.not_found': 404,

  // jobs
  'jobs.job.not_found': 404,

  // files
  'files.file.not_found': 404,
  'files.file.too_large': 413,
  'files.file.too_many': 422,
  'files.file.empty_name': 422,
  'files.file.none': 422,
  'files.file.attached': 409,

  // organization
  'organization.department.not_found': 404,
  'organization.department.name_taken': 409,
  'organization.department.inside_itself': 409,
  'organization.department.not_empty': 409,
  'organization.department.disabled': 409,
  'organization.person.not_found': 404,
  'organization.person.disabled': 409,
  'organization.person.own_account': 409,
  'organization.person.last_administrator': 409,
  'organization.person.superior_circle': 409,
  'organization.person.other_home': 403,
  'organization.role.not_found': 404,
  'organization.role.name_taken': 409,

  // workflow
  'workflow.form.no_process': 409,
  'workflow.definition.stale': 409,
  'workflow.definition.has_problems': 422,
  'workflow.release.not_found': 404,
  'workflow.record.not_found': 404,
  'workflow.start.not_allowed': 403,
  'workflow.instance.not_found': 404,
  'workflow.instance.already_running': 409,
  'workflow.instance.not_processing': 409,
  'workflow.instance.not_interrupted': 409,
  'workflow.task.not_found': 404,
  'workflow.task.stale': 409,
  'workflow.task.not_returnable': 422,
  'workflow.task.not_retrievable': 409,
  'workflow.task.comment_required': 422,
  'workflow.task.signature_required': 422,
  'workflow.task.action_not_offered': 403,
  'workflow.task.already_signer': 422,
  'workflow.person.not_found': 422,
  'workflow.executor.nobody': 422,
  'workflow.executor.choose': 422,
  'workflow.graph.endless': 409,
  'workflow.urge.too_soon': 429,
  'workflow.command.reused': 409,
  'workflow.copy.not_found': 404,
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
