import { commentsIn } from './marks.ts';
import { parseXml, type XmlElement } from '@formwork/feel/dmn/xml.ts';

/**
 * What one BPMN text says and another does not, read by a parser that knows nothing of BPMN: elements and attributes
 * with their namespaces, comments, texts without the space around them, numbers by value. Elements of one name keep their order,
 * because points of a line do; the order among different names and the letters of prefixes mean nothing.
 */
export function differences(before: string, after: string): string[] {
  const found: string[] = [];
  compare(parseXml(before), parseXml(after), '', found);
  const left = commentsIn(after);
  for (const comment of commentsIn(before)) {
    const at = left.indexOf(comment);
    if (at < 0) found.push(`comment: "${comment.trim().slice(0, 60)}" is gone`);
    else left.splice(at, 1);
  }
  return found;
}

/** Attributes that say what BPMN says anyway when they are not there. */
const defaults: Readonly<Record<string, string>> = {
  isForCompensation: 'false',
  startQuantity: '1',
  completionQuantity: '1',
  isInterrupting: 'true',
  cancelActivity: 'true',
  parallelMultiple: 'false',
  triggeredByEvent: 'false',
  isExecutable: 'false',
  isClosed: 'false',
  processType: 'None',
  gatewayDirection: 'Unspecified',
  isCollection: 'false',
  isMarkerVisible: 'false',
  associationDirection: 'None',
  instantiate: 'false',
  isUnlimited: 'true',
  isSequential: 'false',
  behavior: 'All',
  testBefore: 'false',
  implementation: '##unspecified',
  expressionLanguage: 'http://www.w3.org/1999/XPath',
  typeLanguage: 'http://www.w3.org/2001/XMLSchema',
  itemKind: 'Information',
  mustUnderstand: 'false',
  minimum: '0',
  maximum: '1',
  waitForCompletion: 'true',
  cancelRemainingInstances: 'true',
  ordering: 'Parallel',
  method: '##Compensate',
  textFormat: 'text/plain',
  isBold: 'false',
  isItalic: 'false',
  isUnderline: 'false',
  isStrikeThrough: 'false',
  eventGatewayType: 'Exclusive',
  isImmediate: 'true',
  strategy: '',
  resolution: '0',
};

function compare(one: XmlElement, other: XmlElement, path: string, found: string[]): void {
  const here = `${path}/${one.name}${one.attributes.id === undefined ? '' : `#${one.attributes.id}`}`;
  if (textOf(one) !== textOf(other))
    found.push(`${here}: text "${textOf(one).slice(0, 60)}" became "${textOf(other).slice(0, 60)}"`);
  const names = new Set([...Object.keys(one.qualified), ...Object.keys(other.qualified)]);
  for (const name of names) {
    if (name === 'xmlns' || name.endsWith('schemaLocation') || name === 'exporter' || name === 'exporterVersion')
      continue;
    const [a, b] = [valueOf(one, name), valueOf(other, name)];
    if (a !== b) found.push(`${here}@${name}: ${a ?? 'nothing'} became ${b ?? 'nothing'}`);
  }
  const groups = new Set([...one.children, ...other.children].map(nameOf));
  for (const group of groups) {
    const [own, theirs] = [one, other].map((element) => element.children.filter((child) => nameOf(child) === group));
    if (own!.length !== theirs!.length) found.push(`${here}: ${own!.length} ${group} became ${theirs!.length}`);
    else own!.forEach((child, at) => compare(child, theirs![at]!, here, found));
  }
}

const instanceType = '{http://www.w3.org/2001/XMLSchema-instance}type';

function valueOf(element: XmlElement, name: string): string | undefined {
  const value = element.qualified[name] ?? defaults[name];
  if (value === undefined) return undefined;
  // A prefix may be called otherwise; and what kind of thing a point or this expression is, its name says.
  if (name === instanceType)
    return element.name === 'waypoint' || nameOf(element).endsWith('}formalExpression')
      ? undefined
      : value.replace(/^[\w-]+:/, '');
  return /^-?\d+(\.\d+)?([eE]-?\d+)?$/.test(value) ? String(Number(value)) : value.replaceAll(/\s+/g, ' ');
}

function nameOf(element: XmlElement): string {
  // The standard lets `formalExpression` stand for an `expression` of that type.
  const name =
    element.name === 'expression' && element.attributes.type?.endsWith('tFormalExpression') === true
      ? 'formalExpression'
      : element.name;
  return `{${element.namespace}}${name}`;
}

function textOf(element: XmlElement): string {
  return element.text.replaceAll(/\s+/g, ' ').trim();
}
