/** Refusals of the module views; see `errorCodes`. */
export const viewsErrorCodes = {
  'views.view.not_found': 404,
  'views.view.changed': 409,
  'views.view.not_yours': 403,
  'views.view.category_refused': 403,
  'views.view.incomplete': 422,
} as const;
