import type { GatewayApi, Operation } from '@formwork/contract/gateway/definition.ts';
import { schemaFailure } from '../../gateway/policies/schema.ts';

const longestTurnMs = 20;
const parts = ['requestSchema', 'responseSchema'] as const;

export type TellFailure = (operation: Operation, part: (typeof parts)[number], failure: string) => void;

/** What of an API is to be a schema. */
export const schemaTexts = (operations: GatewayApi['operations']): string[] =>
  operations.flatMap((operation) => parts.map((part) => operation[part])).filter((text) => text !== '');

/** Tells of each schema that is none, with room for others in between: to look at the hundreds of a public description takes seconds. */
export async function findFailures(operations: GatewayApi['operations'], tell: TellFailure): Promise<void> {
  let began = performance.now();
  for (const operation of operations)
    for (const part of parts) {
      if (operation[part] === '') continue;
      const failure = schemaFailure(operation[part]);
      if (failure !== undefined) tell(operation, part, failure);
      if (performance.now() - began < longestTurnMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      began = performance.now();
    }
}
