import { startDatabase } from '../database.ts';
import { ratePerSecond } from '../load.ts';
import { median, type Figure } from '../measure.ts';
import { callsOf, signIn, startProduct } from '../product.ts';
import { countRule, customers, orderForms, releaseRule } from './rules-scene.ts';
import { settled } from '../settled.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const rounds = 5;

/** Records whose rule changes a related one in the same save, beside the same records of a form without a rule. */
export async function createWithRule(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      const cookie = await signIn(product.url, 'admin');
      const call = callsOf(product.url, cookie);
      const [with_, without] = [await orderForms(call), await orderForms(call)];
      await releaseRule(call, countRule(with_.orders, 'after'));
      const rateOf = ({ orders, ids }: typeof without): Promise<number> =>
        ratePerSecond({
          url: product.url,
          seconds,
          headers: { cookie },
          request: (n) => ({
            method: 'POST',
            path: `/api/records/${orders}`,
            body: JSON.stringify({ values: { customer: [ids[n % customers]] } }),
          }),
        });
      const [ours, limit]: [number[], number[]] = [[], []];
      for (let round = 0; round <= rounds; round++) {
        for (const [forms, rates] of [[with_, ours] as const, [without, limit] as const]) {
          await settled(database.url);
          const rate = await rateOf(forms);
          // the first turn compiles the code
          if (round > 0) rates.push(rate);
        }
        if (round > 0)
          console.error(`create with rule ${Math.round(ours.at(-1)!)} /s, without ${Math.round(limit.at(-1)!)} /s`);
      }
      return [{ name: 'create with rule', unit: '/s', better: 'higher', ours: median(ours), limit: median(limit) }];
    } finally {
      await product.stop();
    }
  } finally {
    await database.stop();
  }
}
