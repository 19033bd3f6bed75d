import type { Platform } from '../../platform/platform.ts';
import { guardFiles } from '../files/public.ts';
import { mayUseConnection } from '../connections/public.ts';
import { connectionFile } from './kinds/files.ts';

export function startEtl(platform: Platform): void {
  guardFiles(platform, connectionFile, mayUseConnection);
}
