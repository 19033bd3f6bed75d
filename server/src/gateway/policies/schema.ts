import { createHash } from 'node:crypto';
import { compileRegex } from '@formwork/feel/regex/regex.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface SchemaProblem {
  at: string;
  says: string;
}

export type SchemaCheck = (value: unknown) => SchemaProblem[];

/** Steps of one pattern over one text: a pattern that somebody wrote must not stop a process. */
const patternSteps = 200_000;

/**
 * JSON Schema (2020-12, and OpenAPI 3.0's manner of writing), or why it is none. Patterns run on our own engine, whose time is
 * bounded, and references lead nowhere outside.
 */
export function compileSchema(
  text: string,
): { check: SchemaCheck; failure?: undefined } | { check?: undefined; failure: string } {
  try {
    const schema = JSON.parse(text) as object;
    const validate = newAjv().compile(fromOpenApi(schema) as object);
    return {
      check(value) {
        if (validate(value)) return [];
        return (validate.errors ?? [])
          .slice(0, 10)
          .map(({ instancePath, message, params, keyword }) => ({
            at: instancePath,
            says:
              keyword === 'additionalProperties'
                ? `${message} (${String(params.additionalProperty)})`
                : (message ?? keyword),
          }));
      },
    };
  } catch (error) {
    return { failure: error instanceof Error ? error.message.slice(0, 200) : 'no schema' };
  }
}

const mostKept = 2_000;
const checks = new Map<string, SchemaCheck>();
const failures = new Map<string, string | undefined>();

/**
 * Compiled when the first body is held against it, once for all snapshots: the some hundred schemas of a public description take
 * seconds, in which a thread would answer nobody. What does not compile was refused before it was released.
 */
export function schemaCheck(text: string): SchemaCheck {
  return (value) => remembered(checks, text, () => compileSchema(text).check ?? (() => []))(value);
}

/** Why it is no schema. What was looked at is remembered: of all that an API has, one is changed at a time. */
export function schemaFailure(text: string): string | undefined {
  return remembered(failures, keyOf(text), () => compileSchema(text).failure);
}

export const isSchemaKnown = (text: string): boolean => failures.has(keyOf(text));

/** What another thread found. */
export function rememberFailure(text: string, failure: string | undefined): void {
  remembered(failures, keyOf(text), () => failure);
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function remembered<Value>(kept: Map<string, Value>, key: string, make: () => Value): Value {
  if (kept.has(key)) return kept.get(key)!;
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
  const made = make();
  kept.set(key, made);
  return made;
}

function newAjv(): Ajv2020 {
  const regExp = Object.assign((pattern: string) => boundedPattern(pattern), { code: 'undefined' });
  return new Ajv2020({ strict: false, allErrors: false, validateFormats: false, logger: false, code: { regExp } });
}

function boundedPattern(pattern: string): RegExp {
  const regex = compileRegex(pattern, { ignoreCase: false, dotAll: false, lines: false });
  if (!regex) throw new Error(`a pattern that cannot be read: ${pattern}`);
  // schemas know patterns by how they are written
  return {
    test: (text: string) => Array.isArray(regex.over(text, { left: patternSteps })(0)),
    toString: () => pattern,
  } as RegExp;
}

/** `nullable` and exclusive bounds as flags are of 3.0. */
function fromOpenApi(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(fromOpenApi);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = schema as Record<string, unknown>;
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, fromOpenApi(value)]),
  );
  if (nullable === true && typeof made.type === 'string') made.type = [made.type, 'null'];
  if (exclusiveMinimum === true) {
    made.exclusiveMinimum = made.minimum;
    delete made.minimum;
  } else if (typeof exclusiveMinimum === 'number') made.exclusiveMinimum = exclusiveMinimum;
  if (exclusiveMaximum === true) {
    made.exclusiveMaximum = made.maximum;
    delete made.maximum;
  } else if (typeof exclusiveMaximum === 'number') made.exclusiveMaximum = exclusiveMaximum;
  return made;
}
