import { numberOrNull } from '@formwork/contract/formats.ts';
import type { z } from 'zod';
import { inputShape, type Json } from './input-shape.ts';

/**
 * Form-encoded bodies and query strings carry only text. The returned function turns text into what a schema expects:
 * numbers by the number rule, flags by the truthy rule. What does not fit is left as it is, for the schema to refuse.
 */
export function looseReader(schema: z.ZodType): (value: unknown) => unknown {
  let root: Json;
  let textOnly: boolean | undefined;
  return (value) => {
    if (textOnly === undefined) {
      root = inputShape(schema);
      textOnly = isTextOnly(root);
    }
    return textOnly ? value : read(root, value);
  };

  function read(at: Json, value: unknown): unknown {
    const known = at.$ref ? resolve(at.$ref) : at;
    if (Array.isArray(value)) return known.items ? value.map((item) => read(known.items!, item)) : value;
    if (value !== null && typeof value === 'object') return readObject(known, value as Record<string, unknown>);
    if (typeof value !== 'string') return value;
    const options =
      known.anyOf ??
      known.oneOf ??
      known.allOf ??
      (Array.isArray(known.type) ? known.type.map((type) => ({ ...known, type })) : undefined);
    if (options) return readOption(options, value);
    return readText(known, value);
  }

  function readObject(at: Json, value: Record<string, unknown>): unknown {
    const shape = at.properties
      ? at
      : (at.anyOf ?? at.oneOf ?? at.allOf ?? []).find((option) => option.properties ?? option.$ref);
    if (!shape) return value;
    const known = shape.$ref ? resolve(shape.$ref) : shape;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const property =
          known.properties?.[key] ??
          (typeof known.additionalProperties === 'object' ? known.additionalProperties : undefined);
        return [key, property ? read(property, inner) : inner];
      }),
    );
  }

  /** The first option that is not text and can read it wins; text stays text when an option allows it. */
  function readOption(options: Json[], value: string): unknown {
    const nullable = options.some((option) => option.type === 'null');
    if (value === '' && nullable) return null;
    if (options.some((option) => option.type === 'string' && isChoice(option, value))) return value;
    for (const option of options) {
      const result = read(option, value);
      if (result !== value) return result;
    }
    return value;
  }

  function readText(at: Json, value: string): unknown {
    if (at.type === 'number' || at.type === 'integer') return numberOrNull(value) ?? value;
    if (at.type === 'boolean')
      return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
    if (at.type === 'array') return value === '' ? [] : [at.items ? read(at.items, value) : value];
    return value;
  }

  function resolve(ref: string): Json {
    return ref === '#' ? root : (root.$defs?.[ref.split('/').at(-1)!] ?? {});
  }
}

/** A fixed text is the text alone. */
function isChoice({ const: only, enum: among }: Json, value: string): boolean {
  return among ? among.includes(value) : only === undefined || only === value;
}

/** Texts alone, as in most addresses: nothing to turn into anything. */
function isTextOnly(json: Json): boolean {
  const properties = Object.values(json.properties ?? {});
  return (
    json.type === 'object' &&
    json.properties !== undefined &&
    typeof json.additionalProperties !== 'object' &&
    properties.every(({ type }) => type === 'string')
  );
}
