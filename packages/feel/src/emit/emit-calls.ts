import type { Span } from '../ast.ts';
import { built } from '../built.ts';
import { invoke } from '../builtins/builtin.ts';
import type { ResolvedCall } from '../check-call.ts';
import { isNum } from '../number.ts';
import { spend, warn, type Code, type Frame } from '../run.ts';
import type { SignatureParam } from '../type-text.ts';
import { conforms, isList, type Fault, type Val } from '../values.ts';

/** Of literals, as in `date("2026-01-31")`, these always yield the same. */
const constant = new Set(['date', 'time', 'date and time', 'duration', 'number']);

/** Calls a function of the table. Values that fit its first signature as they are go straight in; all others take the way through coercion. */
export function emitBuiltinCall(resolved: ResolvedCall, args: readonly Code[], at: Span, literal: boolean): Code {
  const { builtin, signatures, names } = resolved;
  const slowly = (frame: Frame, values: readonly Val[]) =>
    settle(invoke(builtin, signatures, names, values, frame.run), frame, at);
  const params = names === null ? signatures[0]?.params : undefined;
  const { js } = builtin;
  if (literal && constant.has(builtin.name)) {
    let result: Val | Fault | undefined;
    return (frame) =>
      settle(
        (result ??= invoke(
          builtin,
          signatures,
          names,
          args.map((arg) => arg(frame)),
          frame.run,
        )),
        frame,
        at,
      );
  }
  if (params && params.length >= args.length && args.length > 0 && args.length <= 3 && !params.at(-1)?.rest) {
    const [first, second, third] = args as [Code, Code?, Code?];
    const [fitsFirst, fitsSecond, fitsThird] = params.map(fits) as [Fits, Fits?, Fits?];
    if (third)
      return (frame) => {
        const [a, b, c] = [first(frame), second!(frame), third(frame)];
        spend(frame.run, 1);
        return fitsFirst(a) && fitsSecond!(b) && fitsThird!(c)
          ? settle(js(frame.run, a, b, c), frame, at)
          : slowly(frame, [a, b, c]);
      };
    if (second)
      return (frame) => {
        const a = first(frame);
        const b = second(frame);
        spend(frame.run, 1);
        return fitsFirst(a) && fitsSecond!(b) ? settle(js(frame.run, a, b), frame, at) : slowly(frame, [a, b]);
      };
    return (frame) => {
      const a = first(frame);
      spend(frame.run, 1);
      return fitsFirst(a) ? settle(js(frame.run, a), frame, at) : slowly(frame, [a]);
    };
  }
  return (frame) => {
    const values: Val[] = [];
    for (let i = 0; i < args.length; i++) values.push(args[i]!(frame));
    spend(frame.run, 1);
    return slowly(frame, values);
  };
}

/** A fault becomes null and a warning at the place that caused it. */
export function settle(result: Val | Fault, frame: Frame, at: Span): Val {
  if (result === null || typeof result === 'number' || typeof result === 'boolean') return result;
  if (typeof result === 'object' && 't' in result)
    return result.t === 'fault' ? warn(frame.run, at, result.code, result.data) : result;
  return built(frame.run, result);
}

type Fits = (value: Val) => boolean;

function fits({ type, nullable }: SignatureParam): Fits {
  switch (type.kind) {
    case 'any':
    case 'var':
      return () => true;
    case 'number':
      return (value) => typeof value === 'number' || isNum(value) || (nullable && value === null);
    case 'string':
      return (value) => typeof value === 'string' || (nullable && value === null);
    case 'list': {
      const { item } = type;
      if (item.kind === 'any' || item.kind === 'var') return isList;
      return (value) => isList(value) && value.every((one) => one === null || conforms(one, item));
    }
    default:
      return (value) => (value === null ? nullable : conforms(value, type));
  }
}
