/** Refusals around what is shown to visitors by link; see `errorCodes`. Those of every link are `records.link.*`. */
export const visitorsErrorCodes = {
  /** A kind of thing that no module shows to visitors. */
  'visitors.kind.not_found': 404,
  'visitors.view.no_columns': 422,
  /** A label that draws groups has no rows to show. */
  'visitors.view.no_rows': 422,
  'visitors.except.unknown': 422,
  /** Single records in a chart need the right to share all records of its form. */
  'visitors.chart.single_records': 403,
} as const;
