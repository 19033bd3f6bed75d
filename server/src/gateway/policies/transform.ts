import { compile, type Compiled } from '@formwork/feel/compile.ts';
import { any, openContext } from '@formwork/feel/types.ts';
import type { Val } from '@formwork/feel/values.ts';

/** What expressions of an API read. */
export interface Readable {
  request: Val;
  body: Val;
  consumer: Val;
  api: Val;
  response: Val;
}

export type Transform = (readable: Readable) => Val;

const types = { request: openContext, body: any, consumer: openContext, api: openContext, response: openContext };

/** An expression of FEEL, or why it is none. */
export function compileTransform(
  text: string,
): { run: Transform; failure?: undefined } | { run?: undefined; failure: string } {
  const compiled = compile(text, { types, lenient: true });
  if (!compiled.ok) {
    const { code, from } = compiled.problems[0]!;
    return { failure: `${code} (${from + 1})` };
  }
  return { run: (readable) => runOf(compiled, readable) };
}

function runOf(compiled: Compiled, readable: Readable): Val {
  const values = new Map<string, Val>();
  for (const name of compiled.references) values.set(name, readable[name as keyof Readable] ?? null);
  return compiled.runOn(values).value;
}
