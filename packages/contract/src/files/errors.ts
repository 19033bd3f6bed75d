/** Refusals of the module files; see `errorCodes`. */
export const filesErrorCodes = {
  'files.file.not_found': 404,
  'files.file.too_large': 413,
  'files.file.too_many': 422,
  'files.file.empty_name': 422,
  'files.file.none': 422,
  'files.file.attached': 409,
  'files.file.infected': 422,
  'files.file.not_scanned': 503,
  'files.file.too_large_to_scan': 413,
  'files.file.no_thumbnail': 404,
  'files.upload.not_found': 404,
  'files.upload.out_of_place': 409,
  'files.upload.incomplete': 409,
  'files.ticket.expired': 410,
} as const;
