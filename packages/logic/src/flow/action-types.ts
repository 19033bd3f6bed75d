import { any, boolean, type FeelType, listOf, nothing, number, string } from '@formwork/feel/types.ts';

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** What comes of an action, from the JSON schema of its answer: what nodes behind it read is checked and offered. */
export function typeOfShape(shape: unknown): FeelType {
  const { type, properties, items } = (shape ?? {}) as Shape;
  switch (type) {
    case 'number':
    case 'integer':
      return number;
    case 'string':
      return string;
    case 'boolean':
      return boolean;
    case 'null':
      return nothing;
    case 'array':
      return listOf(items ? typeOfShape(items) : any);
    case 'object': {
      if (!properties) return any;
      const fields = Object.entries(properties).map(([name, part]) => [name, typeOfShape(part)] as const);
      return { kind: 'context', fields: Object.fromEntries(fields) };
    }
    default:
      return any;
  }
}
