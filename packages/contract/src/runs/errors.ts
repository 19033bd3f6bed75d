/** Refusals of the module runs; see `errorCodes`. */
export const runErrorCodes = {
  'runs.run.not_found': 404,
  'runs.run.not_rerun': 409,
  'runs.run.not_failed': 409,
} as const;
