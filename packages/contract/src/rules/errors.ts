/** Refusals of rules, and why one failed; see `errorCodes`. */
export const rulesErrorCodes = {
  /** A rule refuses what was to be saved; its text says why. */
  'rules.refused': 422,
  'rules.rule.not_found': 404,
  'rules.trace.not_found': 404,
  'rules.rule.no_call': 409,
  'rules.rule.no_button': 409,
  /** Before and behind saves, and as the system, rules change what everybody does. */
  'rules.rule.binds_all': 403,
  'rules.rule.no_form': 403,
  'rules.loop': 409,
  'rules.too_long': 409,
  'rules.too_much_work': 409,
  'rules.too_many_records': 409,
  'rules.author_gone': 409,
  'rules.no_person': 409,
  'rules.no_sight': 403,
  'rules.not_ready': 409,
  'rules.script_failed': 409,
  'rules.action_missing': 409,
  'rules.table.no_workbook': 422,
} as const;
