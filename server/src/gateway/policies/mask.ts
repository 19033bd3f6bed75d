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
  else object[step] = hidden(object[step], how);
}

function hidden(value: unknown, how: 'hide' | 'last4'): unknown {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (how === 'hide' || text.length <= 4) return '***';
  return `***${text.slice(-4)}`;
}
