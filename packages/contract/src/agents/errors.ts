/** Refusals of the module agents; see `errorCodes`. */
export const agentsErrorCodes = {
  'agents.not_agent': 403,
  'agents.out_of_scope': 403,
  'agents.delegation.not_found': 404,
  'agents.delegation.wrong': 422,
  'agents.delegation.holds': 409,
} as const;
