import { hueNames } from '@formwork/contract/hues/hues.ts';
import { theme } from 'antd';
import { describe, expect, test } from 'vitest';
import { antdTheme } from './antd-theme.ts';
import { contrast } from './color.ts';
import { cssVariables, skinIds, skinOf, type Place } from './skins.ts';

const places: Place[] = ['app', 'enterprise', 'operator'];
const cases = skinIds.flatMap((id) =>
  places.flatMap((place) => [undefined, '#ffd400', '#00c8ff', '#101010'].map((primary) => ({ id, place, primary }))),
);

describe.each(cases)('skin $id in $place with own primary $primary', ({ id, place, primary }) => {
  const skin = skinOf(id, { place, primary });
  const css = cssVariables(skin);
  const color = (name: string) => css[`--fw-${name}`]!;
  const least = (text: string, ground: string, ratio = 4.5) =>
    expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(ratio);

  test('text reads on every ground', () => {
    for (const ground of ['ground', 'surface', 'raised', 'sunken', 'primary-soft', 'hover']) {
      least('text', ground, 7);
      least('text-2', ground);
      least('text-3', ground);
      least('primary', ground);
    }
    for (const state of ['success', 'warning', 'error', 'info'])
      for (const ground of ['ground', 'surface', 'raised', 'sunken', `${state}-soft`]) least(state, ground);
  });

  test('frame text reads', () => {
    for (const part of ['bar', 'side']) {
      least(`${part}-text`, part);
      least(`${part}-quiet`, part);
      least(`${part}-text`, `${part}-hover`);
      least(`${part}-selected-text`, `${part}-selected`);
    }
    least('place-ink', 'place');
    least('place', 'side', 3);
  });

  test('white reads on the primary fill', () => {
    expect(contrast('#ffffff', skin.primaryFill)).toBeGreaterThanOrEqual(4.5);
  });

  test('words of options read on their fill, solids stand out from every ground', () => {
    for (const hue of hueNames) {
      least(`${hue}-ink`, `${hue}-fill`, 5.5);
      least(`${hue}-solid`, 'surface', 3.8);
      for (const ground of ['ground', 'raised', 'sunken', 'hover', 'primary-soft']) least(`${hue}-solid`, ground, 3);
    }
    for (const hue of hueNames) least(`${hue}-solid`, 'ground', skin.dark ? 5 : 4.4);
  });

  test('antd paints with the same colours', () => {
    const token = theme.getDesignToken(antdTheme(skin, { motion: true }));
    expect(token.colorPrimary).toBe(skin.primaryFill);
    expect(token.colorText).toBe(skin.text);
    for (const text of [
      token.colorTextSecondary,
      token.colorTextDescription,
      token.colorTextPlaceholder,
      token.colorLink,
      token.colorError,
    ]) {
      for (const ground of [token.colorBgContainer, token.colorBgElevated, token.colorBgLayout])
        expect(contrast(text, ground), text).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(token.colorTextLightSolid, token.colorBgSpotlight)).toBeGreaterThanOrEqual(4.5);
  });
});

test('the system skin follows the device', () => {
  expect(skinOf('system', { systemDark: true }).id).toBe('black');
  expect(skinOf('system').id).toBe('white');
});
