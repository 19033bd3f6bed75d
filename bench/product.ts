import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startDatabase, type BenchDatabase } from './database.ts';

const password = 'Bench-password-1';

export interface Product {
  url: string;
  pid: number;
  /** Stands still, as if the machine had no time for it. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Our server as people run it: one process for everything, event dispatcher and jobs included. */
export async function startProduct(database: BenchDatabase): Promise<Product> {
  const child = spawn(process.execPath, [...nodeFlags(), path.join(import.meta.dirname, 'server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      FORMWORK_DATA: database.dataDir,
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_DEMO_PASSWORD: password,
      FORMWORK_LOG_LEVEL: 'warn',
      FORMWORK_ROLE: 'all',
      // files of ten million rows
      FORMWORK_MAX_UPLOAD_MB: process.env.FORMWORK_MAX_UPLOAD_MB ?? '4096',
    },
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.startsWith('http')) resolve(text.trim().replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Beside a database of its own; both have ended when it returns. */
export async function withProduct<Result>(
  work: (product: Product, database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      return await work(product, database);
    } finally {
      await product.stop();
    }
  } finally {
    await database.stop();
  }
}

/** The cookie of a new session. */
export async function signIn(url: string, login: string, given = password): Promise<string> {
  const post = async (at: string, body: object): Promise<Response> => {
    const answer = await fetch(`${url}/api/identity/sessions${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${login} cannot sign in: ${await answer.text()}`);
    return answer;
  };
  let answer = await post('', { login, password: given });
  const { ticket } = (await answer.json()) as { ticket?: string };
  // a password that was given asks for an own one
  if (ticket !== undefined) answer = await post('/new-password', { ticket, next: `${password}-own` });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

/** A call of the product in the name of a session; what is refused ends the bench. */
export type Call = <Answer = { id: string }>(method: string, path: string, body?: unknown) => Promise<Answer>;

export function callsOf(url: string, cookie: string): Call {
  return async <Answer>(method: string, at: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${url}/api${at}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

/** Waits for a job; its result. */
export async function resultOf<Result>(call: Call, jobId: string): Promise<Result> {
  for (;;) {
    const { state, result, error } = await call<{ state: string; result: Result; error: unknown }>(
      'GET',
      `/runs/${jobId}`,
    );
    if (state === 'finished') return result;
    if (state !== 'waiting' && state !== 'running') throw new Error(`the job ${state}: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** For looking closer: FORMWORK_BENCH_NODE_FLAGS=--cpu-prof shows where the server's time goes. */
function nodeFlags(): string[] {
  return process.env.FORMWORK_BENCH_NODE_FLAGS?.split(' ') ?? [];
}
