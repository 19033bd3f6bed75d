import type { CalculatedFigure } from '@formwork/contract/analytics/chart.ts';
import { compile } from '@formwork/feel/compile.ts';
import { formatNumber, isNum, parseNumber } from '@formwork/feel/number.ts';

/** An expression over figures; whatever else it comes to than a number is none. */
export function compiledFigure({ expression, parts }: CalculatedFigure) {
  return compile(expression, {
    types: Object.fromEntries(parts.map(({ name }) => [name, { kind: 'number' as const }])),
  });
}

/** What works the figure out of those of its parts, in their order. Figures that are not there make none. */
export function calculate(calc: CalculatedFigure): (cells: readonly (string | null)[]) => string | null {
  const compiled = compiledFigure(calc);
  if (!compiled.ok) return () => null;
  return (cells) => {
    const values = new Map(calc.parts.map(({ name }, at) => [name, cells[at] == null ? null : parseNumber(cells[at])]));
    const { value } = compiled.runOn(values);
    return isNum(value) ? formatNumber(value) : null;
  };
}
