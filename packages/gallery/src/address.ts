import { isSkinId, type SkinId } from '@formwork/ui/skin/skins.ts';

const asked = new URLSearchParams(location.search);

/** `?scene=charts&skin=black&lang=en`: every state has an address, so that a test can open it. */
export function sceneAsked(): string | null {
  return asked.get('scene');
}

export function skinAsked(): SkinId {
  const skin = asked.get('skin');
  return isSkinId(skin) ? skin : 'white';
}

export function localeAsked(): 'zh-CN' | 'en' {
  return asked.get('lang') === 'en' ? 'en' : 'zh-CN';
}

export function askedFor(name: string): string | undefined {
  return asked.get(name) ?? undefined;
}

export function addressWith(changes: Record<string, string>): string {
  const next = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(changes)) next.set(name, value);
  return `?${next.toString()}`;
}
