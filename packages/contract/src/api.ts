import { identityApi } from './identity/api.ts';

/** Every endpoint of the platform by module; the server routes them, OpenAPI and the tests list them. */
export const api = {
  identity: identityApi,
};
