/** The colours of the frame as a browser keeps them for the next page, in the order of the cookie: six digits each. */
const names = ['ground', 'line', 'bone', 'side', 'app', 'enterprise', 'operator'] as const;
export type FrameColor = (typeof names)[number];

export interface KeptFrame {
  folded: boolean;
  /** None where the skin follows the device. */
  colors?: Record<FrameColor, string> | undefined;
}

/** What the cookie `frame` holds, such as `1.ffffff-ebedf1-...`; anything else is no word about colours. */
export function frameColors(cookie: string): KeptFrame {
  const [fold, list = ''] = cookie.split('.');
  const colors = list.split('-');
  const isWhole = colors.length === names.length && colors.every((color) => /^[0-9a-f]{6}$/.test(color));
  return {
    folded: fold === '1',
    ...(isWhole && {
      colors: Object.fromEntries(names.map((name, at) => [name, colors[at]])) as Record<FrameColor, string>,
    }),
  };
}

export function frameCookie({ folded, colors }: KeptFrame): string {
  return `${folded ? 1 : 0}.${colors ? names.map((name) => colors[name].replace('#', '').toLowerCase()).join('-') : ''}`;
}
