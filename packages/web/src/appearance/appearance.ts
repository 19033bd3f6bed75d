import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import type { Appearance } from '@formwork/contract/enterprise/appearance.ts';
import { spacePath } from '../http/call.ts';
import { http } from '../http/client.ts';
import { useLive } from '../live/use-live.ts';
import { observed } from '../observed.ts';
import { pageConfig } from '../page-config.ts';

const appearance = observed<Appearance>(pageConfig.appearance);

/** Theme, logo and watermark of the space: it comes with the page, and again when it changes or the space does. */
export function useAppearance(): Appearance {
  return appearance.use();
}

export function setAppearance(next: Appearance): void {
  appearance.set(next);
}

/** `prefix` is the space's part of the address, which may still lead to another one. */
export async function loadAppearance(prefix: string = spacePath()): Promise<void> {
  try {
    setAppearance(await http.get<Appearance>(`${prefix}/api${enterpriseApi.appearance.path}`));
  } catch {
    // the frame stays as it is; the next page brings it anyhow
  }
}

/** Somebody changed it: everybody's frame follows at once. */
export function useAppearanceChanges(): void {
  useLive('enterprise:appearance', () => void loadAppearance());
}
