import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProduct, type Product } from './product.ts';
import { demoPassword } from './settings.ts';

/** A port that nobody listens on just now: addresses in settings name theirs before anybody does. */
export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  return port;
}

/** A folder of its own for an installation with the demo accounts. */
export async function startInstallation(
  settings: Record<string, string>,
): Promise<{ product: Product; folder: string; end(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-hosts-'));
  const product = await startProduct({ FORMWORK_DATA: folder, FORMWORK_DEMO_PASSWORD: demoPassword, ...settings });
  return {
    product,
    folder,
    end: async () => {
      await product.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
