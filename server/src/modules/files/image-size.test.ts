import { expect, test } from 'vitest';
import { imageSize } from './image-size.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test.each([
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 00000154 00000104 0806000000'],
  ['GIF', '474946383961 5401 0401 800000'],
  ['BMP', '424d 00000000 00000000 36000000 28000000 54010000 04010000 0100 1800'],
  ['BMP from the top', '424d 00000000 00000000 36000000 28000000 54010000 fcfeffff 0100 1800'],
  ['JPEG', 'ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 0104 0154 03 0122000211010311'],
  ['progressive JPEG with a filled marker', 'ffd8 ffff e1 0004 abcd ffc2 0011 08 0104 0154 03 0122000211010311'],
])('the pixels of a %s', (_name, hex) => expect(imageSize(bytes(hex))).toEqual({ width: 340, height: 260 }));

test.each([
  ['nothing', ''],
  ['a text', '48656c6c6f'],
  ['a cut PNG', '89504e470d0a1a0a 0000000d 49484452 000001'],
  ['a JPEG of loops', 'ffd8 ffe0 0000 ffe0 0000 00000000'],
  ['no pixels', '474946383961 0000 0401'],
])('%s has none', (_name, hex) => expect(imageSize(bytes(hex))).toBeUndefined());
