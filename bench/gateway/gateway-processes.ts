import { randomUUID } from 'node:crypto';
import { floodFor } from '../../server/src/gateway/testing/flood.ts';
import { api, credential, emptySnapshot, openUpstream, sha256 } from '../../server/src/gateway/testing/stand.ts';
import { twoProcesses, type TwoProcesses } from '../../server/src/gateway/testing/two-processes.ts';
import { median, type Figure } from '../measure.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 10);
const rule = { per: 'application' as const, count: 200, seconds: 1, burst: 20 };
const drawn = `fwg_${'r'.repeat(43)}`;

/** Two processes on one database: how much of a limit they let through, and how soon both refuse a key that was revoked. */
export async function gatewayProcesses(): Promise<Figure[]> {
  const upstream = await openUpstream('up', (request, response) => response.end(request.url));
  const application = randomUUID();
  const limited = (name: string, rate: typeof rule | null) => ({
    ...api(name, upstream.url, () => ({
      security: { open: false, ways: ['key'], subscription: false },
      limits: { rate, concurrency: null, bodyBytes: 1_000, allow: [], deny: [] },
    })),
    id: randomUUID(),
  });
  const two = await twoProcesses({
    apis: [limited('both', rule), limited('one', rule), limited('free', null)],
    applications: emptySnapshot().applications.map((one) => ({ ...one, id: application })),
    credentials: emptySnapshot().credentials.map((one) => ({ ...one, application })),
  });
  const [first, second] = two.ports;
  try {
    const shared = await part('both', [first, first, second, second]);
    const alone = await part('one', [first, first]);
    const lags: number[] = [];
    for (let n = 0; n < 5; n += 1) lags.push(await revoked(two, application));
    const of = (name: string, ours: number): Figure => ({ name, unit: '%', better: 'higher', ours, limit: 100 });
    return [
      of('let through by two processes', shared),
      of('let through by one of two processes', alone),
      {
        name: 'revoked key refused by two processes ms',
        unit: 'ms',
        better: 'lower',
        ours: median(lags),
        limit: 1_000,
      },
    ];
  } finally {
    await two.stop();
    upstream.close();
  }
}

/** Of what the limit allows; never more. */
async function part(at: string, lanes: readonly number[]): Promise<number> {
  const { passed, took } = await floodFor(lanes, `${at}/x`, seconds * 1_000);
  const ideal = rule.count * took + rule.burst;
  if (passed > ideal) throw new Error(`${passed} came through where ${ideal} may`);
  return (passed / ideal) * 100;
}

async function revoked(two: TwoProcesses, application: string): Promise<number> {
  const all = (status: number) => async (): Promise<boolean> =>
    (await Promise.all(two.ports.map((port) => two.statusOf(port, 'free/x', drawn)))).every((one) => one === status);
  const come = async (fits: () => Promise<boolean>): Promise<void> => {
    while (!(await fits())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await two.serve((before) => ({
    ...before,
    credentials: [...before.credentials, credential('r', { hash: sha256(drawn), application })],
  }));
  await come(all(200));
  const began = performance.now();
  await two.serve((before) => ({ ...before, credentials: before.credentials.filter(({ id }) => id !== 'r') }));
  await come(all(401));
  return performance.now() - began;
}
