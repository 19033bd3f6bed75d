import { z } from 'zod';

/** A schema as it reads in JSON. */
export type Json = {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  $ref?: string;
  $defs?: Record<string, Json>;
};

const shapes = new WeakMap<z.ZodType, Json>();

/** What a schema expects. Worked out when it is first asked for and once in a process: of all endpoints together it is a large part of a second. */
export function inputShape(schema: z.ZodType): Json {
  let shape = shapes.get(schema);
  if (!shape) shapes.set(schema, (shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json));
  return shape;
}
