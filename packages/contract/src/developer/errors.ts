/** Refusals of the module developer; see `errorCodes`. */
export const developerErrorCodes = {
  'developer.token_wrong': 401,
  'developer.token_expired': 401,
  'developer.token_not_here': 403,
  'developer.reason_too_long': 422,
  'developer.under_review_already': 409,
  'developer.approved_already': 409,
  'developer.not_approved': 409,
  'developer.no_token_to_issue': 409,
  'developer.application_not_found': 404,
  'developer.decided_already': 409,
} as const;
