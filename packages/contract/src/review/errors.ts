/** Refusals of the module review; see `errorCodes`. */
export const reviewErrorCodes = {
  'review.change.prepared': 202,
  'review.change.not_found': 404,
  'review.change.no_password': 404,
  'review.change.decided': 409,
  'review.change.preparer_gone': 409,
  'review.separation.people_missing': 409,
  'review.separation.auditor_changes_nothing': 403,
  'review.separation.password_of_officer': 403,
  'review.separation.place_needs_review': 403,
  'review.separation.trustee_of_officer': 403,
} as const;
