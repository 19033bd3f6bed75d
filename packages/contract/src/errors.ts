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
  'identity.session.address_not_allowed': 403,
  'identity.session.not_found': 404,
  'identity.account.disabled': 403,
  'identity.code.wrong': 422,
  'identity.ticket.expired': 410,
  'identity.phone.bound': 409,
  'identity.phone.none': 409,
  'identity.phone.second_step': 409,
  'identity.email.bound': 409,
  'identity.two_step.required': 409,
  'identity.two_step.not_begun': 409,
  'identity.provider.not_configured': 404,
  'identity.provider.failed': 400,
  'identity.provider.other_browser': 400,
  'identity.provider.bound': 409,
  'identity.policy.bad_range': 422,
  'identity.policy.excludes_you': 422,
  'identity.password.wrong_current': 422,
  'identity.password.too_short': 422,
  'identity.password.too_weak': 422,
  'identity.password.too_few_kinds': 422,
  'identity.password.grade_too_low': 422,
  'identity.password.names_you': 422,
  'identity.password.used_before': 422,
  'identity.password.same_as_old': 422,
  'identity.space.not_a_member': 404,
  'identity.account.login_taken': 409,
  'identity.space.credit_code_taken': 409,
  'identity.space.suspended': 403,
  'identity.space.expired': 403,

  // operations
  'operations.customer.not_found': 404,
  'operations.customer.expires_in_past': 422,
  'operations.provider.not_found': 422,

  // joining
  'joining.credit_code_wrong': 422,
  'joining.person_missing': 422,
  'joining.not_a_phone': 422,
  'joining.not_an_email': 422,
  'joining.enterprise.not_found': 404,
  'joining.member_already': 409,
  'joining.request.waiting_already': 409,
  'joining.request.not_found': 404,
  'joining.request.decided': 409,
  'joining.invitation.not_found': 404,
  'joining.invitation.used_up': 409,

  // agents
  'agents.not_agent': 403,
  'agents.out_of_scope': 403,
  'agents.delegation.not_found': 404,
  'agents.delegation.wrong': 422,
  'agents.delegation.holds': 409,

  // developer
  'developer.token_wrong': 401,
  'developer.reason_too_long': 422,
  'developer.under_review_already': 409,
  'developer.approved_already': 409,
  'developer.not_approved': 409,
  'developer.no_token_to_issue': 409,
  'developer.application_not_found': 404,
  'developer.decided_already': 409,

  // profile
  'profile.invalid': 422,
  'profile.picture_wrong_type': 422,
  'profile.picture_too_large': 422,
  'profile.picture_too_few_pixels': 422,
  'profile.picture_not_cropped': 422,

  // forms
  'forms.system.person_not_found': 422,
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
  'forms.permission.bad_condition': 422,

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

  // enterprise
  'enterprise.file.wrong_type': 422,
  'enterprise.file.too_large': 422,
  'enterprise.file.taken': 422,

  // review
  'review.change.prepared': 202,
  'review.change.not_found': 404,
  'review.change.no_password': 404,
  'review.change.decided': 409,
  'review.change.preparer_gone': 409,
  'review.separation.people_missing': 409,
  'review.separation.auditor_changes_nothing': 403,
  'review.separation.password_of_officer': 403,
  'review.separation.place_needs_review': 403,

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
  'organization.department.too_deep': 409,
  'organization.department.virtual_main': 409,
  'organization.department.other_kind': 409,
  'organization.person.not_found': 404,
  'organization.person.disabled': 409,
  'organization.person.own_account': 409,
  'organization.person.last_administrator': 409,
  'organization.person.superior_circle': 409,
  'organization.person.other_home': 403,
  'organization.person.twice_in_department': 409,
  'organization.person.hand_over_to_self': 409,
  'organization.import.not_found': 404,
  'organization.import.started': 409,
  'organization.import.no_login_column': 422,
  'organization.import.wrong_cell': 422,
  'organization.import.login_twice': 409,
  'organization.import.no_name': 422,
  'organization.import.no_superior': 404,
  'organization.import.taken': 409,
  'organization.post.not_found': 404,
  'organization.post.name_taken': 409,
  'organization.post.disabled': 409,
  'organization.post.in_use': 409,
  'organization.grade.not_found': 404,
  'organization.grade.name_taken': 409,
  'organization.supplier.not_found': 404,
  'organization.supplier.name_taken': 409,
  'organization.supplier.disabled': 409,
  'organization.supplier.in_use': 409,
  'organization.group.not_found': 404,
  'organization.group.name_taken': 409,
  'organization.group.public_by_administrators': 403,
  'organization.role.not_found': 404,
  'organization.console.nobody_left': 409,
  'organization.role_group.not_found': 404,
  'organization.role_group.name_taken': 409,
  'organization.page.not_found': 404,
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
