import { filesApi } from '@formwork/contract/files/api.ts';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { addressOf } from '../http/call.ts';
import { useAppearance } from './appearance.ts';

/** The address of the logo that fits the ground of the bar; the other one where only that is there. */
export function useLogo(): string | undefined {
  const { logo } = useAppearance();
  const { bar } = useSkin();
  const id = (isDark(bar.ground) ? (logo.dark ?? logo.light) : (logo.light ?? logo.dark)) ?? undefined;
  return id === undefined ? undefined : logoAddress(id);
}

export function logoAddress(fileId: string): string {
  return addressOf(filesApi.open, { params: { fileId }, query: { inline: '1' } });
}

function isDark(color: string): boolean {
  const [r = 255, g = 255, b = 255] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 < 128;
}
