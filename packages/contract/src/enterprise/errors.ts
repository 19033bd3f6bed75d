/** Refusals of the module enterprise; see `errorCodes`. */
export const enterpriseErrorCodes = {
  'enterprise.file.wrong_type': 422,
  'enterprise.file.too_large': 422,
  'enterprise.file.taken': 422,
  /** Something of the style sheet is not allowed; the page says what and where. */
  'enterprise.style.refused': 422,
  'enterprise.style.not_found': 404,
} as const;
