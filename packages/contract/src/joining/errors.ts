/** Refusals of the module joining; see `errorCodes`. */
export const joiningErrorCodes = {
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
} as const;
