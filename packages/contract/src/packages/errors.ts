/** Refusals of packages; see `errorCodes`. */
export const packagesErrorCodes = {
  'packages.file.none': 422,
  'packages.file.broken': 422,
  'packages.file.changed': 422,
  'packages.file.too_large': 413,
  'packages.file.newer': 422,
  'packages.app.not_found': 404,
  'packages.app.files_only': 422,
  'packages.install.not_found': 404,
  'packages.install.not_planned': 409,
  'packages.install.not_the_last': 409,
  'packages.install.busy': 409,
  'packages.part.invalid': 422,
  'packages.part.to_be_set': 422,
  'packages.part.gone': 409,
  'packages.part.unknown_kind': 422,
} as const;
