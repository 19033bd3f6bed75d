import { formsApi } from './forms/api.ts';
import { filesApi } from './files/api.ts';
import { identityApi } from './identity/api.ts';
import { jobsApi } from './jobs/api.ts';
import { operationsApi } from './operations/api.ts';
import { organizationApi } from './organization/api.ts';
import { recordsApi } from './records/api.ts';
import { workflowApi } from './workflow/api.ts';

/** Every endpoint of the platform by module; the server routes them, OpenAPI and the tests list them. */
export const api = {
  forms: formsApi,
  files: filesApi,
  identity: identityApi,
  jobs: jobsApi,
  operations: operationsApi,
  organization: organizationApi,
  records: recordsApi,
  workflow: workflowApi,
};
