import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { schemaFailure } from '../../gateway/policies/schema.ts';
import { answering } from '../../platform/threads/answering.ts';
import { readDescription } from './openapi-in.ts';
import { patched, servedDocument, type KeptDescription } from './openapi-out.ts';

interface ToServe {
  name: string;
  body: GatewayApi;
  address: string;
  kept: KeptDescription;
}

const works = {
  read: readDescription,
  patch: ({ kept, body }: { kept: KeptDescription; body: GatewayApi }) =>
    patched(kept.body, kept.format, kept.operations, body),
  // a text crosses at once, a tree of as many parts would hold up who gets it
  serve: ({ name, body, address, kept }: ToServe) => JSON.stringify(servedDocument(name, body, address, kept)),
  failures: (schemas: readonly string[]) => schemas.map(schemaFailure),
};
export type LongTextWorks = typeof works;

answering(works);
