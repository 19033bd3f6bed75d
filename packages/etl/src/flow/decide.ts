import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { compile, type Compiled, type Refused } from '@formwork/feel/compile.ts';
import { parameterFeelTypes } from '../parameters.ts';
import { boolean, date, number, type FeelType } from '@formwork/feel/types.ts';

/** What a decision may read: the parameters by their names, the day, and what ran just before it. */
export const decisionTypes = (
  parameters: readonly Pick<EtlParameter, 'name' | 'type'>[],
): Record<string, FeelType> => ({
  ...Object.fromEntries(parameters.map(({ name, type }) => [name, parameterFeelTypes[type]])),
  day: date,
  read: number,
  written: number,
  rejected: number,
  failed: boolean,
});

export function compileDecision(
  expression: string,
  parameters: readonly Pick<EtlParameter, 'name' | 'type'>[],
): Compiled | Refused {
  return compile(expression, { types: decisionTypes(parameters) });
}
