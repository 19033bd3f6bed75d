import { diff } from '@formwork/contract/definitions/diff.ts';
import type { Op } from '@formwork/contract/definitions/ops.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { inputError } from '../../platform/http/http.ts';

/** A body as it may be stored: put right, and as the kind's schema reads it. 422 names what does not hold. */
export function readBody(kind: AnyDefinitionKind, draft: unknown): unknown {
  // rules of a whole hold for what has the shape of one
  const first = parsed(kind, draft);
  const right: unknown = kind.settle(first);
  return right === first ? first : parsed(kind, right);
}

/** What changed documents come to: `also` are the operations by which it differs from what was sent. */
export function settled(kind: AnyDefinitionKind, changed: unknown): { body: unknown; also: Op[] } {
  const body = readBody(kind, changed);
  return { body, also: diff(changed, body) };
}

function parsed(kind: AnyDefinitionKind, value: unknown): unknown {
  const result = kind.schema.safeParse(value);
  if (!result.success) {
    const { fields } = inputError(result.error);
    throw new AppError('definitions.draft.invalid', undefined, fields);
  }
  // the database keeps no such sign in JSON
  if (JSON.stringify(result.data).includes('\\u0000'))
    throw invalid('definitions.draft.invalid', [{ path: '', code: 'input.custom' }]);
  return result.data;
}
