import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { structuralProblems, type Problem } from '@formwork/contract/forms/problems.ts';
import { compileLogic } from '@formwork/contract/records/logic.ts';
import { compileFeel } from './feel.ts';

/** Everything that is wrong with a definition, its expressions included. */
export function definitionProblems(definition: FormDefinition): Problem[] {
  return [...structuralProblems(definition), ...compileLogic(definition, compileFeel).problems];
}
