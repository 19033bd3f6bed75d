import type { Point } from '@formwork/contract/iot/thing-model.ts';

export interface ProductRow {
  id: string;
  name: string;
  note: string;
  silence: number;
  points: Point[];
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  iot_product_name_key: { code: 'iot.product.name_taken', path: 'name' },
  iot_device_code_key: { code: 'iot.device.code_taken', path: 'code' },
  iot_device_product_fkey: 'iot.product.in_use',
} as const;

/** Names and codes that differ in case or width alone are the same. */
export function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
