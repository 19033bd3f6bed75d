import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const barcodeFormats = ['qr', 'code128', 'code39', 'ean13', 'ean8', 'upc'] as const;

export const BarcodeConfig = z.object({
  format: z.enum(barcodeFormats).default('qr'),
  /** Filled in by the camera too. */
  scan: z.boolean().default(true),
  /** Also typed; without it the camera alone fills the field. */
  typed: z.boolean().default(true),
});
export type BarcodeConfig = z.infer<typeof BarcodeConfig>;

/** Text which is shown as a code. */
export const barcode: FieldTypeSpec<BarcodeConfig, string> = {
  version: 1,
  config: BarcodeConfig,
  initial: { format: 'qr', scan: true, typed: true },
  kind: () => 'text',
  canBeUnique: 'column',
  parse: (value, config) => {
    const parsed = parseText(value, {}, config.format === 'qr' ? 1000 : 80);
    if (parsed.error || parsed.value === null) return parsed;
    return fits(config.format, parsed.value) ? parsed : fail('records.value.barcode');
  },
  toText: (value) => value,
};

const digits: Partial<Record<BarcodeConfig['format'], number>> = { ean13: 13, ean8: 8, upc: 12 };

/** Whether a code of that kind can carry the text. */
function fits(format: BarcodeConfig['format'], text: string): boolean {
  const length = digits[format];
  if (length !== undefined) return text.length === length && /^\d+$/.test(text) && checkDigitHolds(text);
  if (format === 'code39') return /^[0-9A-Z \-.$/+%]+$/.test(text);
  return format === 'qr' || /^[\u0020-\u007e]+$/.test(text);
}

/** The last digit of retail codes: weights 3 and 1 from the right. */
function checkDigitHolds(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
