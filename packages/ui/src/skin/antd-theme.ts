import { theme, type ThemeConfig } from 'antd';
import { mix, withAlpha } from './color.ts';
import type { Skin } from './skins.ts';

type Algorithm = typeof theme.darkAlgorithm;
type MapTokens = ReturnType<Algorithm>;

/**
 * The antd theme of a skin. antd's dark algorithm would shift our colours, so a last algorithm step puts the exact ones
 * back: `token` alone cannot, because antd drops seed names from overrides.
 */
export function antdTheme(skin: Skin, options: { motion: boolean }): ThemeConfig {
  const key = `${skin.id}-${skin.primaryFill}-${options.motion}`;
  const known = themes.get(key);
  if (known) return known;
  const made = makeTheme(skin, options.motion, `fw-${skin.id}-${skin.primaryFill.slice(1)}`);
  themes.set(key, made);
  return made;
}

const themes = new Map<string, ThemeConfig>();

function makeTheme(skin: Skin, motion: boolean, key: string): ThemeConfig {
  const ink = skin.dark ? '#ffffff' : skin.text;
  const exact: Algorithm = (_seed, map) => ({
    ...(map as MapTokens),
    colorPrimary: skin.primaryFill,
    colorPrimaryHover: mix('#ffffff', skin.primaryFill, 0.1),
    colorPrimaryActive: mix('#000000', skin.primaryFill, 0.12),
    colorPrimaryText: skin.primary,
    colorPrimaryTextHover: skin.primary,
    colorPrimaryTextActive: skin.primary,
    colorPrimaryBg: skin.primarySoft,
    colorPrimaryBgHover: mix(skin.primary, skin.ground, skin.dark ? 0.3 : 0.16),
    // the ring of focus above all: paler it could not be told from the ground
    colorPrimaryBorder: skin.primary,
    colorLink: skin.primary,
    colorLinkHover: skin.primary,
    colorLinkActive: skin.primary,
    colorSuccess: skin.success,
    colorWarning: skin.warning,
    colorError: skin.error,
    colorErrorText: skin.error,
    colorInfo: skin.info,
    ...states(skin),
    colorText: skin.text,
    colorTextSecondary: skin.textSecondary,
    colorTextTertiary: skin.textTertiary,
    colorTextQuaternary: skin.textDisabled,
    colorFill: withAlpha(ink, skin.dark ? 0.16 : 0.12),
    colorFillSecondary: withAlpha(ink, skin.dark ? 0.11 : 0.07),
    colorFillTertiary: withAlpha(ink, skin.dark ? 0.07 : 0.045),
    colorFillQuaternary: withAlpha(ink, skin.dark ? 0.04 : 0.025),
    colorBgLayout: skin.sunken,
    colorBgContainer: skin.surface,
    colorBgElevated: skin.raised,
    colorBgSpotlight: skin.dark ? '#3c4149' : '#2a2f38',
    colorBorder: skin.line,
    colorBorderSecondary: skin.lineSoft,
  });
  return {
    algorithm: [skin.dark ? theme.darkAlgorithm : theme.defaultAlgorithm, exact],
    hashed: false,
    cssVar: { key },
    token: {
      colorPrimary: skin.primaryFill,
      colorSuccess: skin.success,
      colorWarning: skin.warning,
      colorError: skin.error,
      colorInfo: skin.info,
      colorLink: skin.primary,
      colorBgBase: skin.ground,
      colorTextBase: skin.text,
      fontFamily: 'var(--fw-font)',
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 32,
      // 50 ms units: antd's longest step stays at 150 ms
      motionUnit: 0.05,
      motion,
      wireframe: false,
      colorTextPlaceholder: skin.textTertiary,
      colorTextDescription: skin.textTertiary,
    },
    components: {
      Button: {
        primaryColor: '#ffffff',
        dangerColor: skin.dark ? skin.ground : '#ffffff',
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultHoverColor: skin.primary,
        defaultHoverBorderColor: skin.primary,
        defaultActiveColor: skin.primary,
        defaultActiveBorderColor: skin.primary,
      },
      Badge: { colorError: skin.dark ? '#d13c48' : skin.error },
      Tabs: {
        itemSelectedColor: skin.primary,
        itemHoverColor: skin.text,
        itemActiveColor: skin.primary,
        inkBarColor: skin.primary,
        horizontalMargin: '0',
      },
      Pagination: { itemActiveColor: skin.primary, itemActiveColorHover: skin.primary },
      Menu: { itemSelectedColor: skin.primary, horizontalItemSelectedColor: skin.primary },
      Radio: { buttonCheckedBg: skin.primarySoft },
      Rate: { starBg: skin.line, starColor: skin.warning },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 16 },
      Modal: { titleFontSize: 15 },
    },
  };
}

/** Soft grounds and lines of the four states; antd's own come out muddy from colours as dark as reading needs. */
function states(skin: Skin) {
  const soft = (color: string, share: number) => mix(color, skin.ground, skin.dark ? share * 1.8 : share);
  return {
    colorSuccessBg: soft(skin.success, 0.1),
    colorSuccessBgHover: soft(skin.success, 0.16),
    colorSuccessBorder: soft(skin.success, 0.35),
    colorWarningBg: soft(skin.warning, 0.1),
    colorWarningBgHover: soft(skin.warning, 0.16),
    colorWarningBorder: soft(skin.warning, 0.35),
    colorErrorBg: soft(skin.error, 0.1),
    colorErrorBgHover: soft(skin.error, 0.16),
    colorErrorBorder: soft(skin.error, 0.35),
    colorInfoBg: soft(skin.info, 0.1),
    colorInfoBgHover: soft(skin.info, 0.16),
    colorInfoBorder: soft(skin.info, 0.35),
  };
}
