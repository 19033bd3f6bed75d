import { equal } from '../operate.ts';
import type { Code } from '../run.ts';
import { isContext, isList, type List, type Val } from '../values.ts';
import { type Definition, fn, lazy } from '../builtins/builtin.ts';

const nothing: Code = () => null;

export const isBlank = (value: Val): boolean =>
  value === null || value === '' || (isList(value) && value.every(isBlank)) || (isContext(value) && value.size === 0);

/** Lists among the arguments count by their elements; empty cells do not count. */
const truths = (list: List): readonly boolean[] => list.flat(9).filter((item) => typeof item === 'boolean');

const logical = (decide: (truths: readonly boolean[]) => boolean): Definition =>
  fn<[List]>('(condition: Any...) -> boolean', (_, list) => {
    const given = truths(list);
    return given.length === 0 ? null : decide(given);
  });

export const logic: Readonly<Record<string, Definition>> = {
  IF: lazy(
    ['(condition: boolean, result: T, otherwise: T) -> T', '(condition: boolean, result: T) -> T'],
    ([condition = nothing, result = nothing, otherwise = nothing]) =>
      (frame) =>
        condition(frame) === true ? result(frame) : otherwise(frame),
  ),
  IFS: lazy('(condition: boolean, result: T, more?: Any...) -> T', (args) => (frame) => {
    for (let i = 0; i + 1 < args.length; i += 2) if (args[i]!(frame) === true) return args[i + 1]!(frame);
    return null;
  }),
  SWITCH: lazy('(value: Any, case: Any, result: T, more?: Any...) -> T', ([value = nothing, ...rest]) => (frame) => {
    const looked = value(frame);
    let i = 0;
    for (; i + 1 < rest.length; i += 2) if (equal(looked, rest[i]!(frame)) === true) return rest[i + 1]!(frame);
    // a last argument without a partner is what remains
    return i < rest.length ? rest[i]!(frame) : null;
  }),
  IFBLANK: lazy('(value: T, otherwise: T) -> T', ([value = nothing, otherwise = nothing]) => (frame) => {
    const given = value(frame);
    return isBlank(given) ? otherwise(frame) : given;
  }),
  AND: logical((list) => list.every(Boolean)),
  OR: logical((list) => list.some(Boolean)),
  XOR: logical((list) => list.filter(Boolean).length % 2 === 1),
  NOT: fn<[boolean]>('(condition: boolean) -> boolean', (_, condition) => !condition),
  ISBLANK: fn<[Val]>('(value: Any) -> boolean', (_, value) => isBlank(value)),
};
