/** Refusals of the module console; see `errorCodes`. */
export const consoleErrorCodes = {
  'console.elements.unknown': 422,
  'console.elements.changed': 409,
  'console.entry.not_found': 404,
  'console.entry.too_many': 409,
  'console.entry.too_many_tabs': 409,
  'console.entry.wrong_place': 409,
  'console.entry.stays_group': 422,
} as const;
