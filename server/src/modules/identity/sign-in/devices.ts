import type { deviceKinds } from '@formwork/contract/identity/account-security.ts';

export type DeviceKind = (typeof deviceKinds)[number];

/** What kind of device a browser says it is on; whatever is no browser is a program. */
export function deviceOf(userAgent: string): DeviceKind {
  if (!userAgent.startsWith('Mozilla/')) return 'program';
  return /Mobile|Android|iPhone|iPad|HarmonyOS/.test(userAgent) ? 'phone' : 'desktop';
}

// the first that fits: others of the row call themselves Chrome or Safari too
const browsers: [name: string, mark: RegExp][] = [
  ['WeChat', /MicroMessenger/],
  ['DingTalk', /DingTalk/],
  ['Feishu', /Lark|Feishu/],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
];
const systems: [name: string, mark: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** Browser and system in two words: `Chrome, Windows`; of a program the name it gives itself. */
export function clientOf(userAgent: string): string {
  if (!userAgent.startsWith('Mozilla/')) return userAgent.split(/[\s/(]/)[0]!.slice(0, 40);
  const named = [browsers, systems].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  return named.filter((name) => name !== undefined).join(', ');
}
