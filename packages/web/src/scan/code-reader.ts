import type { BarcodeConfig } from '@formwork/contract/forms/field-types/barcode.ts';
import { BarcodeDetector as OwnDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Text of the first code in a picture. */
export type CodeReader = (picture: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;

const formats = {
  qr: ['qr_code'],
  code128: ['code_128'],
  code39: ['code_39'],
  ean13: ['ean_13'],
  ean8: ['ean_8'],
  upc: ['upc_a', 'ean_13'],
  any: ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8'],
} as const;

/** One kind of code, or whatever comes before the camera. */
export type ScannedFormat = BarcodeConfig['format'] | 'any';

/** The browser's own reader where it knows the code, else one that comes with us. */
export async function codeReader(format: ScannedFormat): Promise<CodeReader> {
  const wanted = formats[format];
  const detector = (await browsersOwn(wanted)) ?? ownDetector(wanted);
  return async (picture) => {
    const text = (await detector.detect(picture)).find(({ rawValue }) => rawValue !== '')?.rawValue;
    // a code of twelve digits is one of thirteen with a zero before it
    return format === 'upc' && text?.length === 13 && text.startsWith('0') ? text.slice(1) : text;
  };
}

type Detector = Pick<OwnDetector, 'detect'>;

async function browsersOwn(wanted: readonly string[]): Promise<Detector | undefined> {
  const { BarcodeDetector: Native } = globalThis as {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector;
      getSupportedFormats: () => Promise<string[]>;
    };
  };
  const known = await Native?.getSupportedFormats().catch(() => [] as string[]);
  return Native && wanted.every((format) => known?.includes(format)) ? new Native({ formats: wanted }) : undefined;
}

function ownDetector(wanted: readonly (typeof formats)[keyof typeof formats][number][]): Detector {
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
  });
  return new OwnDetector({ formats: [...wanted] });
}
