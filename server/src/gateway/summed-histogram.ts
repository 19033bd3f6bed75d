import type { Registry } from 'prom-client';

export interface SummedHistogram {
  /** Many at once: how many fell into each stretch, and all of them together. */
  add(labels: Record<string, string>, counts: readonly number[], sum: number): void;
}

interface Series {
  labels: Record<string, string>;
  counts: number[];
  sum: number;
}

interface Shape {
  name: string;
  help: string;
  /** Upper ends of the stretches; the last is `Infinity`. */
  bounds: readonly number[];
}

/** A histogram for Prometheus out of what was counted elsewhere: the library's takes one value at a time. */
export function openSummedHistogram(registry: Registry, { name, help, bounds }: Shape): SummedHistogram {
  const all = new Map<string, Series>();
  const valuesOf = ({ labels, counts, sum }: Series) => {
    let so = 0;
    const buckets = counts.map((count, at) => {
      so += count;
      const le = bounds[at] === Infinity ? '+Inf' : bounds[at]!;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: so };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: so },
    ];
  };
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: () =>
      Promise.resolve({
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        values: [...all.values()].flatMap(valuesOf),
      }),
    reset: () => all.clear(),
  };
  // of its own kind: the registry asks no more of it than that
  registry.registerMetric(metric as never);
  return {
    add(labels, counts, sum) {
      const key = Object.values(labels).join('\n');
      let series = all.get(key);
      if (!series) all.set(key, (series = { labels, counts: bounds.map(() => 0), sum: 0 }));
      counts.forEach((count, at) => (series.counts[at]! += count));
      series.sum += sum;
    },
  };
}
