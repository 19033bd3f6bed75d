import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';

/** A decimal number that is kept as it was written. */
const Factor = z
  .string()
  .trim()
  .regex(/^[+-]?(\d{1,15})(\.\d{1,15})?([eE][+-]?\d{1,2})?$/, { error: 'number' });

export const Unit = z.object({
  symbol: z.string().trim().min(1).max(20),
  title: Title,
  /** value in the base unit = value * factor + offset */
  factor: Factor.refine((text) => Number(text) !== 0, { error: 'zero' }),
  offset: Factor,
  disabled: z.boolean(),
});
export type Unit = z.infer<typeof Unit>;

export const QuantityInput = z
  .object({
    title: Title,
    /** The first one is the base unit. */
    units: z.array(Unit).min(1).max(100),
  })
  .superRefine(({ units }, context) => {
    const seen = new Set<string>();
    units.forEach(({ symbol }, at) => {
      if (seen.has(symbol))
        context.addIssue({ code: 'custom', path: ['units', at, 'symbol'], message: 'symbol_twice' });
      seen.add(symbol);
    });
    const [base] = units;
    if (base && (Number(base.factor) !== 1 || Number(base.offset) !== 0))
      context.addIssue({ code: 'custom', path: ['units', 0, 'factor'], message: 'base_unit' });
  });
export type QuantityInput = z.infer<typeof QuantityInput>;

export const Quantity = z.object({ id: uuid, ...QuantityInput.shape });
export type Quantity = z.infer<typeof Quantity>;

const edits = 'basedata.data.edit';
const params = z.object({ quantityId: uuid });
const Quantities = z.array(Quantity);

export const unitsApi = {
  listQuantities: endpoint({
    method: 'GET',
    path: '/basedata/quantities',
    permission: 'basedata.data.read',
    summary: 'Quantities with their units, the base unit first.',
    response: Quantities,
  }),
  createQuantities: endpoint({
    method: 'POST',
    path: '/basedata/quantities',
    permission: edits,
    summary: 'Add quantities with their units.',
    body: z.object({ quantities: z.array(QuantityInput).min(1).max(50) }),
    response: Quantities,
  }),
  setQuantity: endpoint({
    method: 'PUT',
    path: '/basedata/quantities/:quantityId',
    permission: edits,
    summary: 'Change a quantity and its units.',
    params,
    body: QuantityInput,
    response: Quantities,
  }),
  deleteQuantity: endpoint({
    method: 'DELETE',
    path: '/basedata/quantities/:quantityId',
    permission: edits,
    summary: 'Delete a quantity with its units.',
    params,
    response: nothing,
  }),
};

/** The same amount in another unit of the quantity, to the fifteen digits that a number holds. */
export function converted(value: number, from: Unit, to: Unit): number {
  const base = value * Number(from.factor) + Number(from.offset);
  return Number(((base - Number(to.offset)) / Number(to.factor)).toPrecision(14));
}

const unit = (symbol: string, zh: string, en: string, factor = '1', offset = '0'): Unit => ({
  symbol,
  title: { zh, en },
  factor,
  offset,
  disabled: false,
});

/** What most enterprises measure, by the International System of Units. */
export const usualQuantities: readonly QuantityInput[] = [
  {
    title: { zh: '长度', en: 'Length' },
    units: [
      unit('m', '米', 'metre'),
      unit('mm', '毫米', 'millimetre', '0.001'),
      unit('cm', '厘米', 'centimetre', '0.01'),
      unit('km', '千米', 'kilometre', '1000'),
      unit('in', '英寸', 'inch', '0.0254'),
    ],
  },
  {
    title: { zh: '质量', en: 'Mass' },
    units: [
      unit('kg', '千克', 'kilogram'),
      unit('g', '克', 'gram', '0.001'),
      unit('t', '吨', 'tonne', '1000'),
      unit('lb', '磅', 'pound', '0.45359237'),
    ],
  },
  {
    title: { zh: '时间', en: 'Time' },
    units: [
      unit('s', '秒', 'second'),
      unit('min', '分', 'minute', '60'),
      unit('h', '小时', 'hour', '3600'),
      unit('d', '天', 'day', '86400'),
    ],
  },
  {
    title: { zh: '温度', en: 'Temperature' },
    units: [
      unit('K', '开尔文', 'kelvin'),
      unit('°C', '摄氏度', 'degree Celsius', '1', '273.15'),
      unit('°F', '华氏度', 'degree Fahrenheit', '0.555555555555556', '255.372222222222'),
    ],
  },
  {
    title: { zh: '体积', en: 'Volume' },
    units: [
      unit('m³', '立方米', 'cubic metre'),
      unit('L', '升', 'litre', '0.001'),
      unit('mL', '毫升', 'millilitre', '0.000001'),
    ],
  },
  {
    title: { zh: '压力', en: 'Pressure' },
    units: [
      unit('Pa', '帕', 'pascal'),
      unit('kPa', '千帕', 'kilopascal', '1000'),
      unit('MPa', '兆帕', 'megapascal', '1000000'),
      unit('bar', '巴', 'bar', '100000'),
    ],
  },
  {
    title: { zh: '功率', en: 'Power' },
    units: [unit('W', '瓦', 'watt'), unit('kW', '千瓦', 'kilowatt', '1000'), unit('MW', '兆瓦', 'megawatt', '1000000')],
  },
  {
    title: { zh: '能量', en: 'Energy' },
    units: [
      unit('J', '焦', 'joule'),
      unit('kJ', '千焦', 'kilojoule', '1000'),
      unit('kW·h', '千瓦时', 'kilowatt hour', '3600000'),
    ],
  },
  { title: { zh: '数量', en: 'Count' }, units: [unit('pc', '个', 'piece'), unit('dz', '打', 'dozen', '12')] },
];
