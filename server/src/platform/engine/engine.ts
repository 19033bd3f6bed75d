import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Platform } from '../platform.ts';
import { startClickhouse } from './clickhouse/engine.ts';
import { startDuckdb } from './duckdb/engine.ts';
import type { Engine, TableSession } from './port.ts';
import { isRunning } from './running.ts';

/** The engine of this process for a purpose: a load never stops a chart. Begun at the first use of it. */
export function engineOf(platform: Platform, purpose: 'etl' | 'analytics'): Engine {
  const of = engines.get(platform) ?? new Map<string, Engine>();
  engines.set(platform, of);
  const known = of.get(purpose);
  if (known) return known;
  // several processes may share a data folder
  const all = path.join(platform.config.dataDir, 'engine');
  dropLeft(all);
  const folder = path.join(all, `${purpose}-${process.pid}`);
  const engine = startDuckdb(folder, platform.log);
  of.set(purpose, engine);
  return engine;
}

/** The ClickHouse that the operator named for work of many rows; undefined where there is none. */
export function distributedEngineOf(platform: Platform): Engine<TableSession> | undefined {
  const { engineClickhouse } = platform.config;
  if (engineClickhouse === '') return undefined;
  const known = distributed.get(platform) ?? startClickhouse(engineClickhouse, platform.log);
  distributed.set(platform, known);
  return known;
}

export async function stopEngines(platform: Platform): Promise<void> {
  await Promise.all([...(engines.get(platform)?.values() ?? [])].map((engine) => engine.stop()));
  engines.delete(platform);
  await distributed.get(platform)?.stop();
  distributed.delete(platform);
}

/** Folders of processes that were killed. */
function dropLeft(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = Number(name.split('-').at(-1));
    if (pid !== process.pid && !isRunning(pid)) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

const engines = new WeakMap<Platform, Map<string, Engine>>();
const distributed = new WeakMap<Platform, Engine<TableSession>>();
