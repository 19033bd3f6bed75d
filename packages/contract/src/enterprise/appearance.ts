import { z } from 'zod';
import { uuid } from '../endpoint.ts';

/** The ten skins, as the design system names them. */
export const skinNames = [
  'white',
  'black',
  'purple',
  'blue',
  'red',
  'orange',
  'lime',
  'dawn',
  'lilac',
  'system',
] as const;
export type SkinName = (typeof skinNames)[number];

const Color = z.string().regex(/^#[0-9a-f]{6}$/i);

export const Theme = z.object({
  skin: z.enum(skinNames),
  /** The enterprise's own colour in the place of the skin's. */
  primary: Color.nullable(),
  /** People may choose another skin for themselves. */
  ownChoice: z.boolean(),
});
export type Theme = z.infer<typeof Theme>;
export const plainTheme: Theme = { skin: 'white', primary: null, ownChoice: true };

export const logoPlaces = ['light', 'dark', 'favicon'] as const;
export type LogoPlace = (typeof logoPlaces)[number];
export const Logo = z.object({ light: uuid.nullable(), dark: uuid.nullable(), favicon: uuid.nullable() });
export type Logo = z.infer<typeof Logo>;
export const noLogo: Logo = { light: null, dark: null, favicon: null };
export const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
export const logoBytes = 1024 * 1024;

export const watermarkParts = ['enterprise', 'name', 'login', 'phone', 'time'] as const;
export type WatermarkPart = (typeof watermarkParts)[number];
export const Watermark = z
  .object({
    enabled: z.boolean(),
    parts: z.array(z.enum(watermarkParts)).max(watermarkParts.length),
    text: z.string().trim().max(40),
    /** Percent: strong enough to be read on a photograph of the screen, weak enough to work through. */
    strength: z.number().int().min(4).max(40),
    /** Pixels between two marks. */
    distance: z.number().int().min(120).max(600),
  })
  .refine((mark) => !mark.enabled || mark.parts.length > 0 || mark.text !== '', { path: ['parts'], error: 'empty' });
export type Watermark = z.infer<typeof Watermark>;
export const noWatermark: Watermark = {
  enabled: false,
  parts: ['name', 'login', 'time'],
  text: '',
  strength: 10,
  distance: 240,
};

/** What everybody's frame needs to know. */
export const Appearance = z.object({
  theme: Theme,
  logo: Logo,
  watermark: Watermark,
  /** Codes may be scanned, from the bar of a phone and into fields. */ scanning: z.boolean(),
  /** Applications keep a menu of their own at the side, also where the enterprise configured the navigation. */ appMenus:
    z.boolean(),
  /** The name of the enterprise's style sheet, for pages that carry it; null where there is none. */
  styleSheet: z.string().nullable(),
});
export type Appearance = z.infer<typeof Appearance>;
export const plainAppearance: Appearance = {
  theme: plainTheme,
  logo: noLogo,
  watermark: noWatermark,
  scanning: true,
  appMenus: true,
  styleSheet: null,
};
