import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { structuralProblems, type Problem } from '@formwork/contract/forms/problems.ts';

/** Everything that is wrong with a definition. */
export function definitionProblems(definition: FormDefinition): Problem[] {
  return structuralProblems(definition);
}
