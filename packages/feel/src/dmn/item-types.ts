import { check } from '../check.ts';
import { parse } from '../parse.ts';
import { emitProgram, execute, type Program } from '../program.ts';
import { startRun } from '../run.ts';
import { TESTED } from '../scope.ts';
import { type NamedTypes, readType } from '../type-text.ts';
import { any, contextOf, type FeelType, functionOf, listOf, plainName } from '../types.ts';
import type { Val } from '../values.ts';
import { childNamed, childrenNamed, type XmlElement } from './xml.ts';

/** The item definitions of a model as types by their names; `imported` knows those of other models, as `shared.Person`. */
export function itemTypes(items: readonly XmlElement[], imported: NamedTypes): NamedTypes {
  const definitions = new Map(items.map((item) => [item.attributes.name ?? '', item]));
  const types = new Map<string, FeelType>();
  const find: NamedTypes = (name) => {
    const known = types.get(name);
    if (known) return known;
    const definition = definitions.get(name);
    if (!definition) return imported(name);
    // a definition that contains itself can be anything there
    types.set(name, any);
    const type = readItem(definition, find);
    types.set(name, type);
    return type;
  };
  return find;
}

/** The type that a `typeRef` names; without one anything goes. */
export function typeOfRef(ref: string | undefined, named: NamedTypes): FeelType {
  const name = ref?.trim().replace(/^feel:/, '') ?? '';
  return name === '' ? any : (named(name) ?? readType(name, named) ?? any);
}

function readItem(item: XmlElement, named: NamedTypes): FeelType {
  const constrained = allowing(readBase(item, named), childNamed(item, 'allowedValues'), named);
  const type = item.attributes.isCollection === 'true' ? listOf(constrained) : constrained;
  return allowing(type, childNamed(item, 'typeConstraint'), named);
}

function readBase(item: XmlElement, named: NamedTypes): FeelType {
  const functionItem = childNamed(item, 'functionItem');
  if (functionItem) {
    const params = childrenNamed(functionItem, 'parameters').map(({ attributes }) =>
      typeOfRef(attributes.typeRef, named),
    );
    return functionOf(params, typeOfRef(functionItem.attributes.outputTypeRef, named));
  }
  const components = childrenNamed(item, 'itemComponent');
  if (components.length > 0)
    return contextOf(
      Object.fromEntries(components.map((part) => [plainName(part.attributes.name ?? ''), readItem(part, named)])),
    );
  return typeOfRef(childNamed(item, 'typeRef')?.text, named);
}

function allowing(type: FeelType, constraint: XmlElement | undefined, types: NamedTypes): FeelType {
  const text = constraint && childNamed(constraint, 'text')?.text.trim();
  if (!text) return type;
  const { allows } = type;
  let program: Program | undefined;
  return {
    ...type,
    allows(value: Val) {
      if (allows && !allows(value)) return false;
      if (!program) {
        const { ast } = parse(text, { top: 'tests', types });
        program = emitProgram(ast, check(ast, { [TESTED]: any }));
      }
      return execute(program, startRun(), () => value) === true;
    },
  };
}
