/** Refusals of charts and dashboards; see `errorCodes`. */
export const analyticsErrorCodes = {
  'analytics.chart.no_form': 422,
  'analytics.chart.gone': 404,
  'analytics.dashboard.gone': 404,
  'analytics.dashboard.empty': 422,
  'analytics.panel.gone': 404,
  /** The person has no right on the records that a chart is of. */
  'analytics.no_right': 403,
  'analytics.chart.incomplete': 422,
  /** A field of the chart is gone, or hidden from the person: both are told alike. */
  'analytics.field_unseen': 403,
  'analytics.screen.gone': 404,
  'analytics.screen.empty': 422,
  'analytics.element.gone': 404,
  'analytics.element.no_chart': 422,
  'analytics.element.no_filter': 422,
  'analytics.filter.gone': 404,
  'analytics.calc.wrong': 422,
  'analytics.picks.wrong': 422,
  'analytics.picture.failed': 503,
  'analytics.subscription.gone': 404,
  /** Others are told by those alone who may change the chart or dashboard. */
  'analytics.told.others': 403,
  'analytics.told.nobody': 404,
  'analytics.subscription.same': 409,
  'analytics.send.which': 422,
  'analytics.alert.same': 409,
  'analytics.alert.gone': 404,
  'analytics.alert.no_figure': 422,
  'analytics.alert.bounds': 422,
  'analytics.embed.gone': 404,
  'analytics.embed.bad_end': 422,
  /** A fixed filter narrows none of its charts, or a chart is of something that came later. */
  'analytics.embed.other_source': 422,
  /** A filter or a kind of file that the token does not offer, or that the thing does not have. */
  'analytics.embed.not_offered': 422,
  /** A viewer set a filter to what its field cannot hold. */
  'analytics.embed.value_wrong': 422,
  'analytics.set.gone': 404,
  'analytics.set.no_source': 422,
  'analytics.set.no_fields': 422,
  'analytics.set.no_parameter': 422,
  'analytics.set.bad_parameter': 422,
  'analytics.map.file_gone': 404,
  'analytics.map.no_geojson': 422,
  'analytics.map.no_names': 422,
  'analytics.map.no_regions': 422,
  'analytics.map.too_large': 422,
  'analytics.set.file_gone': 404,
  'analytics.set.file_kind': 422,
  /** Its source could not be read; why is told to those who may change it. */
  'analytics.set.unread': 409,
  /** A data set of a chart of a data set of a chart. */
  'analytics.set.circle': 422,
  'analytics.set.rule_field_gone': 422,
  /** So many rows are not joined: a figure of some of them would be wrong. */
  'analytics.set.too_many': 422,
  /** The other side answered, but no rows. */
  'analytics.set.api_status': 422,
  'analytics.set.api_no_json': 422,
  'analytics.set.api_no_rows': 422,
  'analytics.set.join_gone': 422,
  'analytics.set.calc_wrong': 422,
  'analytics.set.grows_gone': 422,
  'analytics.set.hierarchy_gone': 422,
  'analytics.set.hierarchy_short': 422,
} as const;
