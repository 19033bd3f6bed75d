import type { FormDefinition, LayoutItem, Section } from '../forms/definition.ts';
import { layoutItemId } from '../forms/layout-blocks.ts';
import type { TabGroup } from '../forms/layout-parts.ts';
import type { CompiledExpression } from './expressions.ts';
import type { LogicContext, WorkingRecord } from './logic.ts';

/** What expressions say about parts of the layout: sections, groups of tabs, and what stands in them. */
export interface LayoutLogic {
  /** Whether the part itself is not shown now. */
  hides(part: string, record: WorkingRecord, context: LogicContext): boolean;
  /** Whether a field or slave table is out of sight: its own place, its section or its group is hidden. */
  hidesContent(id: string, record: WorkingRecord, context: LogicContext): boolean;
  /** What an expression of the part says now; undefined where there is none, or where it reads what is not known here. */
  valueOf(part: string, property: string, record: WorkingRecord, context: LogicContext): unknown;
  /** What a condition of the part says now, or what is missing to say so; false where there is none. */
  decides(
    part: string,
    property: string,
    record: WorkingRecord,
    context: LogicContext,
  ): boolean | { missing: readonly string[] };
}

export interface LayoutExpression {
  part: string;
  property: string;
  text: string | undefined;
}

/** Every expression of the layout, with the part it belongs to. */
export function layoutExpressions({ layout, tabGroups = [] }: FormDefinition): LayoutExpression[] {
  return [
    ...tabGroups.flatMap(ofGroup),
    ...layout.flatMap((section) => [...ofSection(section), ...section.items.flatMap(ofItem)]),
  ].filter(({ text }) => text !== undefined && text.trim() !== '');
}

export function layoutLogic(
  definition: FormDefinition,
  compiled: ReadonlyMap<string, CompiledExpression>,
  run: (expression: CompiledExpression, record: WorkingRecord, context: LogicContext) => unknown,
  missingOf: (expression: CompiledExpression, record: WorkingRecord) => string[],
): LayoutLogic {
  const above = new Map<string, string[]>();
  for (const section of definition.layout) {
    for (const item of section.items) {
      const parts = [
        ...(item.kind === 'field' ? [] : [layoutItemId(item)]),
        section.id,
        ...(section.tabs === undefined ? [] : [section.tabs]),
      ].filter((part) => compiled.has(keyOf(part, 'hiddenIf')));
      if (parts.length) above.set(layoutItemId(item), parts);
    }
  }
  const valueOf: LayoutLogic['valueOf'] = (part, property, record, context) => {
    const expression = compiled.get(keyOf(part, property));
    return expression && run(expression, record, context);
  };
  const hides: LayoutLogic['hides'] = (part, record, context) => valueOf(part, 'hiddenIf', record, context) === true;
  return {
    valueOf,
    decides(part, property, record, context) {
      const found = valueOf(part, property, record, context);
      if (typeof found === 'boolean') return found;
      const expression = compiled.get(keyOf(part, property));
      const missing = expression && found !== undefined ? missingOf(expression, record) : [];
      return missing.length > 0 && { missing };
    },
    hides,
    hidesContent: (id, record, context) => above.get(id)?.some((part) => hides(part, record, context)) ?? false,
  };
}

export function keyOf(part: string, property: string): string {
  return `${part} ${property}`;
}

const ofGroup = ({ id, hiddenIf }: TabGroup): LayoutExpression[] => [
  { part: id, property: 'hiddenIf', text: hiddenIf },
];

const ofSection = ({ id, hiddenIf, foldedIf }: Section): LayoutExpression[] => [
  { part: id, property: 'hiddenIf', text: hiddenIf },
  { part: id, property: 'foldedIf', text: foldedIf },
];

function ofItem(item: LayoutItem): LayoutExpression[] {
  if (item.kind === 'field') return [];
  const part = layoutItemId(item);
  const own: LayoutExpression[] = [{ part, property: 'hiddenIf', text: item.hiddenIf }];
  if (item.kind === 'embed') own.push({ part, property: 'address', text: item.address });
  if (item.kind !== 'button') return own;
  own.push({ part, property: 'disabledIf', text: item.disabledIf });
  if (item.action.does === 'open') own.push({ part, property: 'address', text: item.action.address });
  if (item.action.does === 'fill')
    own.push(...item.action.values.map(({ field, value }) => ({ part, property: `fill ${field}`, text: value })));
  return own;
}
