import { blankDefinition, type FormDefinition } from '../forms/definition.ts';
import { isEmptyValue, type FieldValue } from '../forms/values/value.ts';
import { mainTypes, type CompileExpression, type ExpressionProblem, type ExpressionType } from './expressions.ts';

/** The record that a button stands on, as its expressions read it. */
export interface ButtonRecord {
  id: string;
  valueOf: (field: string) => FieldValue | undefined;
}

export interface ButtonExpression {
  /** Names it reads. */
  references: readonly string[];
  run(record: ButtonRecord | undefined, context: { userId: string; now: Date; timeZone: string }): unknown;
  /** Fields it reads that are empty in the record. */
  missing(record: ButtonRecord | undefined): string[];
}

/** What a condition says of a button: whether it is there, or what is missing to say so. */
export type ButtonAnswer = boolean | { missing: readonly string[] };

/** A button whose condition cannot be decided is not to be pressed, and says why; one whose condition is broken is not there. */
export function buttonAnswer(
  expression: ButtonExpression | undefined,
  record: ButtonRecord | undefined,
  context: { userId: string; now: Date; timeZone: string },
): ButtonAnswer {
  const found = expression?.run(record, context);
  if (typeof found === 'boolean') return found;
  const missing = expression?.missing(record) ?? [];
  return missing.length > 0 && { missing };
}

/**
 * What expressions of buttons may read: the main table's fields, those of every record, the person, and `recordId`. Slave
 * rows are left out: a list of records has none, and a button says the same there as on the record's page.
 */
export function buttonTypes(definition: FormDefinition | undefined): Record<string, ExpressionType> {
  return { ...mainTypes({ ...(definition ?? blankDefinition({ zh: '' })), tables: [] }), recordId: { kind: 'string' } };
}

/** The definition as an editor of such expressions offers it. */
export function readableByButtons(definition: FormDefinition | undefined): FormDefinition {
  return { ...(definition ?? blankDefinition({ zh: '' })), tables: [] };
}

export function compileButton(
  text: string,
  definition: FormDefinition | undefined,
  compile: CompileExpression,
): ButtonExpression | { problems: readonly ExpressionProblem[] } {
  const compiled = compile(text, buttonTypes(definition));
  if (!compiled.ok) return { problems: compiled.problems };
  const { references } = compiled;
  return {
    references,
    missing: (record) =>
      references.filter(
        (name) => name !== 'user' && name !== 'recordId' && isEmptyValue(record?.valueOf(name) ?? null),
      ),
    run(record, { userId, now, timeZone }) {
      const input: Record<string, unknown> = {};
      for (const name of references)
        input[name] =
          name === 'user'
            ? { id: userId }
            : name === 'recordId'
              ? (record?.id ?? null)
              : (record?.valueOf(name) ?? null);
      return compiled.run(input, { now: now.getTime(), zone: timeZone });
    },
  };
}

export function isButtonExpression(compiled: ReturnType<typeof compileButton>): compiled is ButtonExpression {
  return 'run' in compiled;
}
