import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type { ChartFunction, ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a channel of Vega-Lite says of its field. */
export interface Channel {
  use: ChartUse;
  isFigure: boolean;
  isNumber: boolean;
  bin: boolean;
  stack: unknown;
  log: boolean;
  domain?: [number, number];
  zero?: boolean;
}

const channelNames = [
  'x',
  'y',
  'color',
  'size',
  'theta',
  'xOffset',
  'yOffset',
  'facet',
  'row',
  'column',
  'tooltip',
  'detail',
  'order',
  'opacity',
] as const;
export type ChannelName = (typeof channelNames)[number];
export type Channels = Partial<Record<ChannelName, Channel>>;

/** What reads an encoding and gathers what it cannot say. */
export class Reading {
  readonly refused = new Set<string>();
  private readonly byName: ReadonlyMap<string, SourceField>;

  constructor(fields: readonly SourceField[]) {
    this.byName = new Map(
      fields.flatMap((field) =>
        [field.id, field.title.zh, field.title.en].flatMap((name): [string, SourceField][] =>
          name === undefined ? [] : [[name.toLowerCase(), field]],
        ),
      ),
    );
  }

  refuse(what: string): void {
    this.refused.add(what);
  }

  channels(encoding: Json): Channels {
    return Object.fromEntries(
      Object.entries(encoding).flatMap(([name, given]) => {
        if (!(channelNames as readonly string[]).includes(name)) {
          this.refuse(`encoding.${name}`);
          return [];
        }
        const channel = this.channel(name, given);
        return channel ? [[name, channel]] : [];
      }),
    );
  }

  channel(name: string, given: unknown): Channel | undefined {
    // a tip only tells more of what is seen
    if (name === 'tooltip' || !isObject(given)) return undefined;
    if ('value' in given || 'datum' in given) {
      if ('datum' in given) this.refuse(`encoding.${name}.datum`);
      return undefined;
    }
    for (const part of Object.keys(given)) if (!fieldParts.has(part)) this.refuse(`encoding.${name}.${part}`);
    const aggregate = given.aggregate === undefined ? undefined : String(given.aggregate);
    const fn = aggregate === undefined ? undefined : aggregates[aggregate];
    if (aggregate !== undefined && !fn) this.refuse(`aggregate.${aggregate}`);
    const unit = given.timeUnit === undefined ? undefined : String(given.timeUnit);
    const step = unit === undefined ? undefined : steps[unit];
    if (unit !== undefined && !step) this.refuse(`timeUnit.${unit}`);
    const field = fn === 'count' ? undefined : this.field(given.field);
    if (!field && fn !== 'count') return undefined;
    const sort = this.sort(name, given.sort);
    const scale = this.scale(name, given.scale);
    return {
      use: {
        id: name.toLowerCase(),
        field: field?.id ?? '',
        ...(typeof given.title === 'string' && given.title !== '' && { title: { zh: given.title.slice(0, 100) } }),
        ...(fn && { fn }),
        ...(step && { step }),
        ...(sort && { sort }),
      },
      isFigure: fn !== undefined,
      isNumber: field?.measure === true,
      bin: given.bin !== undefined && given.bin !== false,
      stack: given.stack,
      ...scale,
    };
  }

  private field(given: unknown): SourceField | undefined {
    const field = typeof given === 'string' ? this.byName.get(given.toLowerCase()) : undefined;
    if (!field) this.refuse(`field.${typeof given === 'string' ? given : '?'}`);
    return field;
  }

  private sort(name: string, given: unknown): ChartUse['sort'] {
    if (given === undefined || given === null || given === 'ascending') return undefined;
    if (given === 'descending') return { by: 'label', desc: true };
    if (given === 'x' || given === 'y') return { by: 'value' };
    if (given === '-x' || given === '-y') return { by: 'value', desc: true };
    const desc = isObject(given) && given.order === 'descending';
    // by another channel, or a figure of its own: that is what the bars show
    if (isObject(given) && (given.encoding === 'x' || given.encoding === 'y'))
      return { by: 'value', ...(desc && { desc }) };
    const listed = Array.isArray(given) ? inOrder(given.map(String)) : undefined;
    if (listed) return listed === 'up' ? { by: 'label' } : { by: 'label', desc: true };
    this.refuse(`encoding.${name}.sort`);
    return undefined;
  }

  /** Colours are left to the house, and how much room there is between bars; what moves a mark is read or refused. */
  private scale(name: string, given: unknown): Pick<Channel, 'log' | 'domain' | 'zero'> {
    if (!isObject(given)) return { log: false };
    const moves = name === 'x' || name === 'y';
    for (const [part, value] of Object.entries(given)) {
      if (part === 'type' && !scaleTypes.has(String(value))) this.refuse(`encoding.${name}.scale.type`);
      else if (!scaleParts.has(part) && !(scaleLooks.has(part) && !(moves && part === 'range')))
        this.refuse(`encoding.${name}.scale.${part}`);
    }
    const { domain, zero } = given;
    const isRange = Array.isArray(domain) && domain.length === 2 && domain.every((one) => typeof one === 'number');
    if (domain !== undefined && moves && !isRange) this.refuse(`encoding.${name}.scale.domain`);
    if (given.type === 'log' && !moves) this.refuse(`encoding.${name}.scale.type`);
    return {
      log: given.type === 'log',
      ...(isRange && moves && { domain: domain as [number, number] }),
      ...(typeof zero === 'boolean' && { zero }),
    };
  }

  conditions(given: unknown): Condition | null {
    if (given === undefined) return null;
    const all = (Array.isArray(given) ? given : [given]).flatMap((step): Condition[] => {
      const parts = isObject(step) ? Object.keys(step) : [];
      const filter = isObject(step) ? step.filter : undefined;
      if (parts.length !== 1 || !isObject(filter)) {
        this.refuse(`transform.${parts.find((part) => part !== 'as') ?? '?'}`);
        return [];
      }
      return this.condition(filter);
    });
    return all.length === 0 ? null : all.length === 1 ? all[0]! : { all };
  }

  private condition(filter: Json): Condition[] {
    const one = this.field(filter.field);
    if (!one) return [];
    const operators = { equal: 'eq', lt: 'lt', lte: 'lte', gt: 'gt', gte: 'gte' } as const;
    const [name] = Object.keys(filter).filter((part) => part !== 'field');
    const value = name === undefined ? undefined : filter[name];
    const field = one.id;
    if (name === 'oneOf' && Array.isArray(value)) return [{ field, operator: 'in', value: value.map(String) }];
    if (name === 'range' && Array.isArray(value) && value.length === 2)
      return [{ field, operator: 'between', value: value.map(plain) }];
    const operator = name === undefined ? undefined : operators[name as keyof typeof operators];
    if (operator && (typeof value === 'string' || typeof value === 'number')) return [{ field, operator, value }];
    this.refuse(`filter.${name ?? '?'}`);
    return [];
  }
}

const fieldParts = new Set([
  'field',
  'type',
  'aggregate',
  'timeUnit',
  'bin',
  'sort',
  'title',
  'stack',
  'axis',
  'scale',
  'legend',
  'header',
  'format',
]);
const scaleTypes = new Set(['linear', 'log', 'time', 'utc', 'band', 'point', 'ordinal']);
const scaleParts = new Set(['type', 'domain', 'zero', 'nice']);
const scaleLooks = new Set(['range', 'scheme', 'interpolate', 'padding', 'paddingInner', 'paddingOuter', 'round']);

const aggregates: Record<string, ChartFunction> = {
  count: 'count',
  valid: 'filled',
  distinct: 'distinct',
  sum: 'sum',
  mean: 'avg',
  average: 'avg',
  median: 'median',
  min: 'min',
  max: 'max',
};
const steps: Record<string, DateStep> = {
  year: 'year',
  yearquarter: 'quarter',
  yearmonth: 'month',
  yearweek: 'week',
  yearmonthdate: 'day',
};

/** A list that is as its names sort says no more than that. */
function inOrder(list: readonly string[]): 'up' | 'down' | undefined {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const up = list.every((one, at) => at === 0 || compare(list[at - 1]!, one) < 0);
  const down = list.every((one, at) => at === 0 || compare(list[at - 1]!, one) > 0);
  return list.length < 2 ? undefined : up ? 'up' : down ? 'down' : undefined;
}

function plain(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value);
}
