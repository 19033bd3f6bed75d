import { expect, test } from 'vitest';
import { converted, QuantityInput, usualQuantities } from './units.ts';

test('the usual units convert both ways', () => {
  for (const quantity of usualQuantities) {
    expect(QuantityInput.safeParse(quantity).error).toBeUndefined();
    for (const from of quantity.units)
      for (const to of quantity.units) expect(converted(converted(12.5, from, to), to, from)).toBeCloseTo(12.5, 9);
  }
  const [, celsius, fahrenheit] = usualQuantities.find(({ title }) => title.en === 'Temperature')!.units;
  expect(converted(100, celsius!, fahrenheit!)).toBeCloseTo(212, 9);
  const length = usualQuantities[0]!.units;
  expect(converted(3, length[4]!, length[1]!)).toBe(76.2);
});

test('a base unit is itself, and a symbol means one unit', () => {
  const [length] = usualQuantities;
  const messages = (units: object[]) =>
    QuantityInput.safeParse({ ...length!, units }).error?.issues.map(({ message }) => message);
  expect(messages([{ ...length!.units[0], factor: '2' }])).toEqual(['base_unit']);
  expect(messages([length!.units[0]!, length!.units[0]!])).toEqual(['symbol_twice']);
  expect(messages([length!.units[0]!, { ...length!.units[1], factor: '0' }])).toEqual(['zero']);
});
