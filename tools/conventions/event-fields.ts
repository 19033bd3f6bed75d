import { parseSync } from '@swc/core';
import { isTest, type Source, sources } from './sources.ts';

/** A part of a parsed file, as far as it is looked at here. */
interface Part {
  type: string;
  value?: unknown;
  callee?: Part;
  property?: Part;
  key?: Part;
  arguments?: { expression: Part }[] | Part;
  properties?: Part[];
  expression?: Part;
  consequent?: Part;
  alternate?: Part;
  right?: Part;
}

/**
 * What is written into the event log is read by auditors: each field of an event has its name. Data that comes from
 * elsewhere is not seen here; the servers of tests look at what was written (`server/src/testing/event-names.ts`).
 */
export function eventFieldProblems(named: (key: string) => boolean): string[] {
  const files = sources('server/src/**/*.ts').filter(
    ({ file, text }) => !isTest(file) && /\brecord\(|\.event\(/.test(text),
  );
  return files.flatMap((source) =>
    [...fieldsIn(source)]
      .filter((field) => !named(`audit.field.${field}`))
      .map((field) => `${source.file}: the field ${field} of an event has no name (audit.field.${field})`),
  );
}

function fieldsIn({ text }: Source): Set<string> {
  const fields = new Set<string>();
  look(parseSync(text, { syntax: 'typescript', target: 'esnext' }).body, fields);
  return fields;
}

function look(part: unknown, fields: Set<string>): void {
  if (part === null || typeof part !== 'object') return;
  if (!Array.isArray(part) && (part as Part).type === 'CallExpression') addData(part as Part, fields);
  for (const inner of Object.values(part)) look(inner, fields);
}

/** `record(ctx, type, data)` and `tx.event(type, subject, data)`: the data comes last. */
function addData({ callee, arguments: given }: Part, fields: Set<string>): void {
  const writes =
    callee?.value === 'record' || (callee?.type === 'MemberExpression' && callee.property?.value === 'event');
  if (writes && Array.isArray(given) && given.length === 3) addFields(given[2]!.expression, fields);
}

function addFields(data: Part | undefined, fields: Set<string>): void {
  if (!data) return;
  for (const property of data.properties ?? []) {
    if (property.type === 'SpreadElement') addFields(property.arguments as Part, fields);
    else fields.add(String(property.type === 'Identifier' ? property.value : property.key?.value));
  }
  // ...(known && { field }), ...(known ? { field } : {})
  for (const inner of [data.expression, data.consequent, data.alternate, data.right]) addFields(inner, fields);
}
