/** Refusals of the module profile; see `errorCodes`. */
export const profileErrorCodes = {
  'profile.invalid': 422,
  'profile.picture_wrong_type': 422,
  'profile.picture_too_large': 422,
  'profile.picture_too_few_pixels': 422,
  'profile.picture_not_cropped': 422,
} as const;
