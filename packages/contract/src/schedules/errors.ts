/** Refusals of schedules. */
export const schedulesErrorCodes = {
  'schedules.kind.not_found': 404,
  'schedules.schedule.not_found': 404,
  'schedules.schedule.changed_meanwhile': 409,
  'schedules.timing.bad_cron': 422,
  'schedules.timing.never': 422,
} as const;
