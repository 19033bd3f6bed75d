import type { Platform } from '../platform.ts';
import { startScripts, type Scripts } from './scripts.ts';

const known = new WeakMap<Platform, Scripts>();

/** The scripts of this process; their threads begin with the first one. */
export function scriptsOf(platform: Platform): Scripts {
  let scripts = known.get(platform);
  if (!scripts) known.set(platform, (scripts = startScripts()));
  return scripts;
}
