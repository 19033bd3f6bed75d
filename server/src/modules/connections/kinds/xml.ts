import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, trimValues: false, ignoreAttributes: true });

/** An answer in XML: prefixes of names are left out, an element that is there once is a list of one. */
export interface XmlElement {
  all(name: string): XmlElement[];
  /** Empty where there is none. */
  text(name: string): string;
  has(name: string): boolean;
}

/** Below its root; what is no XML has nothing in it. */
export function xmlOf(text: string): XmlElement {
  const parsed = parser.parse(text) as Record<string, unknown>;
  const root = Object.entries(parsed).find(([name]) => !name.startsWith('?'));
  return elementOf(root?.[1]);
}

function elementOf(value: unknown): XmlElement {
  const of = (name: string): unknown[] => {
    const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  };
  return {
    all: (name) => of(name).map(elementOf),
    text: (name) => {
      const [first] = of(name);
      return typeof first === 'string' ? first : '';
    },
    has: (name) => of(name).length > 0,
  };
}
