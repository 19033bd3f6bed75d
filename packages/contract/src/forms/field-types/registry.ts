import type { z } from 'zod';
import { address, type AddressConfig } from './address.ts';
import { attachment, type AttachmentConfig } from './attachment.ts';
import { autoNumber, type AutoNumberConfig } from './auto-number.ts';
import { barcode, type BarcodeConfig } from './barcode.ts';
import { cascade, type CascadeConfig } from './cascade.ts';
import { checkbox, type CheckboxConfig } from './checkbox.ts';
import { colour, type ColourConfig } from './colour.ts';
import { concatenation, type ConcatenationConfig } from './concatenation.ts';
import { date, type DateConfig } from './date.ts';
import { dateRange, type DateRangeConfig } from './date-range.ts';
import { dateTime, type DateTimeConfig } from './date-time.ts';
import { department, type DepartmentConfig } from './department.ts';
import { devicePoint, type DevicePointConfig } from './device-point.ts';
import { email, type EmailConfig } from './email.ts';
import { formula, type FormulaConfig } from './formula.ts';
import { image, type ImageConfig } from './image.ts';
import { json, type JsonConfig } from './json.ts';
import { location, type LocationConfig } from './location.ts';
import { lookup, lookupsSpeakBy, type LookupConfig } from './lookup.ts';
import { longText, type LongTextConfig } from './long-text.ts';
import { member, type MemberConfig } from './member.ts';
import { money, type MoneyConfig } from './money.ts';
import { multiSelect, type MultiSelectConfig } from './multi-select.ts';
import { number, type NumberConfig } from './number.ts';
import { percent, type PercentConfig } from './percent.ts';
import { phone, type PhoneConfig } from './phone.ts';
import { radio, type RadioConfig } from './radio.ts';
import { rating, type RatingConfig } from './rating.ts';
import { creditCode, identityNumber, postalCode, type RegisteredConfig } from './registered.ts';
import { richText, type RichTextConfig } from './rich-text.ts';
import { relation, type RelationConfig } from './relation.ts';
import { rollup, type RollupConfig } from './rollup.ts';
import { signature, type SignatureConfig } from './signature.ts';
import { singleSelect, type SingleSelectConfig } from './single-select.ts';
import { slider, type SliderConfig } from './slider.ts';
import type { FieldTypeSpec } from './spec.ts';
import { switchType, type SwitchConfig } from './switch.ts';
import { text, type TextConfig } from './text.ts';
import { time, type TimeConfig } from './time.ts';
import { timeSlot, type TimeSlotConfig } from './time-slot.ts';
import { treeSelect, type TreeSelectConfig } from './tree-select.ts';
import { post, role, type UnitConfig } from './units.ts';
import { url, type UrlConfig } from './url.ts';

/** In the order a palette offers them. A new type is one file beside this one and a line in both lists here. */
export interface FieldConfigs {
  text: TextConfig;
  longText: LongTextConfig;
  number: NumberConfig;
  money: MoneyConfig;
  percent: PercentConfig;
  date: DateConfig;
  dateTime: DateTimeConfig;
  time: TimeConfig;
  dateRange: DateRangeConfig;
  singleSelect: SingleSelectConfig;
  multiSelect: MultiSelectConfig;
  radio: RadioConfig;
  checkbox: CheckboxConfig;
  cascade: CascadeConfig;
  treeSelect: TreeSelectConfig;
  switch: SwitchConfig;
  member: MemberConfig;
  department: DepartmentConfig;
  post: UnitConfig;
  role: UnitConfig;
  attachment: AttachmentConfig;
  relation: RelationConfig;
  lookup: LookupConfig;
  formula: FormulaConfig;
  rollup: RollupConfig;
  autoNumber: AutoNumberConfig;
  email: EmailConfig;
  phone: PhoneConfig;
  address: AddressConfig;
  url: UrlConfig;
  identityNumber: RegisteredConfig;
  creditCode: RegisteredConfig;
  postalCode: RegisteredConfig;
  rating: RatingConfig;
  slider: SliderConfig;
  colour: ColourConfig;
  timeSlot: TimeSlotConfig;
  concatenation: ConcatenationConfig;
  richText: RichTextConfig;
  location: LocationConfig;
  image: ImageConfig;
  signature: SignatureConfig;
  barcode: BarcodeConfig;
  devicePoint: DevicePointConfig;
  json: JsonConfig;
}

export type FieldType = keyof FieldConfigs;

export const fieldTypes = {
  text,
  longText,
  number,
  money,
  percent,
  date,
  dateTime,
  time,
  dateRange,
  singleSelect,
  multiSelect,
  radio,
  checkbox,
  cascade,
  treeSelect,
  switch: switchType,
  member,
  department,
  post,
  role,
  attachment,
  relation,
  lookup,
  formula,
  rollup,
  autoNumber,
  email,
  phone,
  address,
  url,
  identityNumber,
  creditCode,
  postalCode,
  rating,
  slider,
  colour,
  timeSlot,
  concatenation,
  richText,
  location,
  image,
  signature,
  barcode,
  devicePoint,
  json,
  // each type knows its own kind of value
  // oxlint-disable-next-line typescript/no-explicit-any
} satisfies { [T in FieldType]: FieldTypeSpec<FieldConfigs[T], any> };

export const fieldTypeNames = Object.keys(fieldTypes) as [FieldType, ...FieldType[]];

/** The specification of a type, seen from code that treats all types alike. */
export function fieldTypeSpec(type: FieldType): FieldTypeSpec<unknown> {
  return fieldTypes[type] as unknown as FieldTypeSpec<unknown>;
}

lookupsSpeakBy((value, source, options) =>
  source.type in fieldTypes
    ? fieldTypeSpec(source.type as FieldType).toText(value, source.config, options)
    : String(value),
);

export function configSchema(type: FieldType): z.ZodType {
  return fieldTypes[type].config;
}
