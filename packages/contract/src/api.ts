import { identityApi } from './identity/api.ts';
import { operationsApi } from './operations/api.ts';
import { workflowApi } from './workflow/api.ts';

/** Every endpoint of the platform by module; the server routes them, OpenAPI and the tests list them. */
export const api = {
  identity: identityApi,
  operations: operationsApi,
  workflow: workflowApi,
};
