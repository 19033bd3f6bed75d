import { childNamed, childrenNamed, parseXml, type XmlElement } from '../dmn/xml.ts';
import { parseNumber } from '../number.ts';
import { parseDate, parseDateTime, parseDaysDuration, parseMonthsDuration, parseTime } from '../temporal.ts';
import { plainName } from '../types.ts';
import type { Val } from '../values.ts';

/** A file of the kit: cases for one model. */
export interface CaseFile {
  readonly modelName: string;
  readonly cases: readonly Case[];
}

interface Case {
  readonly id: string;
  /** The service to ask instead of single decisions. */
  readonly service: string | undefined;
  readonly inputs: ReadonlyMap<string, Val>;
  readonly results: readonly Expected[];
}

export interface Expected {
  readonly decision: string;
  readonly value: Val;
  /** The case is about an error, which shows as null. */
  readonly error: boolean;
}

export function readCases(text: string): CaseFile {
  const root = parseXml(text);
  return {
    modelName: childNamed(root, 'modelName')?.text.trim() ?? '',
    cases: childrenNamed(root, 'testCase').map((element) => ({
      id: element.attributes.id ?? '',
      service: element.attributes.type === 'decisionService' ? element.attributes.invocableName : undefined,
      inputs: new Map(childrenNamed(element, 'inputNode').map((input) => [inputName(input), readValue(input)])),
      results: childrenNamed(element, 'resultNode').map((result) => ({
        decision: result.attributes.name ?? '',
        value: readValue(childNamed(result, 'expected')),
        error: result.attributes.errorResult === 'true',
      })),
    })),
  };
}

const inputName = ({ attributes: { name = '', namespace } }: XmlElement): string =>
  namespace === undefined ? name : `${namespace}#${name}`;

function readValue(element: XmlElement | undefined): Val {
  const simple = element && childNamed(element, 'value');
  if (simple)
    return simple.attributes.nil === 'true' ? null : readSimple(simple.text, simple.attributes.type ?? 'string');
  const list = element && childNamed(element, 'list');
  if (list) return list.attributes.nil === 'true' ? null : childrenNamed(list, 'item').map(readValue);
  const components = element ? childrenNamed(element, 'component') : [];
  return components.length === 0
    ? null
    : new Map(
        components.map((part) => [
          plainName(part.attributes.name ?? ''),
          part.attributes.nil === 'true' ? null : readValue(part),
        ]),
      );
}

function readSimple(text: string, type: string): Val {
  const name = type.slice(type.indexOf(':') + 1);
  const reader = readers[name];
  if (!reader) throw new Error(`values of type ${type} are not known`);
  const value = reader(name === 'string' ? text : text.trim());
  if (value === null) throw new Error(`${text} is no ${type}`);
  return value;
}

const readers: Readonly<Record<string, (text: string) => Val>> = {
  string: (text) => text,
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  decimal: parseNumber,
  double: parseNumber,
  date: parseDate,
  time: parseTime,
  dateTime: parseDateTime,
  duration: (text) => parseMonthsDuration(text) ?? parseDaysDuration(text),
};
