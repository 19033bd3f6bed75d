import { createHash } from 'node:crypto';

/** An answer in short: how many rows it has, and what its comparable lines come to. */
export function digestOf(lines: readonly string[]): string {
  const sum = createHash('sha256').update(lines.join('\n')).digest('hex');
  return `${lines.length} ${sum.slice(0, 16)}`;
}

/**
 * The published answers by scale, in the order of the queries: those that DuckDB publishes with its TPC-H extension
 * (duckdb/duckdb, extension/tpch/dbgen/answers; DuckDB is under the MIT licence, the generator beside them under that of TPC). TPC
 * itself publishes answers of scale 1 alone. None of their rows stands here: what differs is looked up there.
 */
export const publishedAnswers: Readonly<Record<string, readonly string[]>> = {
  '0.01': [
    '4 ff38fffe82fe741e',
    '4 e3c7d19120a4137a',
    '10 2d9f5f803ab8c5e6',
    '5 d45b1c05dde0f4bc',
    '5 617bb329640c0b4c',
    '1 0137961b0d16619b',
    '4 d0342d2f85aa3d19',
    '2 9652c3f38fd84287',
    '173 266acb3b1062fa7c',
    '20 96bc2454f6e37687',
    '359 50bff4c8857d8b94',
    '2 fc3f18c7a6ab8b81',
    '32 f27c23716bcdc192',
    '1 7ac2d46e2945abc8',
    '1 85d8319f6355e77e',
    '296 75f6b26694b9a2a2',
    '1 e3b0c44298fc1c14',
    '2 9d67af87cd2a57af',
    '1 b9d823ec4dd9da46',
    '1 cd798882804226fd',
    '1 dccf59ad38960acb',
    '7 5b7a4f4a8f12cf5c',
  ],
  '0.1': [
    '4 56ff720f7435f84c',
    '44 596152336b642a4f',
    '10 949fedcc183e0af7',
    '5 9d328d821ce0982e',
    '5 a1af7c91e10d4ef2',
    '1 d62de47e495358a1',
    '4 239530e79fb0048e',
    '2 2b3539c904226f06',
    '175 db9395cc43b37709',
    '20 a1d41c107f875f21',
    '2541 782efe490118b753',
    '2 c0fa5fa0481fefc1',
    '37 814f0ab6a2518a34',
    '1 96b9f97a9b87ff6d',
    '1 7a1d93a3ddbb5035',
    '2762 0b094304657be4ef',
    '1 c586117ed853dd6f',
    '5 18b80c8375f38cc9',
    '1 bf18c491e048bc28',
    '9 6d7dce1b6c91ea88',
    '47 91769c241655d4f9',
    '7 f43537e062576180',
  ],
};
