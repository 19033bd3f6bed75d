/** Refusals of the module enterprise; see `errorCodes`. */
export const enterpriseErrorCodes = {
  'enterprise.file.wrong_type': 422,
  'enterprise.file.too_large': 422,
  'enterprise.file.taken': 422,
} as const;
