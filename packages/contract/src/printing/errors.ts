/** Refusals of the module printing; see `errorCodes`. */
export const printingErrorCodes = {
  'printing.record.no_print': 403,
  'printing.template.not_found': 404,
  'printing.template.changed': 409,
  'printing.batch.nothing': 422,
  'printing.code.failed': 422,
  'printing.code.no_data': 422,
} as const;
