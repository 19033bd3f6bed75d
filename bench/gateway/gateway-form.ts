import { freePort, listens } from './gateway-tools.ts';
import { startDatabase } from '../database.ts';
import { ratePerSecond } from '../load.ts';
import { median, type Figure } from '../measure.ts';
import { callsOf, signIn, startProduct } from '../product.ts';
import { makeScene } from '../scene.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const rounds = 3;

/** The list of a form through the gateway, key and log and all; beside it the product's own list of the same form for the same person. */
export async function formApi(): Promise<Figure> {
  const port = await freePort();
  process.env.FORMWORK_GATEWAY_PORT = String(port);
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      const scene = await makeScene(product.url, database.url);
      const key = await serve(product.url, scene.formId, scene.userId);
      while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 100));
      const direct = {
        url: product.url,
        headers: { cookie: scene.cookie },
        request: () => ({ path: `/api/records/${scene.formId}?limit=20` }),
      };
      const through = {
        url: `http://127.0.0.1:${port}`,
        headers: { 'x-api-key': key },
        request: () => ({ path: '/gateway/demo/checks?limit=20' }),
      };
      await until(`${through.url}${through.request().path}`, key);
      const rates: { ours: number[]; limit: number[] } = { ours: [], limit: [] };
      for (let round = -1; round < rounds; round += 1) {
        const limit = await ratePerSecond({ ...direct, seconds });
        const ours = await ratePerSecond({ ...through, seconds });
        // the first one warms up
        if (round < 0) continue;
        rates.limit.push(limit);
        rates.ours.push(ours);
      }
      return {
        name: 'form api per s',
        unit: 'requests/s',
        better: 'higher',
        ours: median(rates.ours),
        limit: median(rates.limit),
      };
    } finally {
      await product.stop();
    }
  } finally {
    delete process.env.FORMWORK_GATEWAY_PORT;
    await database.stop();
  }
}

/** Released, live and with a key. */
async function serve(url: string, form: string, person: string): Promise<string> {
  const call = callsOf(url, await signIn(url, 'admin'));
  const { id } = await call('POST', '/gateway/apis/form', { form, person, basePath: '/checks' });
  const { version } = await call<{ version: number }>('GET', `/definitions/gateway_api/${id}`);
  await call('POST', `/definitions/gateway_api/${id}/releases`, { version });
  await call('PUT', `/gateway/apis/${id}/live/live`, { number: 1, state: 'live', sunset: null });
  const consumer = await call('POST', '/gateway/consumers', { name: 'Bench', about: '', off: false });
  const application = await call('POST', `/gateway/consumers/${consumer.id}/applications`, { name: 'Bench' });
  const drawn = await call<{ secret: string }>('POST', `/gateway/applications/${application.id}/credentials`, {
    kind: 'key',
    name: 'Bench',
    expiresAt: null,
    jwt: null,
  });
  return drawn.secret;
}

async function until(url: string, key: string): Promise<void> {
  for (let n = 0; n < 300; n += 1) {
    const answer = await fetch(url, { headers: { 'x-api-key': key } });
    if (answer.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the API of the form does not answer');
}
