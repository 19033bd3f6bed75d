import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { addressUi } from './Address.tsx';
import { attachmentUi } from './Attachment.tsx';
import { autoNumberUi } from './AutoNumber.tsx';
import { cascadeUi } from './Cascade.tsx';
import { checkboxUi } from './Checkbox.tsx';
import { barcodeUi } from './Barcode.tsx';
import { colourUi } from './Colour.tsx';
import { concatenationUi } from './Concatenation.tsx';
import { dateUi } from './Date.tsx';
import { dateRangeUi } from './DateRange.tsx';
import { dateTimeUi } from './DateTime.tsx';
import { departmentUi } from './Department.tsx';
import { devicePointUi } from './DevicePoint.tsx';
import { emailUi } from './Email.tsx';
import type { FieldUi } from './field-ui.ts';
import { formulaUi } from './Formula.tsx';
import { imageUi } from './Image.tsx';
import { jsonUi } from './Json.tsx';
import { locationUi } from './Location.tsx';
import { lookupUi } from './Lookup.tsx';
import { longTextUi } from './LongText.tsx';
import { memberUi } from './Member.tsx';
import { moneyUi } from './Money.tsx';
import { multiSelectUi } from './MultiSelect.tsx';
import { numberUi } from './Number.tsx';
import { percentUi } from './Percent.tsx';
import { phoneUi } from './Phone.tsx';
import { radioUi } from './Radio.tsx';
import { ratingUi } from './Rating.tsx';
import { creditCodeUi, identityNumberUi, postalCodeUi } from './Registered.tsx';
import { richTextUi } from './RichText.tsx';
import { relationUi } from './Relation.tsx';
import { rollupUi } from './Rollup.tsx';
import { signatureUi } from './Signature.tsx';
import { singleSelectUi } from './SingleSelect.tsx';
import { sliderUi } from './Slider.tsx';
import { switchUi } from './Switch.tsx';
import { textUi } from './Text.tsx';
import { timeUi } from './Time.tsx';
import { timeSlotUi } from './TimeSlot.tsx';
import { treeSelectUi } from './TreeSelect.tsx';
import { postUi, roleUi } from './Units.tsx';
import { urlUi } from './Url.tsx';

export const fields = {
  text: textUi,
  longText: longTextUi,
  number: numberUi,
  money: moneyUi,
  percent: percentUi,
  date: dateUi,
  dateTime: dateTimeUi,
  time: timeUi,
  dateRange: dateRangeUi,
  singleSelect: singleSelectUi,
  multiSelect: multiSelectUi,
  radio: radioUi,
  checkbox: checkboxUi,
  cascade: cascadeUi,
  treeSelect: treeSelectUi,
  switch: switchUi,
  member: memberUi,
  department: departmentUi,
  post: postUi,
  role: roleUi,
  attachment: attachmentUi,
  relation: relationUi,
  lookup: lookupUi,
  formula: formulaUi,
  rollup: rollupUi,
  autoNumber: autoNumberUi,
  email: emailUi,
  phone: phoneUi,
  address: addressUi,
  url: urlUi,
  identityNumber: identityNumberUi,
  creditCode: creditCodeUi,
  postalCode: postalCodeUi,
  rating: ratingUi,
  slider: sliderUi,
  colour: colourUi,
  timeSlot: timeSlotUi,
  concatenation: concatenationUi,
  richText: richTextUi,
  location: locationUi,
  image: imageUi,
  signature: signatureUi,
  barcode: barcodeUi,
  devicePoint: devicePointUi,
  json: jsonUi,
} satisfies { [T in FieldType]: FieldUi<T> };

/** How a type looks, seen from code that treats all types alike. */
export function fieldUi(type: FieldType): FieldUi {
  return fields[type] as unknown as FieldUi;
}
