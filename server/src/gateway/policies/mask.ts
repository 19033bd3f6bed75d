import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';

type Rules = GatewayApi['mask'];

/** Takes out of an answer what callers may not read: `items[].phone`, `name`, `a.b`. */
export function masked(value: unknown, rules: Rules): unknown {
  for (const { path, how } of rules) {
    const steps = path
      .split('.')
      .flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), '[]'] : [step]))
      .filter((step) => step !== '');
    if (steps.length > 0) apply(value, steps, how);
  }
  return value;
}

function apply(value: unknown, [step, ...rest]: string[], how: Rules[number]['how']): void {
  if (typeof value !== 'object' || value === null || step === undefined) return;
  // a list on the way stands for each of its things, whether the path says so or not
  if (Array.isArray(value)) {
    for (const item of value) apply(item, step === '[]' ? rest : [step, ...rest], how);
    return;
  }
  const object = value as Record<string, unknown>;
  if (!Object.hasOwn(object, step)) return;
  if (rest.length > 0 && !(rest.length === 1 && rest[0] === '[]')) apply(object[step], rest, how);
  else if (how === 'remove') delete object[step];
  else object[step] = veiled(object[step], how);
}

/** What bears one of these names, wherever in an answer it lies. */
export function hidden(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size > 0) hideNamed(value, names);
  return value;
}

function hideNamed(value: unknown, names: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) hideNamed(item, names);
    return;
  }
  const object = value as Record<string, unknown>;
  for (const name of Object.keys(object))
    if (names.has(name)) object[name] = veiled(object[name], 'hide');
    else hideNamed(object[name], names);
}

function veiled(value: unknown, how: 'hide' | 'last4'): unknown {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (how === 'hide' || text.length <= 4) return '***';
  return `***${text.slice(-4)}`;
}
