/** Refusals of the module documents; see `errorCodes`. */
export const documentsErrorCodes = {
  'documents.node.not_found': 404,
  'documents.node.no_right': 403,
  'documents.node.name_taken': 409,
  'documents.node.in_itself': 409,
  'documents.node.too_deep': 409,
  'documents.node.too_many': 409,
  'documents.version.not_found': 404,
} as const;
