import type { Comparison, Condition, ConditionValue } from '../condition/condition.ts';
import { operators } from '../condition/operators.ts';
import type { RelationConfig } from '../forms/field-types/relation.ts';
import { isEmptyValue } from '../forms/values/value.ts';

/**
 * Which records of the target may be chosen for this record, as a condition on them. What a comparison takes from an empty
 * field of this record restricts nothing yet.
 */
export function choosableCondition(
  config: Pick<RelationConfig, 'choosable'>,
  valueOf: (field: string) => unknown,
): Condition | undefined {
  const all = (config.choosable ?? []).flatMap(({ field, operator, value, from }): Comparison[] => {
    if (from === undefined) return [{ field, operator, value }];
    const own = valueOf(from);
    if (isEmptyValue(own)) return [];
    return [
      {
        field,
        operator,
        value: (operators[operator] === 'list'
          ? Array.isArray(own)
            ? own
            : [own]
          : Array.isArray(own)
            ? own[0]
            : own) as ConditionValue,
      },
    ];
  });
  return all.length > 0 ? { all } : undefined;
}

/** Signs that a search for records refuses. */
const special = /[`~!@#$%^&*()+=|{}[\]\\:;"'<>,.?/·！￥…（）【】「」『』｛｝《》〈〉、，。；：？“”‘’—]/u;

/** The point of a decimal is none, nor is the sign behind a number of a machine (1#泵): both are searched for as they are written. */
const written = /(?<=\d)\.(?=\d)|(?<=[\p{L}\p{N}])#/gu;

export function hasSpecialCharacters(text: string): boolean {
  return special.test(text.replace(written, ''));
}
