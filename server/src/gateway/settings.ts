import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../platform/config.ts';

/** Where the sockets are by which the gateway and the product speak on one machine; paths of sockets may be no longer than a hundred signs. */
export function socketFolder({ gateway }: Pick<Config, 'gateway'>): string {
  const folder =
    gateway.dataDir.length < 80
      ? gateway.dataDir
      : path.join(tmpdir(), `formwork-${createHash('sha256').update(gateway.dataDir).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where the product answers the gateway. */
export const houseSocket = (config: Pick<Config, 'gateway'>): string => path.join(socketFolder(config), 'house.sock');

/** The same for what is answered with a text, many calls over one connection: see `house-frames.ts`. */
export const houseLine = (config: Pick<Config, 'gateway'>): string => path.join(socketFolder(config), 'calls.sock');

/** Where a thread of the gateway takes calls that came in through the web server. */
export const webSocket = (config: Pick<Config, 'gateway'>, thread: number): string =>
  path.join(socketFolder(config), `web-${thread}.sock`);

export const webSocketName = /^web-\d+\.sock$/;
